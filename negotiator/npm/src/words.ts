/** How much of somebody else's text a sentence quotes. */
const QUOTED = 80;

/** Somebody else's text amid a sentence: short, on its line, and without what could end the quotation. */
export function quoted(text: string): string {
  return `\`${cut(visible(text).replaceAll("`", "'"), QUOTED)}\``;
}

/** So many characters of a text, none of them cut in two. */
function cut(text: string, most: number): string {
  const characters = Array.from(text.slice(0, 2 * most));
  const isWhole = text.length <= 2 * most && characters.length <= most;
  return isWhole ? text : `${characters.slice(0, most).join("")}…`;
}

/** A text without what moves a cursor, changes colours, or reorders what stands beside it. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\ufffd");
}

/** How much of what was thrown is said. */
const SAID = 500;

/** What was thrown, in words, cut short. Only what is free of secrets: of one that is cut, a part would stay. */
export function shortened(words: string): string {
  return cut(words, SAID);
}

/** What was thrown, and what it names as its cause, where Node.js says what the matter is. */
export function withCauseInWords(thrown: unknown): string {
  try {
    const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
    if (!(cause instanceof Error)) return inWords(thrown);
    const words = inWords(cause) || visible(String((cause as { code?: unknown }).code ?? cause.name));
    return `${inWords(thrown)}: ${words}`;
  } catch {
    return inWords(thrown);
  }
}

/** What was thrown, in words, whatever it is. */
export function inWords(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return visible(text.split("\n", 1)[0] ?? "");
  } catch {
    return "something was thrown that has no text";
  }
}
