// Where values stand, as views show it.

import { locate } from "a2a-negotiator";

/** By pointer, `{line, offset}` of its name, or of itself where it has none. */
export function placesOf(text, pointers) {
  const wanted = [...new Set(pointers.filter((pointer) => pointer !== undefined))];
  return Object.fromEntries(
    locate(text, wanted).flatMap((place, index) => (place ? [[wanted[index], { line: place.key.line, offset: place.key.offset }]] : [])),
  );
}
