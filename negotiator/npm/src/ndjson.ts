import { requireIterable } from "./given.js";
import { misuse } from "./misuse.js";
import { MAX_TEXT_BYTES } from "./text.js";

/**
 * The lines of newline-delimited JSON, as they come: of a file, of standard input, of a response's body. Blank
 * lines are left out. Of a line that is longer than what is read at all, only as much is kept as shows that.
 *
 * @param chunks The bytes or the text, in pieces of any size.
 * @throws {NegotiatorInputError} when it is nothing of the kind.
 */
export function ndjson(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string, void, undefined> {
  requireIterable(chunks, "chunks", "either");
  return linesOf(chunks);
}

async function* linesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = textOf(chunk, decoder).split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    if (rest.length > MAX_TEXT_BYTES) rest = rest.slice(0, MAX_TEXT_BYTES + 1);
    yield* lines.filter(isFilled);
  }
  const last = rest + decoder.decode();
  if (isFilled(last)) yield last;
}

function textOf(chunk: unknown, decoder: TextDecoder): string {
  if (typeof chunk === "string") return chunk;
  if (ArrayBuffer.isView(chunk)) return decoder.decode(chunk, { stream: true });
  throw misuse("chunks", "hold something that is neither bytes nor text", "pass the chunks as they are read");
}

function isFilled(line: string): boolean {
  return line.trim() !== "";
}
