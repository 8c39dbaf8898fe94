// A text of a view that a reload of the page does not lose. The keeper has it for this tab alone, as it has the draft.

export class HeldText {
  #name;
  #text;

  constructor(name) {
    this.#name = name;
    this.#text = keeper.text(name);
  }

  get text() {
    return this.#text;
  }

  set text(text) {
    this.#text = text;
    keeper.keepText(this.#name, text);
  }
}
