// A view that shows what a task of the worker says about the documents.

import { core } from "./core.js";
import { View, oneAtATime } from "./view.js";

/** Subclasses say by `question` what to ask: `[task, ...given]`, or null for nothing; and draw `found` and `error`. */
export class AskingView extends View {
  /** The last answer. */
  found;
  /** Why there is no newer one. */
  error;

  ask = oneAtATime(async () => {
    const question = this.question();
    if (!question) return;
    const [task, ...given] = question;
    const answer = await core.ask(task, given).then((found) => ({ found }), (error) => ({ found: this.found, error }));
    // Nothing may be asked any more.
    if (!this.question()) return;
    ({ found: this.found, error: this.error } = answer);
    this.answered();
    this.draw();
  });

  changed() {
    this.ask();
  }

  /** Called when there is another answer, before it is drawn. */
  answered() {}
}
