// A card of any generation as one of 1.0, and what that does to its text.

import { migrateCard, readCard } from "a2a-negotiator";

import { escaped, movesBy } from "./moves.js";
import { placesOf } from "./places.js";

/**
 * The card as it was given, and the patch that makes a clean card of 1.0 of it, empty where it is one; which values move where, and which fields stay; and what the migration says. The fields that no version has are given.
 * Null for what is no card.
 */
export function migrate(card, unknown) {
  const { card: migrated, findings } = migrateCard(card);
  if (migrated === null) return null;
  const given = JSON.parse(card.replace(/^\ufeff/, ""));
  const patch = patchOf(given, migrated);
  const { card: read, generation } = readCard(card);
  const moves = movesOf(given, migrated, read);
  const stays = Object.keys(given).filter((name) => isSame(given[name], migrated[name])).map((name) => `/${escaped(name)}`);
  const pointers = [...moves.map(({ from }) => from), ...stays, ...unknown, ...findings.map(({ pointer }) => pointer)];
  return { card, generation, patch, moves, stays, unknown, findings, places: placesOf(card, pointers) };
}

/** The operations (RFC 6902) that make one value of another; a list of another length is replaced as a whole. */
export function patchOf(before, now, path = "") {
  if (isSame(before, now)) return [];
  const areLists = Array.isArray(before) && Array.isArray(now);
  if (areLists && before.length === now.length) return before.flatMap((value, index) => patchOf(value, now[index], `${path}/${index}`));
  if (areLists || !isObject(before) || !isObject(now)) return [{ op: "replace", path, value: now }];
  const at = (name) => `${path}/${escaped(name)}`;
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(now, name));
  return [
    ...Object.entries(now).flatMap(([name, value]) =>
      Object.hasOwn(before, name) ? patchOf(before[name], value, at(name)) : [{ op: "add", path: at(name), value }],
    ),
    ...gone.map((name) => ({ op: "remove", path: at(name) })),
  ];
}

/** The values that do not stay as they are: from where, and to where, with the value there if it is written otherwise; without `to` what is left out. */
function movesOf(before, now, read) {
  const [leaves, whereTo] = [new Map(leavesOf(now)), movesBy(read, now)];
  return leavesOf(before)
    .filter(([pointer, value]) => leaves.get(pointer) !== value)
    .map(([from, value]) => {
      const to = whereTo(from);
      const written = leaves.get(to);
      return { from, to, ...(written !== undefined && written !== value && { written }) };
    });
}

/** What has nothing within it, by its pointer, as JSON. */
function leavesOf(value, path = "") {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) return [[path, JSON.stringify(value)]];
  return entries.flatMap(([name, inner]) => leavesOf(inner, `${path}/${escaped(name)}`));
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
