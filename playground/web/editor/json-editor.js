// The `<json-editor>` element: one JSON document, with CodeMirror to look at and to work in.
//
// With the attribute `schema` it completes by that schema, and says what names and values mean.
//
// The page hears of it by events: `edit` (the text changed, and not because the page put another), `text` (it changed
// for whatever reason), `caret` (the caret came to rest on a line), and `put` (a dialog has another text, which the page
// is to put in place); and a form of it by `findings` (there are others than before). The page acts on it by methods: `replace`, `patch`, `takeBack`, `annotate` and `reveal`. Offsets are
// UTF-16 code units, as in the text that the events are about.
//
// CodeMirror comes once the element is seen, or something is asked that needs it: in a narrow window, which shows the
// decision first, it would only take time from that. Until then the element holds what it is told.

/** What comes into view is built. */
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) target.build().catch(() => {});
});

/** One after the other, with time between them for whatever else there is to do. */
let turn = Promise.resolve();
function inTurn(act) {
  const done = turn.then(() => new Promise((resolve) => setTimeout(resolve))).then(act);
  turn = done.catch(() => {});
  return done;
}

class JsonEditor extends HTMLElement {
  #editor = null;
  #building = null;
  #writing = null;
  /** What it was told before it was built. */
  #text = "";
  #annotations = null;
  #isToAnnotate = false;
  #place = null;

  connectedCallback() {
    seen.observe(this);
    this.addEventListener("focusin", () => this.equip());
    this.addEventListener("pointerenter", () => this.equip());
  }

  disconnectedCallback() {
    seen.unobserve(this);
    this.#text = this.text;
    this.#editor?.destroy();
    this.#editor = this.#building = this.#writing = null;
  }

  /** Gives the editor, once it is loaded and built; rejects where it cannot be. */
  build() {
    this.#building ??= import("./code-editor.js")
      .then(({ CodeEditor }) => inTurn(() => this.#begin(CodeEditor)))
      .catch((error) => {
        this.#building = null;
        this.#sayMissing();
        throw error;
      });
    return this.#building;
  }

  #sayMissing() {
    const line = document.createElement("p");
    line.className = "nothing";
    line.setAttribute("role", "status");
    line.textContent = "The editor could not be loaded. Reload the page to try again.";
    this.replaceChildren(line);
  }

  #begin(CodeEditor) {
    if (!this.isConnected) throw new Error("the editor is gone");
    seen.unobserve(this);
    this.replaceChildren();
    this.#editor = new CodeEditor(this, this.#text);
    if (this.#annotations !== null) this.#editor.annotate(this.#annotations);
    if (this.#place !== null) this.#editor.reveal(this.#place, false);
    return this.#editor;
  }

  /**
   * Adds what is needed to work in it, once it is loaded; done by itself when a pointer or the focus comes. Gives what
   * it adds, or null where that cannot be loaded: then the editor does without, and tries again the next time.
   */
  equip() {
    this.#writing ??= Promise.all([import("./writing.js"), this.build()]).then(
      ([writing, editor]) => {
        editor.equip(writing, this.getAttribute("schema"));
        return writing;
      },
      () => (this.#writing = null),
    );
    return this.#writing;
  }

  /** The text as it stands. */
  get text() {
    return this.#editor?.text ?? this.#text;
  }

  /** Puts another text in place, as one step that can be undone from the keyboard once somebody works in it. */
  replace(text) {
    if (this.#editor) return this.#editor.replace(text);
    if (text === this.#text) return;
    this.#text = text;
    this.#place = null;
    this.dispatchEvent(new CustomEvent("text"));
  }

  /**
   * Applies a JSON Patch, given as JSON, as one step that can be undone, and goes to what it changed.
   * Rejects where it does not fit the text.
   */
  async patch(patch) {
    const writing = await this.equip();
    this.#editor.patch(patch, writing);
  }

  /** Takes the last patch back, and nothing that was edited since. Rejects where that was in the same place. */
  async takeBack() {
    const writing = await this.equip();
    this.#editor.takeBack(writing);
  }

  /**
   * Shows `{diagnostics: [{from, to, severity, message}], marks: [{from, to, kind}]}`, given as JSON; after the next
   * frame, so that what is typed is seen first.
   */
  annotate(annotations) {
    const isAwaited = this.#isToAnnotate;
    this.#annotations = annotations;
    this.dispatchEvent(new CustomEvent("findings"));
    this.#isToAnnotate = true;
    if (!isAwaited) requestAnimationFrame(() => setTimeout(() => this.#annotate()));
  }

  /** What is said of places of the text: `[{from, to, severity, message}]`. */
  get findings() {
    return this.#annotations === null ? [] : JSON.parse(this.#annotations).diagnostics;
  }

  #annotate() {
    this.#isToAnnotate = false;
    this.#editor?.annotate(this.#annotations);
  }

  /** Scrolls to a place; with `focus`, puts the caret there too. */
  reveal(offset, focus) {
    if (this.#editor) this.#editor.reveal(offset, focus);
    else if (focus) this.build().then((editor) => editor.reveal(offset, true), () => {});
    else this.#place = offset;
  }
}

customElements.define("json-editor", JsonEditor);
