// The `<card-view>` element: what there is to say about the documents beside the decision. Each view is loaded when it is first looked
// at, and keeps what it holds while another one is.
//
// What somebody does there is told to the page by events: `place` (an offset in the card is to be shown), `put-card` and
// `put-profile` (a text is to be decided on), `decide` (on the texts as they are), `choose-skill`, `patch-card` (a JSON Patch
// is to be applied) and `undo-card`.

const VIEWS = {
  callers: () => import("./callers.js"),
  compare: () => import("./compare.js"),
  lock: () => import("./lock.js"),
  migrate: () => import("./migrate.js"),
  registry: () => import("./registry.js"),
  request: () => import("./request.js"),
  signatures: () => import("./signatures.js"),
  trial: () => import("./trial.js"),
};

const opened = new Map();

class CardView extends HTMLElement {
  #turn = 0;

  /** Shows a view of these documents; the intent is given as JSON. */
  async show(name, card, profile, intent) {
    const turn = ++this.#turn;
    if (!opened.has(name)) {
      this.#say("Loading …");
      try {
        const { default: View } = await VIEWS[name]();
        if (!opened.has(name)) opened.set(name, new View());
      } catch {
        this.#say("This part of the page could not be loaded. Choose it again to try once more.");
        return;
      }
    }
    if (turn !== this.#turn) return;
    const view = opened.get(name);
    if (view.root.parentNode !== this) this.replaceChildren(view.root);
    view.show({ card, profile, intent: JSON.parse(intent) });
  }

  #say(words) {
    const line = document.createElement("p");
    line.className = "nothing";
    line.setAttribute("role", "status");
    line.textContent = words;
    this.replaceChildren(line);
  }
}

customElements.define("card-view", CardView);
