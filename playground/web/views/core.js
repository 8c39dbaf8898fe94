// The core in a Web Worker, so that what takes long does not hold up typing. A worker is started when something is first
// asked of it, and anew after one has come to a sudden end or was stopped.

import { ownScript } from "../own-scripts.js";

const START_FAILED = "What is needed for this could not be loaded. Check the connection, and try again.";
const ENDED = "The core has come to a sudden end, by an error of its own, and was started anew.";

/** What was asked is no longer wanted. */
export class Stopped extends Error {}

export class Core {
  #worker = null;
  #waiting = new Map();
  #last = 0;

  /** Has the worker do one of its tasks (see `worker.js`); `onProgress` hears how far it is. */
  ask(task, given, onProgress) {
    this.#worker ??= this.#start();
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#worker.postMessage({ id, task, given });
    });
  }

  /** Stops whatever it does. */
  stop() {
    this.#end(new Stopped());
  }

  #start() {
    const worker = new Worker(ownScript(new URL(WORKER_FILE, import.meta.url)), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", (event) => {
      // It is told here, so that it need not be told on the console.
      event.preventDefault();
      this.#end(new Error(event instanceof ErrorEvent && event.message ? ENDED : START_FAILED));
    });
    return worker;
  }

  #hear({ id, value, progress, error, isOver }) {
    if (isOver) return this.#end(new Error(START_FAILED));
    const asked = this.#waiting.get(id);
    if (progress !== undefined) return asked?.onProgress?.(progress);
    this.#waiting.delete(id);
    if (error) asked?.reject(Object.assign(new Error(), error));
    else asked?.resolve(value);
  }

  #end(why) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(why);
  }
}

/** The one that the views share; what may have to be stopped has one of its own. */
export const core = new Core();
