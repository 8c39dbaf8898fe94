// What was reviewed of a card, and what goes beyond it.

import { lockCard, negotiate, readCard } from "a2a-negotiator";

import { driftMessage, driftOf, readLockfile } from "../../../../negotiator/npm/src/cli/drift.ts";
import { placesOf } from "./places.js";

/** The lockfile of the card for this client, and the plans that go beyond the one that is given, if one is. */
export function lock(card, profile, lockfile, { taskClass }) {
  if (readCard(card).card === null) return { isCard: false };
  const made = lockCard(card, profile, { taskClass });
  const text = `${JSON.stringify(made, null, 2)}\n`;
  return { isCard: true, text, refused: Object.keys(made.skills).filter((id) => !made.skills[id].plan), kept: lockfile.trim() ? held(card, profile, lockfile) : null };
}

/** The plans of a lockfile, for its skills and for none (`null`), with a message where the card goes beyond one. */
function held(card, profile, lockfile) {
  const locked = readLockfile(lockfile);
  const drift = driftOf(locked, [], (skill) =>
    negotiate(card, profile, { ...(skill !== null && { skill }), taskClass: locked.taskClass }, { lock: locked, fixes: false }),
  );
  const pointerOf = ({ rejection: { cardPointers } }) => cardPointers[0];
  const places = placesOf(card, drift.map(pointerOf));
  const beyond = new Map(drift.map((one) => [one.skill, { message: driftMessage(one), place: places[pointerOf(one)] }]));
  return [[null, locked.default], ...Object.entries(locked.skills)].map(([skill, { plan }]) => ({ skill, isRefused: !plan, ...beyond.get(skill) }));
}
