import { NegotiatorInputError, negotiate } from "a2a-negotiator";
import type { Lockfile, Outcome, Rejection } from "a2a-negotiator";

import { parseJson, withoutByteOrderMark } from "../json.js";
import { quoted } from "./printable.js";

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
  return `the plan for ${skill === null ? "the card's defaults" : quoted(skill)} was reviewed, and is refused now: ${message}`;
}

/** Why a text is no lockfile that can be held against a card. */
export class LockfileError extends Error {
  readonly document = "lock";

  constructor(
    message: string,
    /** What to do about it. */
    readonly help: string,
    /** Where, as a JSON Pointer. */
    readonly pointer = "",
  ) {
    super(message);
  }
}

/** Reads the text of a lockfile, as the core does. */
export function readLockfile(text: string): Lockfile {
  let lock: unknown;
  try {
    lock = parseJson(text);
  } catch {
    throw new LockfileError("the lockfile is not JSON", "take it from version control again, or make it anew with `lock --update`");
  }
  try {
    // As a text, so that the core sees what is said twice.
    negotiate({}, {}, {}, `{"trace": false, "lock": ${withoutByteOrderMark(text)}}`);
    return lock as Lockfile;
  } catch (error) {
    if (!(error instanceof NegotiatorInputError) || error.document !== "options") throw error;
    // To the core, it is a part of the options.
    const message = error.message.replace(/^`[^`]*` of the options/, "the lockfile").replace("the options", "the lockfile");
    throw new LockfileError(message, error.help, error.pointer?.replace(/^\/lock/, ""));
  }
}

/** Whether a text is a document that is no lockfile of any version, which must not be lost. */
export function isOtherDocument(text: string): boolean {
  try {
    return !Object.hasOwn(Object(parseJson(text)) as object, "lockfileVersion");
  } catch {
    return false;
  }
}
