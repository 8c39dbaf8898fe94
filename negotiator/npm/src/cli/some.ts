/** Names for a sentence, of which only some are said where there are many. To leave out a single one saves no room. */
export function some(names: readonly string[], most: number): string[] {
  return names.length > most + 1 ? [...names.slice(0, most), `${names.length - most} more`] : [...names];
}
