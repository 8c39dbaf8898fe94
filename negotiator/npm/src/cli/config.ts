import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

import { NegotiatorInputError, locate, readCard } from "a2a-negotiator";
import type { ClientProfile, TaskClass } from "a2a-negotiator";

import { parseJson } from "../json.js";
import { isAddress } from "./fetch.js";
import { Misuse } from "./misuse.js";
import type { Reader } from "./read.js";
import { TASK_CLASSES } from "./task-classes.js";
import { locateNearest, place, positionIn } from "./source.js";
import type { Source } from "./source.js";
import { printable } from "./terminal.js";

/** The name of the file that is looked for in the working directory. */
export const CONFIG_NAME = "a2a-negotiator.json";

/** The file as it is written; `schema/config.json` describes it to editors. */
interface Config {
  readonly $schema?: string;
  readonly cards?: readonly string[];
  readonly profile?: string | ClientProfile;
  readonly skills?: readonly string[];
  readonly taskClass?: TaskClass;
  readonly lock?: string;
}

/** What a configuration says, with its paths as the working directory sees them. */
export interface Settings {
  readonly cards: readonly string[];
  readonly profile?: string | Source;
  readonly skills: readonly string[];
  readonly taskClass?: TaskClass;
  readonly lock?: string;
}

const NOTHING: Settings = { cards: [], skills: [] };

/** Reads the file that `--config` names, or the one in the working directory, if there is one. */
export async function readSettings(reader: Reader, folder: string, named: string | undefined): Promise<Settings> {
  const path = named ?? CONFIG_NAME;
  if (named === undefined && !(await isFile(join(folder, CONFIG_NAME)))) return NOTHING;
  const source = await reader.readFile(path, "configuration");
  const config = check(source);
  const home = dirname(resolve(folder, path));
  const here = (name: string) => (isAddress(name) ? name : relative(folder, resolve(home, name)) || ".");
  return {
    cards: (config.cards ?? []).map(here),
    skills: config.skills ?? [],
    ...(config.profile !== undefined && {
      profile: typeof config.profile === "string" ? here(config.profile) : inner(source, "/profile"),
    }),
    ...(config.taskClass !== undefined && { taskClass: config.taskClass }),
    ...(config.lock !== undefined && { lock: here(config.lock) }),
  };
}

/** A value of a document as a document of its own, whose places are those of the whole. */
function inner(source: Source, pointer: string): Source {
  const location = locate(source.text, pointer);
  if (!location) throw new Error(`nothing stands at ${pointer}`);
  return {
    ...source,
    text: source.text.slice(location.start.offset, location.end.offset),
    within: { text: source.text, pointer, offset: location.start },
  };
}

const isListOfStrings = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === "string");

/** What each field may hold, in words and as a test. The schema says the same. */
const FIELDS: Record<keyof Config, [words: string, fits: (value: unknown) => boolean]> = {
  $schema: ["a string", (value) => typeof value === "string"],
  cards: ["a list of paths and addresses", isListOfStrings],
  profile: ["a path, an address or a client profile", (value) => typeof value === "string" || isObject(value)],
  skills: ["a list of ids of skills", isListOfStrings],
  taskClass: [
    `one of ${TASK_CLASSES.map((name) => `\`${name}\``).join(", ")}`,
    (value) => TASK_CLASSES.includes(value as TaskClass),
  ],
  lock: ["a path", (value) => typeof value === "string"],
};

function check(source: Source): Config {
  const config = parse(source);
  if (!isObject(config))
    throw wrong(source, "", "the configuration is no object", `write \`{"profile": …, "cards": […]}\``);
  for (const [name, value] of Object.entries(config)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof Config] : undefined;
    const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!field) {
      const known = Object.keys(FIELDS)
        .map((key) => `\`${key}\``)
        .join(", ");
      throw wrong(source, pointer, `a configuration has no field \`${printable(name)}\``, `its fields are ${known}`);
    }
    const [words, fits] = field;
    if (!fits(value)) throw wrong(source, pointer, `\`${name}\` is not ${words}`, `make it ${words}`);
  }
  return config as Config;
}

function wrong(source: Source, pointer: string, message: string, help: string): Misuse {
  return new Misuse(message, help, ...locateNearest(source, [pointer]).map(({ key }) => place(source, key)));
}

function parse(source: Source): unknown {
  try {
    // The core's reader says in better words than JSON.parse what is wrong, and where.
    readCard(source.text);
    return parseJson(source.text);
  } catch (error) {
    if (!(error instanceof NegotiatorInputError)) throw error;
    const message = error.message.replace("the card", "the configuration");
    throw new Misuse(message, error.help, error.position && place(source, positionIn(source, error.position)));
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
