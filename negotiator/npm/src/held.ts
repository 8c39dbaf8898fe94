// What handles hold in the memory of the module.

import type * as core from "negotiator-module";

import type { InputDocument } from "./errors.js";
import { currentStart, guarded } from "./guarded.js";
import { Card, Profile } from "./handles.js";
import type { ClientProfile } from "./types.js";

interface Held {
  readonly read: () => core.Held;
  value: core.Held;
  /** What was there before the module was started anew is gone. */
  start: number;
}

const HELD = new WeakMap<object, Held>();

/** Reads what a handle stands for, and keeps how that is done. */
export function hold(handle: object, given: Partial<Record<InputDocument, unknown>>, read: () => core.Held): void {
  HELD.set(handle, { read, value: guarded(given, read), start: currentStart() });
}

/** Frees what a handle holds. */
export function release(handle: object): void {
  const held = HELD.get(handle);
  if (!held || held.start !== currentStart()) return;
  held.start = -1;
  guarded({}, () => held.value.free());
}

function valueOf(handle: object): core.Held {
  const held = HELD.get(handle);
  if (!held) throw new TypeError("a handle is lent that holds nothing");
  if (held.start !== currentStart()) Object.assign(held, { value: guarded({}, held.read), start: currentStart() });
  return held.value;
}

/** Whether something is a handle itself, and not a proxy of one. */
export function isHeld(value: unknown): value is object {
  return HELD.has(value as object);
}

/** A profile's own handle, or a new one. */
export function asProfile(profile: string | ClientProfile | Profile): Profile {
  return isHeld(profile) && profile instanceof Profile ? profile : new Profile(profile as ClientProfile);
}

/** A card as it lies in the module, if it is a handle. */
export function heldCard(card: string | object | Card): core.Card | undefined {
  return isHeld(card) && card instanceof Card ? (valueOf(card) as core.Card) : undefined;
}

/** Runs with a profile as it lies in the module; what is no handle is freed afterwards. */
export function lendProfile<T>(profile: string | ClientProfile | Profile, run: (profile: core.Profile) => T): T {
  const handle = asProfile(profile);
  try {
    return run(valueOf(handle) as core.Profile);
  } finally {
    if (handle !== profile) handle.free();
  }
}
