// The signatures of a card, and what they sign.

import { readCard, verifyCard } from "a2a-negotiator";

import { payloadOf } from "../../../../negotiator/npm/src/card-payload.ts";
import { placesOf } from "./places.js";

/** The canonical payload, and what became of each signature; without keys none is known. */
export async function signatures(card, keys) {
  if (readCard(card).card === null) return { isCard: false };
  const members = JSON.parse(card.replace(/^\ufeff/, ""));
  const verified = await verifyCard(card, keys.trim() ? keys : { keys: [] });
  const pointers = verified.map((_, index) => `/signatures/${index}`);
  const places = placesOf(card, pointers);
  return {
    isCard: true,
    payload: payloadOf(members),
    signatures: verified.map((signature, index) => ({ ...signature, place: places[pointers[index]] })),
  };
}
