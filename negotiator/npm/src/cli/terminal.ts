import { once } from "node:events";
import { styleText } from "node:util";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
export type Paint = (style: Style, text: string) => string;

/**
 * Colours text for a stream: where it is a terminal, or where `FORCE_COLOR` says so, and not where
 * `NO_COLOR` forbids it. Node.js knows these rules.
 */
export function painter(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}

/**
 * A text of which no part can move the cursor, change colours or reorder what stands beside it. What
 * comes from a document or a server may try.
 */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, "\ufffd");
}

const UNPRINTABLE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A value as JSON for a person and for a program, such characters escaped. */
export function asJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${JSON.stringify(value, null, 2).replaceAll(UNPRINTABLE, escaped)}\n`;
}

/** The same for what must stay on one line. */
export function onOneLine(text: string): string {
  return printable(text.replaceAll(/\s*\n\s*/g, " "));
}

/** Writes a value as a line of JSON, as fast as it is read. */
export async function writeLine(stream: NodeJS.WriteStream, value: unknown): Promise<void> {
  if (!stream.write(`${JSON.stringify(value)}\n`)) await once(stream, "drain");
}
