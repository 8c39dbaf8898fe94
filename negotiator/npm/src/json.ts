/** What a text of JSON says. As in the core, a byte-order mark may stand before it. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\ufeff/, "")) as unknown;
}
