import type { Io } from "./io.js";

/** How long it takes until there is something to wait for, in milliseconds. */
const PATIENCE = 1000;
const EVERY = 200;
const CLEAR = "\r\u001b[K";
const BAR = 20;

/** How far a source of items is. */
export interface Extent {
  /** How much of it there is, by its own measure; `undefined` where that cannot be told. */
  total(): Promise<number | undefined>;
  /** How much of that has been taken. */
  readonly taken: number;
}

/**
 * The same items, and on a terminal how many have come and, as a bar, how much that is of all, once that takes longer than
 * a second. However it ends, also by Ctrl+C, nothing of that stays on the terminal.
 */
export function watched<T>(items: AsyncIterable<T>, stream: NodeJS.WriteStream, what: string, extent?: Extent): AsyncIterable<T> {
  return stream.isTTY ? shown(items, stream, what, extent) : items;
}

/** The same for a filter, whose own lines show how far it is where these come to a terminal. */
export function watchedFilter<T>(items: AsyncIterable<T>, { stdout, stderr }: Io): AsyncIterable<T> {
  return stdout.isTTY ? items : watched(items, stderr, "lines");
}

async function* shown<T>(
  items: AsyncIterable<T>,
  stream: NodeJS.WriteStream,
  what: string,
  extent?: Extent,
): AsyncGenerator<T, void, undefined> {
  let next = Date.now() + PATIENCE;
  let count = 0;
  let isShown = false;
  let total: number | undefined;
  const clear = () => {
    if (isShown) stream.write(CLEAR);
  };
  const interrupted = () => {
    clear();
    // The listener is gone, so that this ends the program, and tells its parent by what.
    process.kill(process.pid, "SIGINT");
  };
  process.once("SIGINT", interrupted);
  try {
    for await (const item of items) {
      yield item;
      count += 1;
      // The clock is not asked for each of a million.
      if (count % 64 !== 0 || Date.now() < next) continue;
      // What cannot be measured is read all the same.
      if (!isShown) total = await extent?.total().catch(() => undefined);
      next = Date.now() + EVERY;
      isShown = true;
      stream.write(`${CLEAR}${total ? bar((extent?.taken ?? 0) / total) : ""}${count.toLocaleString("en")} ${what}`);
    }
  } finally {
    process.off("SIGINT", interrupted);
    clear();
  }
}

function bar(share: number): string {
  const part = Math.min(share, 1);
  const done = "=".repeat(Math.floor(part * BAR));
  return `[${done.padEnd(BAR)}] ${String(Math.floor(part * 100)).padStart(3)} %  `;
}
