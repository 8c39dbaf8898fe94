// Two cards compared.

import { diffCards } from "a2a-negotiator";

import { markdown } from "../../../../negotiator/npm/src/cli/formats/diff-markdown.ts";
import { placesOf } from "./places.js";

/** The changes with where they stand in either card, and what they do to the client's plans for all skills. */
export function compare(old, current, profile, { taskClass }) {
  const intent = { taskClass };
  let diff;
  let profileError;
  try {
    diff = diffCards(old, current, profile, intent);
  } catch (error) {
    if (error.document !== "profile") throw error;
    // The changes can be told all the same.
    diff = diffCards(old, current);
    profileError = error.message;
  }
  return {
    diff,
    profileError,
    oldPlaces: placesOf(old, diff.changes.map(({ oldPointer }) => oldPointer)),
    newPlaces: placesOf(current, diff.changes.map(({ newPointer }) => newPointer)),
    markdown: markdown({ diff }),
  };
}
