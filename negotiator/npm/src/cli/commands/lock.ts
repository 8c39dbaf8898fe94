import { access, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";

import { lockCard, readCard } from "a2a-negotiator";
import type { CardReading, Lockfile } from "a2a-negotiator";

import { suggestion } from "../arguments.js";
import { command } from "../command.js";
import { readSettings } from "../config.js";
import { onlyCard, profileText, readProfile, withPlaces } from "../consult.js";
import type { Pair } from "../consult.js";
import { isOtherDocument } from "../drift.js";
import type { Io } from "../io.js";
import { DamagedLock, driftNotices, lockName, lockedSkills } from "../locked.js";
import { Misuse } from "../misuse.js";
import { shownWord } from "../shown-word.js";
import { noticeLine } from "../formats/text.js";
import { LOCK, PROFILE, SOURCES, TASK_CLASS, seconds } from "../options.js";
import { warnOfProfile } from "../profile-findings.js";
import { Reader } from "../read.js";
import { some } from "../some.js";
import type { Source } from "../source.js";
import { onOneLine, painter, printable } from "../terminal.js";
import type { Paint } from "../terminal.js";

export const lock = command({
  name: "lock",
  summary: "write down what was reviewed of an agent card, so that no plan goes beyond it",
  usage: "CARD --profile PROFILE [--update]",
  about:
    "Writes a lockfile, or compares the card with the one that is there and says what goes beyond it. With --update,\n" +
    "what changed is shown, and written down after a question, which --yes answers. `check --locked` fails with it.",
  options: {
    profile: PROFILE,
    skill: {
      type: "string",
      short: "s",
      multiple: true,
      value: "ID",
      about: "a skill to lock; may be given more than once; all of them unless said",
    },
    "task-class": TASK_CLASS,
    lock: LOCK,
    update: { type: "boolean", about: "write down what changed, after a question" },
    yes: { type: "boolean", short: "y", about: "answer the question with yes" },
    ...SOURCES,
  },
  examples: [
    ["lock https://agent.example.com --profile client.json", "write down what was tested"],
    ["lock https://agent.example.com --profile client.json --update", "review what changed since"],
  ],
  codes: {
    0: "locked, or nothing goes beyond what was",
    1: "something does, and was not accepted; or a named skill is locked as refused",
  },
  async run({ values, positionals }, io) {
    const name = onlyCard(positionals);
    const reader = new Reader(io, seconds(values.timeout));
    const settings = await readSettings(reader, io.workingDirectory, values.config);
    const profile = await readProfile(reader, values.profile, settings);
    if (!profile) {
      throw new Misuse("no client profile is named", "name it with `--profile FILE`, or in `a2a-negotiator.json`");
    }
    warnOfProfile(profile, io);
    const card = await reader.read(name, "agent card");
    const taskClass = values["task-class"] ?? settings.taskClass;
    const skills = values.skill.length > 0 ? values.skill : settings.skills;
    const options = { ...(skills.length > 0 && { skills: [...skills] }), ...(taskClass && { taskClass }) };
    const pair = { card, profile };
    const made = withPlaces(pair, () => lockCard(card.text, profileText(card, profile), options));
    const { card: agent } = readCard(card.text);
    if (agent === null) throw new Misuse(`${card.name} is no agent card`, "`check` says what it looks like");
    for (const skill of skills) requireSkill(skill, agent);
    const file = lockName(values.lock, settings);
    const path = resolve(io.workingDirectory, file);
    if (path === card.file || path === profile.file) {
      throw new Misuse(`\`${printable(file)}\` is what the lockfile would be made of`, "name another file by `--lock`");
    }
    const text = `${JSON.stringify(made, null, 2)}\n`;
    const { refused, told } = refusals(made);
    const count = Object.keys(made.skills).length;
    const done = `${printable(file)}: ${count} skill${count === 1 ? "" : "s"} locked${told}\n`;
    // Whoever names a skill means to call it.
    const locked = { code: skills.some((skill) => refused.includes(skill)) ? 1 : 0, stdout: done };
    if (!(await exists(path))) {
      await write(path, text, file);
      return locked;
    }
    const known = await reader.readFile(file, "lockfile");
    if (isOtherDocument(known.text)) {
      throw new Misuse(`\`${printable(file)}\` is JSON, and no lockfile`, "name another file by `--lock`, or move this one away");
    }
    if (known.text === text) return { ...locked, stdout: `nothing changed${told}\n` };
    const paint = painter(io.stdout);
    if (!values.update) {
      const shown = drifted(pair, known, skills, paint);
      const nothing = "nothing goes beyond what was reviewed; `--update` writes down the rest\n";
      return { code: shown === "" ? 0 : 1, stdout: shown || nothing };
    }
    const shown = changed(pair, known, made, paint);
    if (shown !== "" && !values.yes && !(await accepts(io, shown, file))) {
      return { code: 1, stdout: "nothing was written\n" };
    }
    await write(path, text, file);
    return { ...locked, stdout: values.yes ? `${shown}${done}` : done };
  },
});

async function write(path: string, text: string, file: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Misuse(`\`${shownWord(file)}\` cannot be written: ${code}`, "name a file in a folder that is there and may be written to");
  }
}

/** Refuses to lock a skill that is not there, which would be locked as refused. */
function requireSkill(skill: string, { skills }: NonNullable<CardReading["card"]>): void {
  const known = skills.map(({ id }) => id);
  if (known.includes(skill)) return;
  const names = known.map((id) => `\`${printable(id)}\``);
  const all = known.length > 0 ? `it has ${some(names, MANY).join(", ")}` : "it has none";
  throw new Misuse(`the agent card has no skill \`${shownWord(skill)}\``, suggestion(skill, known.map(printable), all));
}

/** How many names a sentence lists. */
const MANY = 6;

/** The skills that are locked as refused, and what is said of them. */
function refusals({ skills }: Lockfile): { refused: string[]; told: string } {
  const entries = Object.entries(skills).filter(([, { refused }]) => refused !== undefined);
  const names = entries.map(([skill, { refused }]) => `\`${printable(skill)}\` (${refused})`);
  const told = entries.length > 0 ? `, as refused: ${some(names, MANY).join(", ")}` : "";
  return { refused: entries.map(([skill]) => skill), told };
}

/** What goes beyond a lockfile, a line each. */
function drifted(pair: Pair, lock: Source, asked: readonly string[], paint: Paint): string {
  return driftNotices(pair, lock, asked)
    .map((notice) => `${noticeLine(notice, paint)}\n`)
    .join("");
}

/** What is to be looked at before a lockfile is written anew: also what is locked no more, or cannot be compared. */
function changed(pair: Pair, lock: Source, made: Lockfile, paint: Paint): string {
  try {
    const shown = drifted(pair, lock, Object.keys(made.skills), paint);
    const gone = lockedSkills(lock).filter((skill) => !Object.hasOwn(made.skills, skill));
    return shown + gone.map((skill) => `\`${printable(skill)}\` is locked no more\n`).join("");
  } catch (error) {
    if (!(error instanceof DamagedLock)) throw error;
    return `${onOneLine(error.message)}; all of it is written anew\n`;
  }
}

/** Shows what changed, and asks whether to write it down. */
async function accepts(io: Io, shown: string, file: string): Promise<boolean> {
  if (!(io.stdin as NodeJS.ReadStream).isTTY) {
    throw new Misuse("there is no terminal to ask on", "review what changed without `--update`, then give `--yes` as well");
  }
  const asking = createInterface({ input: io.stdin, output: io.stderr });
  try {
    io.stderr.write(shown);
    return /^y(es)?$/i.test((await asking.question(`write this to ${printable(file)}? [y/N] `)).trim());
  } finally {
    asking.close();
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
