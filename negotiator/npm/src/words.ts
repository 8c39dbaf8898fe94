/** How much of somebody else's text a sentence quotes. */
const QUOTED = 80;

/** Somebody else's text amid a sentence: short, on its line, and without what could end the quotation. */
export function quoted(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\ufffd").replaceAll("`", "'");
  const characters = Array.from(plain.slice(0, 2 * QUOTED));
  const isWhole = plain.length <= 2 * QUOTED && characters.length <= QUOTED;
  return `\`${isWhole ? plain : `${characters.slice(0, QUOTED).join("")}…`}\``;
}

/** What was thrown, and what it names as its cause, where Node.js says what the matter is. */
export function withCauseInWords(thrown: unknown): string {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  if (!(cause instanceof Error)) return inWords(thrown);
  const words = inWords(cause) || String((cause as { code?: unknown }).code ?? cause.name);
  return `${inWords(thrown)}: ${words}`;
}

/** What was thrown, in words, whatever it is. */
export function inWords(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return text.split("\n", 1)[0] ?? "";
  } catch {
    return "something was thrown that has no text";
  }
}
