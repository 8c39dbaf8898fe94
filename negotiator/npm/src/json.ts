/** The value of a JSON text, which may start with a byte-order mark, as in the core. */
export function parseJson(text: string): unknown {
  return JSON.parse(withoutByteOrderMark(text)) as unknown;
}

/** The text without that mark, which is no part of the JSON. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\ufeff/, "");
}
