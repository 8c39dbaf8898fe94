import { access, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";

import { lockCard, readCard } from "a2a-negotiator";

import { command } from "../command.js";
import { readSettings } from "../config.js";
import { onlyCard, profileText, readProfile, withPlaces } from "../consult.js";
import type { Io } from "../io.js";
import { driftNotices, lockName } from "../locked.js";
import { Misuse } from "../misuse.js";
import { noticeLine } from "../formats/text.js";
import { LOCK, PROFILE, SOURCES, TASK_CLASS, seconds } from "../options.js";
import { Reader } from "../read.js";
import { painter, printable } from "../terminal.js";

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
  codes: { 0: "locked, or nothing goes beyond what was", 1: "something does, and was not accepted" },
  async run({ values, positionals }, io) {
    const name = onlyCard(positionals);
    const reader = new Reader(io, seconds(values.timeout));
    const settings = await readSettings(reader, io.workingDirectory, values.config);
    const profile = await readProfile(reader, values.profile, settings);
    if (!profile) {
      throw new Misuse("no client profile is named", "name it with `--profile FILE`, or in `a2a-negotiator.json`");
    }
    const card = await reader.read(name, "agent card");
    const taskClass = values["task-class"] ?? settings.taskClass;
    const skills = values.skill.length > 0 ? values.skill : settings.skills;
    const options = { ...(skills.length > 0 && { skills: [...skills] }), ...(taskClass && { taskClass }) };
    const made = withPlaces({ card, profile }, () => lockCard(card.text, profileText(card, profile), options));
    if (readCard(card.text).card === null) {
      throw new Misuse(`${card.name} is no agent card`, "`check` says what it looks like");
    }
    const file = lockName(values.lock, settings);
    const text = `${JSON.stringify(made, null, 2)}\n`;
    const write = () => writeFile(resolve(io.workingDirectory, file), text);
    const count = Object.keys(made.skills).length;
    const done = `${printable(file)}: ${count} skill${count === 1 ? "" : "s"} locked\n`;
    if (!(await exists(resolve(io.workingDirectory, file)))) {
      await write();
      return { code: 0, stdout: done };
    }
    const locked = await reader.readFile(file, "lockfile");
    if (locked.text === text) return { code: 0, stdout: "nothing changed\n" };
    const paint = painter(io.stdout);
    const notices = driftNotices({ card, profile }, locked);
    const shown = notices.map((notice) => `${noticeLine(notice, paint)}\n`).join("");
    if (!values.update) {
      const nothing = "nothing goes beyond what was reviewed; `--update` writes down the rest\n";
      return { code: Math.min(notices.length, 1), stdout: shown || nothing };
    }
    if (notices.length > 0 && !values.yes && !(await accepts(io, shown, file))) {
      return { code: 1, stdout: "nothing was written\n" };
    }
    await write();
    return { code: 0, stdout: values.yes ? `${shown}${done}` : done };
  },
});

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
