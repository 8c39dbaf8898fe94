// The part of a lockfile that a negotiation looks at. All of it, for ten thousand skills, is megabytes to write for each.

import { isObject } from "./card-payload.js";
import { parseJson } from "./json.js";

/** A lockfile without the plans of other skills than that of the intent. What is no lockfile stays as it is. */
export function lockFor(lock: unknown, intent: string): unknown {
  if (!isObject(lock) || !isObject(lock["skills"])) return lock;
  const { skills } = lock;
  const skill = skillOf(intent);
  return { ...lock, skills: skill !== undefined && Object.hasOwn(skills, skill) ? { [skill]: skills[skill] } : {} };
}

/** The same in the options of a negotiation. */
export function withLockFor(options: unknown, intent: string): unknown {
  return isObject(options) && isObject(options["lock"]) ? { ...options, lock: lockFor(options["lock"], intent) } : options;
}

function skillOf(intent: string): string | undefined {
  try {
    const { skill } = Object(parseJson(intent)) as { skill?: unknown };
    return typeof skill === "string" ? skill : undefined;
  } catch {
    // What is wrong with it is for the core to say.
    return undefined;
  }
}
