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

/** What a timer can count, in milliseconds; one for longer would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Calls `act` after so many seconds; never, where they are more than a timer can count. Returns what stops it. */
export function after(seconds: number | undefined, act: () => void): () => void {
  if (seconds === undefined || seconds * 1000 > LONGEST_TIMER) return () => undefined;
  const timer = setTimeout(act, seconds * 1000);
  return () => clearTimeout(timer);
}
