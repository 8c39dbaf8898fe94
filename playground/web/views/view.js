// What all views have in common.

import { render } from "lit-html";

export class View {
  /** What the view is drawn into; the page has it while somebody looks at it. */
  root = document.createElement("div");
  /** The documents of the page: `{card, profile, intent}`, the first two as text. */
  documents;

  constructor() {
    this.root.className = "view";
  }

  /** Takes the documents as they are now. */
  show(documents) {
    const before = this.documents;
    this.documents = documents;
    const isSame = before && ["card", "profile"].every((name) => before[name] === documents[name]) && JSON.stringify(before.intent) === JSON.stringify(documents.intent);
    if (!isSame) this.changed();
    this.draw();
  }

  /** Called when the documents are others than before. */
  changed() {}

  draw() {
    render(this.template(), this.root);
  }

  /** Tells the page; see `card-view.js`. */
  tell(type, detail) {
    this.root.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

/**
 * One at a time: of what is asked while an answer is awaited, only the last is asked after it. So answers come in
 * order, the last one last, and none piles up while somebody types.
 */
export function oneAtATime(run) {
  let isRunning = false;
  let next;
  return async (...given) => {
    next = given;
    if (isRunning) return;
    isRunning = true;
    while (next) {
      const now = next;
      next = undefined;
      await run(...now);
    }
    isRunning = false;
  };
}
