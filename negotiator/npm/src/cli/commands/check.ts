import { judge } from "a2a-negotiator";
import type { Severity } from "a2a-negotiator";

import { cardsNamed } from "../cards.js";
import { command } from "../command.js";
import { readProfiles, withPlaces } from "../consult.js";
import { readSettings } from "../config.js";
import { examine } from "../examine.js";
import type { Client } from "../examine.js";
import { github } from "../formats/github.js";
import { json } from "../formats/json.js";
import { sarif } from "../formats/sarif.js";
import { text } from "../formats/text.js";
import type { Io, Result } from "../io.js";
import { driftNotices, lockName } from "../locked.js";
import { MISUSE, Misuse } from "../misuse.js";
import { LOCK, PROFILE, SOURCES, TASK_CLASS, formats, seconds } from "../options.js";
import { Reader } from "../read.js";
import { SEVERITIES, hasAsGrave } from "../report.js";
import type { CardReport, Format } from "../report.js";
import { painter } from "../terminal.js";
import { told } from "../told.js";

const FORMATS = { text, json, github, sarif } as const satisfies Record<string, Format>;

export const check = command({
  name: "check",
  summary: "find what is odd in agent cards, and what a client cannot do with them",
  usage: "[CARD...] [--profile PROFILE]... [--skill ID]...",
  about:
    "Without a card, those of the configuration are checked. With a profile, also what is not negotiable and the\n" +
    "decision for each skill: what is refused is an error for a skill that was asked for, else a warning.",
  options: {
    profile: { ...PROFILE, multiple: true, about: "a client profile to check for; may be given more than once" },
    skill: {
      type: "string",
      short: "s",
      multiple: true,
      value: "ID",
      about: "a skill that must be accepted; may be given more than once",
    },
    "task-class": TASK_CLASS,
    locked: { type: "boolean", about: "fail where a plan goes beyond what `lock` wrote down" },
    lock: { ...LOCK, about: `${LOCK.about}; implies --locked` },
    "fail-on": {
      type: "string",
      value: "SEVERITY",
      choices: SEVERITIES,
      about: `what ends with 1: ${SEVERITIES.join(", ")}, or what is graver; error unless said`,
    },
    ...formats(Object.keys(FORMATS) as (keyof typeof FORMATS)[]),
    ...SOURCES,
  },
  examples: [
    ["check agent-card.json", "one card"],
    ["check", "what a2a-negotiator.json names"],
    ["check --fail-on warning", "the same, where a warning is too much"],
    ["check --locked", "the same, and whether it is within what was reviewed"],
    ["check cards/*.json --profile client.json --format github", "many cards, as annotations of a pull request"],
    [
      "check https://agent.example.com --profile client.json --skill market-size",
      "a card that is served, for one skill",
    ],
  ],
  codes: {
    0: "no errors; with --fail-on, nothing as grave as that",
    1: "at least one; a card that is no JSON is one",
  },
  async run({ values, positionals }, io) {
    const reader = new Reader(io, seconds(values.timeout));
    const settings = await readSettings(reader, io.workingDirectory, values.config);
    const names = await cardsNamed(positionals.length > 0 ? positionals : settings.cards, io.workingDirectory);
    if (names.length === 0) {
      throw new Misuse(
        "no agent card is named",
        "name files, addresses, or `-` for standard input, or name them in `a2a-negotiator.json`",
      );
    }
    const profiles = await readProfiles(reader, values.profile, settings);
    const skills = values.skill.length > 0 ? values.skill : settings.skills;
    if (skills.length > 0 && profiles.length === 0) {
      throw new Misuse(
        "a skill is checked for a client, and no client profile is named",
        "name it with `--profile FILE`, or in `a2a-negotiator.json`",
      );
    }
    // A profile that cannot be read is told once, and not for each card.
    for (const profile of profiles) withPlaces({ profile }, () => judge("{}", profile.text));
    const clients = profiles.map((profile) => ({ profile, skills, taskClass: values["task-class"] ?? settings.taskClass }));
    const failOn = values["fail-on"] ?? settings.failOn ?? "error";
    const format = values.json ? "json" : (values.format ?? "text");
    const examined = await examineAll(names, reader, clients);
    if (values.locked || values.lock !== undefined) {
      const [profile, another] = profiles;
      if (!profile || another || names.length > 1) {
        throw new Misuse("what is locked is one agent card for one client", "name one agent card, and one client profile");
      }
      const lock = await reader.readFile(lockName(values.lock, settings), "lockfile");
      const [only] = examined.reports;
      if (only) {
        const notices = driftNotices({ card: only.source, profile }, lock, skills);
        return report({ ...examined, reports: [{ ...only, notices: [...only.notices, ...notices] }] }, FORMATS[format], failOn, io);
      }
    }
    return report(examined, FORMATS[format], failOn, io);
  },
});

interface Examined {
  readonly reports: readonly CardReport[];
  readonly problems: readonly Misuse[];
}

/** Examines each card, whatever became of the others. */
async function examineAll(names: readonly string[], reader: Reader, clients: readonly Client[]): Promise<Examined> {
  const reports: CardReport[] = [];
  const problems: Misuse[] = [];
  for (const name of names) {
    try {
      reports.push(examine(await reader.read(name, "agent card"), clients));
    } catch (error) {
      if (!(error instanceof Misuse)) throw error;
      problems.push(error);
    }
  }
  return { reports, problems };
}

function report({ reports, problems }: Examined, format: Format, failOn: Severity, io: Io): Result {
  const base = io.environment["GITHUB_WORKSPACE"] ?? io.workingDirectory;
  const stdout = format(reports, { base, paint: painter(io.stdout) });
  const stderr = problems.map((problem) => told(problem, painter(io.stderr))).join("");
  return { code: problems.length > 0 ? MISUSE : hasAsGrave(reports, failOn) ? 1 : 0, stdout, stderr };
}
