import { MAX_TEXT_BYTES } from "./text.js";

/**
 * The lines of newline-delimited JSON, as they come: of a file, of standard input, of a response's body. Blank
 * lines are left out. Of a line that is longer than what is read at all, only as much is kept as shows that.
 *
 * @param chunks The bytes or the text, in pieces of any size.
 */
export async function* ndjson(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })).split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    if (rest.length > MAX_TEXT_BYTES) rest = rest.slice(0, MAX_TEXT_BYTES + 1);
    yield* lines.filter(isFilled);
  }
  const last = rest + decoder.decode();
  if (isFilled(last)) yield last;
}

function isFilled(line: string): boolean {
  return line.trim() !== "";
}
