// Waiting that an abort ends.

type Signal = AbortSignal | null | undefined;

/** The result of the promise, or the signal's reason as soon as it is aborted. */
export function abortable<T>(promise: Promise<T>, signal: Signal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(stop);
  });
}

/** Calls `act` when the signal is aborted, now if it is already. Returns what takes the call back. */
export function onAbort(signal: Signal, act: () => void): () => void {
  if (signal?.aborted) act();
  signal?.addEventListener("abort", act, { once: true });
  return () => signal?.removeEventListener("abort", act);
}

/** Is fulfilled when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => onAbort(signal, resolve));
}

/** Waits for so many seconds, or until the other promise is fulfilled. */
export async function pause(seconds: number, signal: Signal, other?: Promise<unknown>): Promise<void> {
  let stop = (): void => undefined;
  const time = new Promise<void>((resolve) => {
    stop = after(seconds, resolve);
  });
  try {
    await abortable(Promise.race([time, other ?? time]), signal);
  } finally {
    stop();
  }
}

/** The result of the promise; where it takes longer than so many seconds, an error. */
export async function within<T>(seconds: number | undefined, promise: Promise<T>, late: () => Error): Promise<T> {
  let stop = (): void => undefined;
  const over = new Promise<never>((_, reject) => {
    stop = after(seconds, () => reject(late()));
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    stop();
  }
}

/** What a timer can count, in milliseconds; one for longer would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Calls `act` after so many seconds; never, where they are more than a timer can count. Returns what stops it. */
export function after(seconds: number | undefined, act: () => void): () => void {
  if (seconds === undefined || seconds * 1000 > LONGEST_TIMER) return () => undefined;
  const timer = setTimeout(act, seconds * 1000);
  return () => clearTimeout(timer);
}

/** A time after which something is done. It may be stopped, and started anew. */
export class Timer {
  readonly #seconds: number | undefined;
  readonly #act: () => void;
  #stop = (): void => undefined;
  /** Whether it is over. */
  isOver = false;

  constructor(seconds: number | undefined, act: () => void) {
    this.#seconds = seconds;
    this.#act = act;
  }

  start(): void {
    this.#stop = after(this.#seconds, () => {
      this.isOver = true;
      this.#act();
    });
  }

  stop(): void {
    this.#stop();
  }
}
