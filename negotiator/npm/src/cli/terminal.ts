import { once } from "node:events";
import { styleText } from "node:util";

export { asJson, onOneLine, printable, quoted } from "./printable.js";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
export type Paint = (style: Style, text: string) => string;

/**
 * Colours text for a stream: where it is a terminal, or where `FORCE_COLOR` says so, and not where
 * `NO_COLOR` forbids it. Node.js knows these rules.
 */
export function painter(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}

/** Writes a value as a line of JSON, as fast as it is read. */
export async function writeLine(stream: NodeJS.WriteStream, value: unknown): Promise<void> {
  if (!stream.write(`${JSON.stringify(value)}\n`)) await once(stream, "drain");
}
