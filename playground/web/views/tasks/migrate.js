// A card of any generation as one of 1.0, and what that does to its text.

import { migrateCard, readCard } from "a2a-negotiator";

import { placesOf } from "./places.js";

/**
 * The card as it was given, and the patch that makes a clean card of 1.0 of it, empty where it is one; which values move where, and which fields stay; and what the migration says.
 * Null for what is no card.
 */
export function migrate(card) {
  const { card: migrated, findings } = migrateCard(card);
  if (migrated === null) return null;
  const given = JSON.parse(card.replace(/^\ufeff/, ""));
  const patch = patchOf(given, migrated);
  const moves = movesOf(given, migrated);
  const stays = Object.keys(given).filter((name) => isSame(given[name], migrated[name])).map((name) => `/${escaped(name)}`);
  const pointers = [...moves.map(({ from }) => from), ...stays, ...findings.map(({ pointer }) => pointer)];
  return { card, generation: readCard(card).generation, patch, moves, stays, findings, places: placesOf(card, pointers) };
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

/** The values that do not stay where they are: from where, and to where; without `to` what is said otherwise, or left out. */
function movesOf(before, now) {
  const [old, current] = [new Map(leavesOf(before)), new Map(leavesOf(now))];
  const isNew = [...current].filter(([pointer, value]) => old.get(pointer) !== value);
  const taken = new Set();
  return [...old]
    .filter(([pointer, value]) => current.get(pointer) !== value)
    .map(([from, value]) => {
      const has = ([pointer, other]) => other === value && !taken.has(pointer);
      // Of several the one whose name is the same, as far as there is one.
      const name = from.split("/").at(-1);
      const found = isNew.find((entry) => has(entry) && entry[0].endsWith(`/${name}`)) ?? isNew.find(has);
      if (found) taken.add(found[0]);
      return { from, to: found?.[0] };
    });
}

/** What has nothing within it, by its pointer, as JSON. */
function leavesOf(value, path = "") {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) return [[path, JSON.stringify(value)]];
  return entries.flatMap(([name, inner]) => leavesOf(inner, `${path}/${escaped(name)}`));
}

/** A name as it stands in a pointer. */
const escaped = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
