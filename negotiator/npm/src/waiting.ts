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

/** Waits for so many seconds, or until the other promise is fulfilled. */
export async function pause(seconds: number, signal: Signal, other?: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const time = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000);
  });
  try {
    await abortable(Promise.race([time, other ?? time]), signal);
  } finally {
    clearTimeout(timer);
  }
}
