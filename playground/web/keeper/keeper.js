// Keeps what the page holds, a text that the program makes and reads: as a draft in this browser, and in links.
// The program knows it as `keeper`. Nothing that looks like a secret is kept.

const DRAFT = "a2a-playground-draft";
/** What the names of texts of the views begin with. */
const OF_VIEWS = "a2a-playground-";
/** Browsers give a page some five million characters, which others on the same address share. */
const MOST_CHARACTERS = 500_000;

/** Storage may be forbidden, or full: then there are no drafts. */
function stored(act, storage = () => localStorage) {
  try {
    return act(storage());
  } catch {
    return null;
  }
}

/** What this tab had is its own, whatever is done in another one; a new one begins with what was kept last. */
const ofTab = (act) => stored(act, () => sessionStorage);

/** Says in the page why what it holds is not kept; nothing where it is. */
function say(why) {
  document.getElementById("unkept").textContent = why;
}

/** Gives what the page holds: with what can be had back for a draft (`true`), without for a link. */
let held;
/** What the page has opened with. */
let opened;
/** What the page held when it had opened the link in its address. */
let linked;
/** A pause in typing, and how many milliseconds make one. */
let pause;
const PAUSE = 300;

/** What it takes to keep something, which is loaded once there is something to keep. */
let tools;
const loaded = async () => (tools = await import("./link.js"));

/** Why a text is not kept; empty where it can be. */
function whyNot(text) {
  if (text.length > MOST_CHARACTERS) return "These documents are too large to be kept for your next visit.";
  return tools.looksLikeSecret(text) ? "Something here looks like a secret, so that nothing is kept for your next visit." : "";
}

/** Keeps a text under a name, and none where it is empty. */
const write = (name, text) => (storage) => (text ? storage.setItem(name, text) : storage.removeItem(name)) ?? true;

/** Keeps a draft, unless it is what the page has opened with, or a link that nobody has changed anything of. */
function keep() {
  clearTimeout(pause);
  pause = undefined;
  if (linked !== undefined) {
    if (held(false) === linked) return;
    leaveLink();
  }
  let text = held(true);
  if (text === opened) return;
  opened = "";
  let why = whyNot(text);
  if (why && !whyNot(held(false))) {
    text = held(false);
    why = "What was replaced is too large, or looks like a secret, so that a reload loses it.";
  } else if (why) text = "";
  const isDone = stored(write(DRAFT, text));
  ofTab(write(DRAFT, text));
  if (!isDone && text) why = "This browser has no room for your work, or keeps nothing: what you do here is gone when you leave. Copy a link to it.";
  say(why);
}

// What was typed last is kept too.
addEventListener("pagehide", () => pause && tools && keep());

/** Takes the link out of the address, so that a reload comes to what was made of it since. */
function leaveLink() {
  linked = undefined;
  if (location.hash.startsWith("#v")) history.replaceState(history.state, "", location.pathname + location.search);
}

globalThis.keeper = {
  /** Hears of what gives what the page holds. */
  holds: (give) => (held = give),

  /** What the page holds has changed, at first in that it holds something; it is kept in the next pause. */
  changed() {
    if (opened === undefined) return (opened = held(true));
    clearTimeout(pause);
    pause = setTimeout(() => loaded().then(keep, () => {}), PAUSE);
    loaded().catch(() => {});
  },

  /** The draft; undefined where there is none. */
  draft: () => ofTab((storage) => storage.getItem(DRAFT)) ?? stored((storage) => storage.getItem(DRAFT)) ?? undefined,

  /** A text of a view, of this tab; empty where there is none. */
  text: (name) => ofTab((storage) => storage.getItem(OF_VIEWS + name)) ?? "",

  /** Keeps a text of a view for this tab. */
  keepText: (name, text) => loaded().then(() => ofTab(write(OF_VIEWS + name, whyNot(text) ? "" : text)), () => {}),

  /** A link to what a text says, and to a step; rejects with a sentence where there can be none. */
  link: async (text, step) => (await loaded()).pack(text, location.href, step),

  /** What the link holds that somebody has come by; empty where there is none. It stays in the address until something is changed. */
  async linked() {
    const { hash } = location;
    if (!hash.startsWith("#v")) return "";
    if (pause && tools) keep();
    try {
      const text = await (await loaded()).unpack(hash);
      // Once the page has opened it.
      setTimeout(() => (linked = held(false)));
      return text;
    } catch (why) {
      leaveLink();
      throw why;
    }
  },

  /** Calls back when somebody comes by another link. */
  whenLinked: (act) => addEventListener("hashchange", act),
};
