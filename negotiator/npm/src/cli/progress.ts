/** How long it takes until there is something to wait for, in milliseconds. */
const PATIENCE = 1000;
const EVERY = 200;

/** Shows on a terminal how far the work is, once that takes longer than a second; elsewhere nothing. */
export function progress(stream: NodeJS.WriteStream, what: string): { at(count: number): void; end(): void } {
  if (!stream.isTTY) return { at() {}, end() {} };
  let next = Date.now() + PATIENCE;
  let isShown = false;
  return {
    at(count) {
      // The clock is not asked for each of a million.
      if (count % 64 !== 0 || Date.now() < next) return;
      next = Date.now() + EVERY;
      isShown = true;
      stream.write(`\r${count.toLocaleString("en")} ${what}`);
    },
    end() {
      if (isShown) stream.write("\r\u001b[K");
    },
  };
}
