import { negotiate } from "a2a-negotiator";
import type { Lockfile, NegotiatorInputError, Outcome, Rejection } from "a2a-negotiator";

/** A plan that goes beyond what was reviewed, or that is gone. */
export interface Drift {
  /** The skill; `null` for the card's defaults. */
  readonly skill: string | null;
  readonly rejection: Rejection;
}

/**
 * Where a card goes beyond what a lockfile says, for the card's defaults, each locked skill and each that is asked for;
 * `decide` negotiates for one of them under the lockfile.
 */
export function driftOf(
  { skills, default: byDefault }: Lockfile,
  asked: readonly string[],
  decide: (skill: string | null) => Outcome,
): Drift[] {
  const names = [...new Set([...Object.keys(skills), ...asked])];
  return [null, ...names].flatMap((skill): Drift[] => {
    const plan = skill === null ? byDefault.plan : Object.hasOwn(skills, skill) ? skills[skill]?.plan : undefined;
    const outcome = decide(skill);
    if (outcome.decision === "accept") return [];
    const isReviewed = outcome.rejection.code !== "lockViolation" && plan === undefined;
    return isReviewed ? [] : [{ skill, rejection: outcome.rejection }];
  });
}

/** What a person is told of it. */
export function driftMessage({ skill, rejection: { code, message } }: Drift): string {
  if (code === "lockViolation") return message;
  return `the plan for ${skill === null ? "the card's defaults" : `\`${skill}\``} was reviewed, and is refused now: ${message}`;
}

/** Has the core read a lockfile. */
export function checkLockfile(lock: unknown): asserts lock is Lockfile {
  negotiate({}, {}, {}, { lock: (lock ?? {}) as Lockfile, trace: false });
}

/** What the core says of a lockfile, to which it is a part of the options. */
export function aboutLockfile({ message }: NegotiatorInputError): string {
  return message.replace(/^`[^`]*` of the options/, "the lockfile").replace("the options", "the lockfile");
}
