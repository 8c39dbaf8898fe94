// The page in a frame of another one (`?embed=1`): it tells that one how high it is, takes a card and a profile from it,
// and leaves drafts alone. Which part is shown, and in which theme, stands in index.html: it is known before anything is
// drawn.

const READY = "a2a-playground:ready";
const HEIGHT = "a2a-playground:height";
const SET = "a2a-playground:set";

/** What a message may set, all of it text. */
const SETTABLE = ["card", "profile", "skill", "taskClass"];
/** The readers take no longer text. */
const MOST_CHARACTERS = 5 * 1024 * 1024;

const { keeper } = globalThis;

function embed() {
  const { linked, whenLinked } = keeper;
  let held = "{}";
  let given = "";
  let open = () => {};
  const link = linkToPage();

  Object.assign(keeper, {
    // Drafts are those of the page itself.
    draft: () => undefined,
    keep(text) {
      held = text;
      link.to(text);
    },
    async linked() {
      if (!given) return linked();
      const text = given;
      given = "";
      return text;
    },
    whenLinked(act) {
      whenLinked(act);
      open = act;
      parent.postMessage({ type: READY }, "*");
    },
  });

  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    const wanted = settings(data);
    if (!wanted) return;
    given = JSON.stringify({ ...JSON.parse(held), ...wanted });
    open();
  });

  let height = 0;
  new ResizeObserver(() => {
    const now = Math.ceil(document.body.getBoundingClientRect().height);
    if (now !== height) parent.postMessage({ type: HEIGHT, height: (height = now) }, "*");
  }).observe(document.body);
}

/** What a message sets; null for one of another kind or shape. */
function settings(data) {
  if (typeof data !== "object" || data === null || data.type !== SET) return null;
  const { type, ...wanted } = data;
  const isKnown = ([name, value]) => SETTABLE.includes(name) && typeof value === "string" && value.length <= MOST_CHARACTERS;
  return Object.entries(wanted).every(isKnown) ? wanted : null;
}

/** A link to the whole page, with what is shown here as far as a link can hold it. */
function linkToPage() {
  const page = location.origin + location.pathname;
  const link = document.createElement("a");
  Object.assign(link, { className: "embed-link", target: "_blank", rel: "noopener", textContent: "Open in the playground" });
  link.href = page + location.hash;
  document.body.append(link);
  let turn = 0;
  return {
    async to(text) {
      const own = ++turn;
      const href = await keeper.link(text).catch(() => page);
      const [, fragment = ""] = href.split("#");
      if (own === turn) link.href = fragment ? `${page}#${fragment}` : page;
    },
  };
}

if ("embed" in document.documentElement.dataset) embed();
