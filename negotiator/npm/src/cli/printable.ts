// Texts of others, so that they do nothing where they are printed. Needs nothing of Node.js.

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

/** A name of others as code within a message. */
export function quoted(name: string): string {
  return `\`${onOneLine(name).replaceAll("`", "'")}\``;
}
