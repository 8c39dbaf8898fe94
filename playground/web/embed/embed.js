// The page in a frame of another one (`?embed=1`): it tells that one how high it is, takes a card and a profile from it,
// and leaves drafts alone. Which part is shown, and in which theme, stands in index.html: it is known before anything is
// drawn.

const READY = "a2a-playground:ready";
const HEIGHT = "a2a-playground:height";
const SET = "a2a-playground:set";
const REFUSED = "a2a-playground:refused";

/** What a message may set, all of it text. */
const SETTABLE = ["card", "profile", "skill", "taskClass"];
/** The readers take no longer text. */
const MOST_CHARACTERS = 5 * 1024 * 1024;

const { keeper } = globalThis;

function embed() {
  const { linked, whenLinked } = keeper;
  let held = () => "{}";
  let given = "";
  let open = () => {};
  const link = linkToPage();

  Object.assign(keeper, {
    // Drafts are those of the page itself.
    draft: () => undefined,
    holds: (give) => (held = give),
    changed: () => link.to(held()),
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
    // Other messages are not for this page.
    if (typeof data !== "object" || data === null || data.type !== SET) return;
    const { type, ...wanted } = data;
    const why = refusal(wanted);
    if (why) return parent.postMessage({ type: REFUSED, why }, "*");
    // Another card has other skills: one that was asked for stays where the card has it too.
    const onlyItsSkills = "card" in wanted && !("skill" in wanted);
    if (wanted.skill === "") wanted.skill = null;
    given = JSON.stringify({ ...JSON.parse(held()), ...wanted, onlyItsSkills });
    open();
  });

  let height = 0;
  new ResizeObserver(() => {
    const now = Math.ceil(document.body.getBoundingClientRect().height);
    if (now !== height) parent.postMessage({ type: HEIGHT, height: (height = now) }, "*");
  }).observe(document.body);
}

/** Why what a message wants to set cannot be; nothing where it can. */
function refusal(wanted) {
  for (const [name, value] of Object.entries(wanted)) {
    if (!SETTABLE.includes(name)) return `\`${name}\` cannot be set; what can be is ${SETTABLE.map((name) => `\`${name}\``).join(", ")}`;
    if (typeof value !== "string") return `\`${name}\` is not a text; give a document as JSON text`;
    if (value.length > MOST_CHARACTERS) return `\`${name}\` is longer than ${MOST_CHARACTERS} characters; give a shorter one`;
  }
  return "";
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
