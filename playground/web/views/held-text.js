// A text of a view that a reload of the page does not lose. It is kept for this tab alone, as the drafts of the documents are.

import { looksLikeSecret } from "../keeper/secrets.js";

const MOST_CHARACTERS = 500_000;

/** Storage may be forbidden, or full: then a reload loses the text. */
function stored(act) {
  try {
    return act(sessionStorage) ?? "";
  } catch {
    return "";
  }
}

export class HeldText {
  #name;
  #text;

  constructor(name) {
    this.#name = `a2a-playground-${name}`;
    this.#text = stored((storage) => storage.getItem(this.#name));
  }

  get text() {
    return this.#text;
  }

  set text(text) {
    this.#text = text;
    const isKept = text.length <= MOST_CHARACTERS && !looksLikeSecret(text);
    stored((storage) => (isKept ? storage.setItem(this.#name, text) : storage.removeItem(this.#name)));
  }
}
