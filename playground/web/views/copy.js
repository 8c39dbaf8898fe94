// A button that copies a text, and shows it to be copied by hand where the browser does not let it.

import { html } from "lit-html";

const COPIED = "Copied";

/** The one that was pressed last. One at a time says that it has copied. */
let last = null;

/** `redraw` draws the view anew. */
export class Copy {
  #said = "";
  #byHand = null;

  constructor(redraw) {
    this.redraw = redraw;
  }

  /** What was copied is another thing now. */
  forget() {
    this.#said = "";
    this.#byHand = null;
  }

  button(label, text) {
    const copy = async () => {
      const words = text();
      try {
        await navigator.clipboard.writeText(words);
        [this.#said, this.#byHand] = [COPIED, null];
      } catch {
        [this.#said, this.#byHand] = ["Copy it from here:", words];
      }
      if (last !== this) {
        last?.forget();
        last?.redraw();
      }
      last = this;
      this.redraw();
    };
    return html`<span class="copy">
      <button type="button" class="quiet-button" @click=${copy}>${label}</button>
      <span class="copy-said ${this.#said === COPIED ? "is-done" : ""}" role="status">${this.#said}</span>
      ${this.#byHand === null ? null : html`<textarea class="copy-by-hand" readonly aria-label="Text to copy" .value=${this.#byHand}></textarea>`}
    </span>`;
  }
}
