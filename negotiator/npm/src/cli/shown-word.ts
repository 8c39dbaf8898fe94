import { printable } from "./printable.js";

/** How long a part of a name may be. */
const LONGEST_PART = 80;

/**
 * A word of the command line for a message: without what may be secret in an address, and not at all where it is
 * neither an address nor like the name of a file, an option or a skill. A key or a whole document may have been meant for
 * another place.
 */
export function shownWord(word: string): string {
  const shown = withoutSecrets(word);
  const isName = shown.split(/[/\\]/).every((part) => part.length <= LONGEST_PART) && !/[{}"]|-----/.test(shown);
  return isName ? printable(shown) : "…";
}

/** An address without its query, its fragment and its credentials, any of which may hold a secret; also one without a scheme. */
function withoutSecrets(word: string): string {
  if (word.includes("://")) return word.replace(/[?#].*$/s, "").replace(/\/\/[^/\\]*@/, "//");
  return word.replace(/[?#].*=.*$/s, "").replace(/^[^/\\]*:[^/\\]*@/, "");
}
