import { NegotiatorInputError, negotiate } from "a2a-negotiator";
import type { Lockfile, Rejection } from "a2a-negotiator";

import type { Settings } from "./config.js";
import { profileText, withPlaces } from "./consult.js";
import type { Pair } from "./consult.js";
import { Misuse } from "./misuse.js";
import { placed } from "./placed.js";
import type { Notice } from "./report.js";
import { locateNearest, place } from "./source.js";
import type { Source } from "./source.js";

/** The path of the lockfile: that of the command line, else that of the configuration, else the usual one. */
export function lockName(named: string | undefined, settings: Settings): string {
  return named ?? settings.lock ?? "a2a-negotiator.lock.json";
}

/** A plan that goes beyond what was reviewed, or that is gone. */
export interface Drift {
  /** The skill; `null` for the card's defaults. */
  readonly skill: string | null;
  readonly rejection: Rejection;
}

/** Where a card goes beyond what a lockfile says, for the card's defaults, each locked skill and each that is asked for. */
export function drift({ card, profile }: Pair, lock: Source, asked: readonly string[] = []): Drift[] {
  const profileWithUrl = profileText(card, profile);
  const { skills, default: byDefault } = readLock(card, lock);
  const names = [...new Set([...Object.keys(skills), ...asked])];
  return [null, ...names].flatMap((skill): Drift[] => {
    const plan = skill === null ? byDefault.plan : Object.hasOwn(skills, skill) ? skills[skill]?.plan : undefined;
    const intent = { ...(skill !== null && { skill }), taskClass: readTaskClass(lock) };
    const outcome = withPlaces({ card, profile }, () =>
      negotiate(card.text, profileWithUrl, intent, { lock: JSON.parse(lock.text), fixes: false }),
    );
    if (outcome.decision === "accept") return [];
    const isReviewed = outcome.rejection.code !== "lockViolation" && plan === undefined;
    return isReviewed ? [] : [{ skill, rejection: outcome.rejection }];
  });
}

/** The same for a report, at the places in the card. */
export function driftNotices(pair: Pair, lock: Source, asked: readonly string[] = []): Notice[] {
  return placed(
    drift(pair, lock, asked).map(({ skill, rejection: { code, message, help, cardPointers } }) => ({
      severity: "error",
      code,
      message: code === "lockViolation" ? message : `the plan for ${named(skill)} was reviewed, and is refused now: ${message}`,
      help,
      places: (cardPointers.length > 0 ? cardPointers : [""]).map((pointer) => [pair.card, pointer] as const),
    })),
  );
}

/** The skills of a lockfile. */
export function lockedSkills(card: Source, lock: Source): string[] {
  return Object.keys(readLock(card, lock).skills);
}

export function named(skill: string | null): string {
  return skill === null ? "the card's defaults" : `\`${skill}\``;
}

function readTaskClass(lock: Source): Lockfile["taskClass"] {
  return (JSON.parse(lock.text) as Lockfile).taskClass;
}

/** A lockfile that cannot be read, or is none. */
export class DamagedLock extends Misuse {}

/** The lockfile, once the core has read it. */
function readLock(card: Source, lock: Source): Lockfile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(lock.text);
  } catch {
    throw new DamagedLock(`${lock.name} is not JSON`, "take it from version control again, or make it anew with `lock --update`");
  }
  try {
    negotiate(card.text, {}, {}, { lock: (parsed ?? {}) as Lockfile, trace: false });
  } catch (error) {
    if (!(error instanceof NegotiatorInputError) || error.document !== "options") throw error;
    const [found] = locateNearest(lock, [(error.pointer ?? "").replace(/^\/lock/, "")]);
    const message = error.message.replace(/^`[^`]*` of the options/, "the lockfile").replace("the options", "the lockfile");
    throw new DamagedLock(message, error.help, found && place(lock, found.key));
  }
  return parsed as Lockfile;
}
