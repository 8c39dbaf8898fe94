import type { StopSignal } from "./platform.js";
import { abortable, onAbort } from "./waiting.js";

/** A request for all who wait for the same. It is ended when the last of them no longer does. */
export class SharedRequest<T> {
  readonly #result: Promise<T>;
  readonly #stop = new AbortController();
  readonly #end: () => void;
  #waiting = 0;

  /** `end` is called once there is nothing to wait for any more. */
  constructor(run: (stop: AbortSignal) => Promise<T>, end: () => void) {
    this.#end = end;
    // Not at once: what runs may ask for this request.
    this.#result = Promise.resolve().then(() => run(this.#stop.signal)).finally(end);
  }

  /** Waits for the result, until the signal is aborted. */
  async join(signal: StopSignal | undefined): Promise<T> {
    this.#waiting += 1;
    const unlink = onAbort(signal, () => this.#leave(signal));
    try {
      return await abortable(this.#result, signal);
    } finally {
      unlink();
    }
  }

  #leave(signal: StopSignal | undefined): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    // Whoever comes now asks anew.
    this.#end();
    this.#stop.abort(signal?.reason);
  }
}
