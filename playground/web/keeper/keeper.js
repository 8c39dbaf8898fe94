// Keeps what the page holds, a text that the program makes and reads: as a draft in this browser, and in links.
// The program knows it as `keeper`. Nothing that looks like a secret is kept.

const DRAFT = "a2a-playground-draft";
/** Browsers give a page some five million characters, which others on the same address share. */
const MOST_CHARACTERS = 500_000;

/** Storage may be forbidden, or full: then there are no drafts. */
function stored(act) {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

/** Says in the page why what it holds is not kept; nothing where it is. */
function say(why) {
  document.getElementById("unkept").textContent = why;
}

/** What it takes to keep something, which is loaded once there is something to keep. */
const tools = () => import("./link.js");
/** What the page has opened with. */
let opened;

globalThis.keeper = {
  /** Keeps a draft, unless it is what the page has opened with. */
  async keep(text) {
    opened ??= text;
    if (text === opened) return;
    opened = "";
    const { looksLikeSecret } = await tools();
    let why = "";
    if (text.length > MOST_CHARACTERS) why = "These documents are too large to be kept for your next visit.";
    else if (looksLikeSecret(text)) why = "Something here looks like a secret, so that nothing is kept for your next visit.";
    stored((storage) => (why ? storage.removeItem(DRAFT) : storage.setItem(DRAFT, text)));
    say(why);
  },

  /** The draft; undefined where there is none. */
  draft: () => stored((storage) => storage.getItem(DRAFT)) ?? undefined,

  /** A link to what a text says, and to a step; rejects with a sentence where there can be none. */
  async link(text, step) {
    return (await tools()).pack(text, location.href, step);
  },

  /**
   * What the link holds that somebody has come by; empty where there is none. It leaves the address, so that a
   * reload comes to what was made of it since.
   */
  async linked() {
    const { hash, pathname, search } = location;
    if (!hash.startsWith("#v")) return "";
    history.replaceState(null, "", pathname + search);
    return (await tools()).unpack(hash);
  },

  /** Calls back when somebody comes by another link. */
  whenLinked: (act) => addEventListener("hashchange", act),
};
