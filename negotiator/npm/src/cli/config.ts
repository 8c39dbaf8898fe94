import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

import { NegotiatorInputError, locate, readCard } from "a2a-negotiator";
import type { ClientProfile, Severity, TaskClass } from "a2a-negotiator";

import { parseJson } from "../json.js";
import { isAddress } from "./fetch.js";
import { Misuse } from "./misuse.js";
import type { Reader } from "./read.js";
import { SEVERITIES } from "./report.js";
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
  readonly profiles?: readonly (string | ClientProfile)[];
  readonly skills?: readonly string[];
  readonly taskClass?: TaskClass;
  readonly lock?: string;
  readonly failOn?: Severity;
}

/** What a configuration says, with its paths as the working directory sees them. */
export interface Settings {
  readonly cards: readonly string[];
  readonly profiles: readonly (string | Source)[];
  readonly skills: readonly string[];
  readonly taskClass?: TaskClass;
  readonly lock?: string;
  readonly failOn?: Severity;
}

const NOTHING: Settings = { cards: [], profiles: [], skills: [] };

/** Reads the file that `--config` names, or the one in the working directory, if there is one. */
export async function readSettings(reader: Reader, folder: string, named: string | undefined): Promise<Settings> {
  const path = named ?? CONFIG_NAME;
  if (named === undefined && !(await isFile(join(folder, CONFIG_NAME)))) return NOTHING;
  const source = await reader.readFile(path, "configuration");
  const config = check(source);
  const home = dirname(resolve(folder, path));
  const here = (name: string) => (isAddress(name) ? name : relative(folder, resolve(home, name)) || ".");
  const profileAt = (profile: string | ClientProfile, pointer: string) =>
    typeof profile === "string" ? here(profile) : inner(source, pointer);
  return {
    cards: (config.cards ?? []).map(here),
    profiles: [
      ...(config.profile === undefined ? [] : [profileAt(config.profile, "/profile")]),
      ...(config.profiles ?? []).map((profile, index) => profileAt(profile, `/profiles/${index}`)),
    ],
    skills: config.skills ?? [],
    ...(config.taskClass !== undefined && { taskClass: config.taskClass }),
    ...(config.lock !== undefined && { lock: here(config.lock) }),
    ...(config.failOn !== undefined && { failOn: config.failOn }),
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

/** Of standard input, a configuration says nothing: it is for the command line to give. */
const isName = (value: unknown) => typeof value === "string" && value !== "-";
const isProfile = (value: unknown) => isName(value) || isObject(value);
const isListOf = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits);
const oneOf = (names: readonly string[]) =>
  [`one of ${names.map((name) => `\`${name}\``).join(", ")}`, (value: unknown) => names.includes(value as string)] as const;

/** What each field may hold, in words and as a test. The schema says the same. */
const FIELDS: Record<keyof Config, readonly [words: string, fits: (value: unknown) => boolean]> = {
  $schema: ["a string", (value) => typeof value === "string"],
  cards: ["a list of paths, patterns and addresses", isListOf(isName)],
  profile: ["a path, an address or a client profile", isProfile],
  profiles: ["a list of paths, addresses and client profiles", isListOf(isProfile)],
  skills: ["a list of ids of skills", isListOf((value) => typeof value === "string")],
  taskClass: oneOf(TASK_CLASSES),
  lock: ["a path", isName],
  failOn: oneOf(SEVERITIES),
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
