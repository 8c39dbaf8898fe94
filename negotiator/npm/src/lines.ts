import { MAX_TEXT_BYTES } from "./limits.js";
import { misuse } from "./misuse.js";

/**
 * The lines of a text, as they come, with those left out that are not wanted. Of a line that is longer than what is
 * read at all, only as much is kept as shows that, and always as much, however the text comes.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array | string>,
  isWanted: (line: string) => boolean = () => true,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = textOf(chunk, decoder).split("\n");
    lines[0] = rest.length > MAX_TEXT_BYTES ? rest : rest + lines[0];
    rest = lines.pop() ?? "";
    rest = kept(rest);
    yield* lines.map(kept).filter(isWanted);
  }
  const last = kept(rest + decoder.decode());
  if (last !== "" && isWanted(last)) yield last;
}

function kept(line: string): string {
  return line.length > MAX_TEXT_BYTES ? line.slice(0, MAX_TEXT_BYTES + 1) : line;
}

function textOf(chunk: unknown, decoder: TextDecoder): string {
  if (typeof chunk === "string") return chunk;
  if (ArrayBuffer.isView(chunk)) return decoder.decode(chunk, { stream: true });
  throw misuse("chunks", "hold something that is neither bytes nor text", "pass the chunks as they are read");
}

/** Whether a line is not blank. */
export function isFilled(line: string): boolean {
  return line.trim() !== "";
}
