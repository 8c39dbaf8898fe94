import { requireIterable } from "./given.js";
import { isFilled, linesOf } from "./lines.js";

/**
 * The lines of newline-delimited JSON, as they come: of a file, of standard input, of a response's body. Blank
 * lines are left out. Of a line that is longer than what is read at all, only as much is kept as shows that.
 *
 * @param chunks The bytes or the text, in pieces of any size.
 * @throws {NegotiatorInputError} when it is nothing of the kind.
 */
export function ndjson(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string, void, undefined> {
  requireIterable(chunks, "chunks", "either");
  return linesOf(chunks, isFilled);
}
