/** What was thrown, in words, whatever it is. */
export function inWords(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return text.split("\n", 1)[0] ?? "";
  } catch {
    return "something was thrown that has no text";
  }
}
