import { NegotiatorInputError, negotiate } from "a2a-negotiator";
import type { Intent, Outcome, TaskClass } from "a2a-negotiator";

import { readSettings } from "./config.js";
import type { Settings } from "./config.js";
import type { Io } from "./io.js";
import { withMember } from "./members.js";
import { Misuse } from "./misuse.js";
import { seconds } from "./options.js";
import { Reader } from "./read.js";
import { locateNearest, place, positionIn } from "./source.js";
import type { Source } from "./source.js";

/** A card and a profile, as commands that negotiate take them. */
export interface Pair {
  readonly card: Source;
  readonly profile: Source;
}

export interface Given {
  readonly profile: string | undefined;
  readonly skill?: string | undefined;
  readonly "task-class": TaskClass | undefined;
  readonly config: string | undefined;
  readonly timeout: string | undefined;
}

/** The one card that a command takes. */
export function onlyCard(positionals: readonly string[]): string {
  const [card, more] = positionals;
  if (card === undefined)
    throw new Misuse("no agent card is named", "name a file, an address, or `-` for standard input");
  // What it is, is not said: it may be a key that was meant for `--key`.
  if (more !== undefined) throw new Misuse("there is an argument too many after the agent card", "name one agent card");
  return card;
}

/** Reads what a command names, and negotiates. */
export async function consult(
  positionals: readonly string[],
  given: Given,
  io: Io,
  reader = new Reader(io, seconds(given.timeout)),
): Promise<{ pair: Pair; outcome: Outcome }> {
  const name = onlyCard(positionals);
  const { profile, intent } = await question(given, io, reader);
  const pair = { card: await reader.read(name, "agent card"), profile };
  const text = profileText(pair.card, profile);
  return { pair, outcome: withPlaces({ ...pair }, () => negotiate(pair.card.text, text, intent)) };
}

/** Who asks for what: the profile and the intent that a command names, or the configuration. */
export async function question(
  given: Given,
  io: Io,
  reader = new Reader(io, seconds(given.timeout)),
): Promise<{ profile: Source; intent: Intent }> {
  const settings = await readSettings(reader, io.workingDirectory, given.config);
  const profile = await readProfile(reader, given.profile, settings);
  if (!profile) {
    throw new Misuse("no client profile is named", "name it with `--profile FILE`, or in `a2a-negotiator.json`");
  }
  const taskClass = given["task-class"] ?? settings.taskClass;
  const intent = { ...(given.skill !== undefined && { skill: given.skill }), ...(taskClass && { taskClass }) };
  return { profile, intent };
}

/** The profile of the command line, else that of the configuration. */
export async function readProfile(
  reader: Reader,
  named: string | undefined,
  settings: Settings,
): Promise<Source | undefined> {
  const [profile, another] = await readProfiles(reader, named === undefined ? [] : [named], settings);
  if (another === undefined) return profile;
  throw new Misuse("the configuration names several client profiles", "name the one that is meant with `--profile FILE`");
}

/** The same where there may be several. */
export async function readProfiles(reader: Reader, named: readonly string[], settings: Settings): Promise<Source[]> {
  const profiles: Source[] = [];
  for (const profile of named.length > 0 ? named : settings.profiles) {
    profiles.push(typeof profile === "string" ? await reader.read(profile, "client profile") : profile);
  }
  return profiles;
}

/** The profile's text, which says where the card came from unless it does so itself. */
export function profileText(card: Source, profile: Source): string {
  return card.cardUrl === undefined ? profile.text : withMember(profile.text, "cardUrl", card.cardUrl);
}

/** Runs, and tells an error of the core with the place in the document that it is about. */
export function withPlaces<T>(sources: Readonly<Record<string, Source>>, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof NegotiatorInputError)) throw error;
    const source = sources[error.document];
    throw new Misuse(error.message, inCommandWords(error.help), source && placeOf(error, source));
  }
}

/** What is an option of a function is one of the command too. */
function inCommandWords(help: string): string {
  return help.replaceAll(/`(\w+)` in the options/g, (_, name: string) => `\`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}\``);
}

/** The same for what answers later. */
export async function withPlacesLater<T>(sources: Readonly<Record<string, Source>>, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    return withPlaces(sources, () => {
      throw error;
    });
  }
}

function placeOf({ position, pointer }: NegotiatorInputError, source: Source): string {
  const inText = position && positionIn(source, position);
  const nearest = locateNearest(source, [pointer ?? ""]).map(({ key }) => key);
  return [inText, ...nearest].flatMap((found) => (found ? [place(source, found)] : []))[0] ?? source.name;
}
