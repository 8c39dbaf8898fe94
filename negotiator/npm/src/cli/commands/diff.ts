import { diffCards } from "a2a-negotiator";

import { command } from "../command.js";
import { readSettings } from "../config.js";
import { profileText, readProfile, withPlaces } from "../consult.js";
import { markdown, text } from "../formats/diff.js";
import type { Compared } from "../formats/diff.js";
import { Misuse } from "../misuse.js";
import { shownWord } from "../shown-word.js";
import { PROFILE, SOURCES, TASK_CLASS, formats, seconds } from "../options.js";
import { warnOfProfile } from "../profile-findings.js";
import { Reader } from "../read.js";
import { asJson, painter } from "../terminal.js";
import type { Paint } from "../terminal.js";

const FORMATS = {
  text,
  json: ({ diff }: Compared) => asJson(diff),
  markdown,
} as const satisfies Record<string, (compared: Compared, paint: Paint) => string>;

/** Whether nobody loses anything: of a client that is known, no plan is another; of others, all can call as they could. */
function isHarmless({ class: gravest, skills }: Compared["diff"]): boolean {
  if (skills) return skills.every(({ effect }) => effect === "same" || effect === "accepted");
  return gravest !== "degrading" && gravest !== "breaking";
}

export const diff = command({
  name: "diff",
  summary: "say what changed from one agent card to another, and whom it breaks",
  usage: "OLD NEW [--profile PROFILE] [--skill ID]",
  about:
    "Compares what two cards mean, of whatever generation. With a profile, the changes are judged by what they do to\n" +
    "the plans of that client, for the skill that is named, else for all.",
  options: {
    profile: { ...PROFILE, about: "the client profile to judge by" },
    skill: { type: "string", short: "s", value: "ID", about: "the skill that the client calls" },
    "task-class": TASK_CLASS,
    ...formats(Object.keys(FORMATS) as (keyof typeof FORMATS)[]),
    ...SOURCES,
  },
  examples: [
    ["diff agent-card.json https://agent.example.com", "what is served, against the card of a file"],
    ["diff old.json new.json --profile client.json --format markdown", "for a comment on a pull request"],
  ],
  codes: {
    0: "whoever could call the agent still can; with a profile, each plan is as before or gained",
    1: "some cannot, or go without something; with a profile, a plan is another or gone",
  },
  async run({ values, positionals }, io) {
    const [oldName, newName, more] = positionals;
    if (oldName === undefined || newName === undefined) {
      throw new Misuse("two agent cards are compared, the old one and the new one", "name both, in this order");
    }
    if (more !== undefined) throw new Misuse(`\`${shownWord(more)}\` is one argument too many`, "name two agent cards");
    const reader = new Reader(io, seconds(values.timeout));
    const settings = await readSettings(reader, io.workingDirectory, values.config);
    const profile = await readProfile(reader, values.profile, settings);
    if (values.skill !== undefined && !profile) {
      throw new Misuse("a skill is called by a client, and no client profile is named", "name it with `--profile FILE`");
    }
    if (profile) warnOfProfile(profile, io);
    const old = await reader.read(oldName, "old agent card");
    const current = await reader.read(newName, "new agent card");
    const taskClass = values["task-class"] ?? settings.taskClass;
    const intent = { ...(values.skill !== undefined && { skill: values.skill }), ...(taskClass && { taskClass }) };
    const sources = { old, new: current, ...(profile && { profile }) };
    const found = withPlaces(sources, () =>
      diffCards(old.text, current.text, profile && profileText(current, profile), intent),
    );
    const format = values.json ? "json" : (values.format ?? "text");
    return {
      code: isHarmless(found) ? 0 : 1,
      stdout: FORMATS[format]({ diff: found, old, current }, painter(io.stdout)),
    };
  },
});
