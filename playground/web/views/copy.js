// A button that copies a text, and shows it to be copied by hand where the browser does not let it.

import { html } from "lit-html";

/** `copied` is what the view keeps of it; `redraw` draws the view anew. */
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
        [this.#said, this.#byHand] = ["Copied", null];
      } catch {
        [this.#said, this.#byHand] = ["Copy it from here:", words];
      }
      this.redraw();
    };
    return html`<span class="copy">
      <button type="button" class="quiet-button" @click=${copy}>${label}</button>
      <span class="copy-said" role="status">${this.#said}</span>
      ${this.#byHand === null ? null : html`<textarea class="copy-by-hand" readonly aria-label="Text to copy" .value=${this.#byHand}></textarea>`}
    </span>`;
  }
}
