import type { Option, Options } from "./arguments.js";
import { Misuse } from "./misuse.js";
import { shownWord } from "./shown-word.js";
import { TASK_CLASSES } from "./task-classes.js";

/** Options that several commands have. */
export const PROFILE = {
  type: "string",
  short: "p",
  value: "PROFILE",
  about: "the client profile",
} as const satisfies Option;
export const SKILL = {
  type: "string",
  short: "s",
  value: "ID",
  about: "the skill to call; without one, the card's defaults hold",
} as const satisfies Option;
export const TASK_CLASS = {
  type: "string",
  value: "CLASS",
  choices: TASK_CLASSES,
  about: `the class of task: ${TASK_CLASSES.join(", ")}`,
} as const satisfies Option;
export const LOCK = {
  type: "string",
  value: "FILE",
  about: "the lockfile; a2a-negotiator.lock.json unless said",
} as const satisfies Option;
export const JSON_OUTPUT = { type: "boolean", about: "print JSON" } as const satisfies Option;
export const SOURCES = {
  config: { type: "string", short: "c", value: "FILE", about: "the configuration, in place of ./a2a-negotiator.json" },
  timeout: { type: "string", value: "SECONDS", about: "how long an address may take to answer; 10 unless said" },
} as const satisfies Options;

/** The options of a command that prints in several formats, the first of which is text. */
export function formats<const F extends string>(names: readonly F[]) {
  return {
    format: {
      type: "string",
      short: "f",
      value: "FORMAT",
      choices: names,
      about: `${names.join(", ")}; text unless said`,
    },
    json: { type: "boolean", about: "the same as --format json" },
  } as const satisfies Options;
}

/** What a command ends with that ends with a decision. */
export const DECISION_CODES = { accept: 0, reject: 1, escalate: 2 } as const;

/** The seconds that `--timeout` allows. */
export function seconds(given: string | undefined): number {
  const number = Number(given ?? "10");
  if (number > 0 && number <= 3600) return number;
  throw new Misuse(`\`${shownWord(given ?? "")}\` is no time that \`--timeout\` takes`, "give a number of seconds, at most 3600");
}
