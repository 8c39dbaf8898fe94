import { negotiate } from "a2a-negotiator";
import type { Lockfile, Outcome } from "a2a-negotiator";

import type { Settings } from "./config.js";
import { profileText, withPlaces } from "./consult.js";
import type { Pair } from "./consult.js";
import { LockfileError, driftMessage, driftOf, readLockfile } from "./drift.js";
import { Misuse } from "./misuse.js";
import { placed } from "./placed.js";
import type { Notice } from "./report.js";
import { locateNearest, place } from "./source.js";
import type { Source } from "./source.js";

/** The path of the lockfile: that of the command line, else that of the configuration, else the usual one. */
export function lockName(named: string | undefined, settings: Settings): string {
  return named ?? settings.lock ?? "a2a-negotiator.lock.json";
}

/** Where a card goes beyond what a lockfile says, at the places in the card: the card's defaults, each locked skill and each that is asked for. */
export function driftNotices({ card, profile }: Pair, lock: Source, asked: readonly string[] = []): Notice[] {
  const locked = readLock(lock);
  const profileWithUrl = profileText(card, profile);
  const decide = (skill: string | null): Outcome =>
    withPlaces({ card, profile }, () =>
      negotiate(card.text, profileWithUrl, { ...(skill !== null && { skill }), taskClass: locked.taskClass }, { lock: locked, fixes: false }),
    );
  return placed(
    driftOf(locked, asked, decide).map((drift) => ({
      severity: "error",
      code: drift.rejection.code,
      message: driftMessage(drift),
      help: drift.rejection.help,
      places: (drift.rejection.cardPointers.length > 0 ? drift.rejection.cardPointers : [""]).map((pointer) => [card, pointer] as const),
    })),
  );
}

/** The skills of a lockfile. */
export function lockedSkills(lock: Source): string[] {
  return Object.keys(readLock(lock).skills);
}

/** A lockfile that cannot be read, or is none. */
export class DamagedLock extends Misuse {}

function readLock(lock: Source): Lockfile {
  try {
    return readLockfile(lock.text);
  } catch (error) {
    if (!(error instanceof LockfileError)) throw error;
    const [found] = locateNearest(lock, [error.pointer]);
    throw new DamagedLock(error.message, error.help, found && place(lock, found.key));
  }
}
