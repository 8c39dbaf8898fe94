import { Profile, negotiate as decide } from "a2a-negotiator";

import { command } from "../command.js";
import { consult, question, withPlaces } from "../consult.js";
import type { Given } from "../consult.js";
import { explained } from "../explained.js";
import { answerTo, lineOf } from "../line.js";
import { DECISION_CODES, PROFILE, SKILL, SOURCES, TASK_CLASS } from "../options.js";
import type { Io, Result } from "../io.js";
import { warnOfProfile } from "../profile-findings.js";
import { watchedFilter } from "../progress.js";
import { Registry } from "../registry.js";
import { asJson, painter, writeLine } from "../terminal.js";

export const negotiate = command({
  name: "negotiate",
  summary: "decide whether and how a client calls an agent",
  usage: "CARD --profile PROFILE [--skill ID]",
  about: "Prints the call plan, or what refuses, where, and what to do about it. `explain` prints every step.",
  options: {
    profile: PROFILE,
    skill: SKILL,
    "task-class": TASK_CLASS,
    json: { type: "boolean", about: "print the whole outcome as JSON" },
    ndjson: { type: "boolean", about: "decide on each line, a card or {card, profile, intent}, and print a line" },
    ...SOURCES,
  },
  examples: [
    ["negotiate agent-card.json --profile client.json --skill market-size", "with files"],
    ["negotiate https://agent.example.com --profile client.json --json", "with a card that is served, for a program"],
    ["negotiate --ndjson --profile client.json < cards.ndjson", "as a filter: a line in, a line out"],
  ],
  codes: {
    [DECISION_CODES.accept]: "accept",
    [DECISION_CODES.reject]: "reject",
    [DECISION_CODES.escalate]: "escalate",
  },
  async run({ values, positionals }, io) {
    if (values.ndjson) return filter(positionals, values, io);
    const { pair, outcome } = await consult(positionals, values, io);
    if (!values.json) warnOfProfile(pair.profile, io);
    const shortened = { ...outcome, steps: [], findings: [] };
    const stdout = values.json ? asJson(outcome) : explained(shortened, pair, painter(io.stdout));
    return { code: DECISION_CODES[outcome.decision], stdout };
  },
});

/** Negotiates line by line. What is wrong with a line is said in its place. */
async function filter(positionals: readonly string[], given: Given, io: Io): Promise<Result> {
  const asked = await question(given, io);
  warnOfProfile(asked.profile, io);
  const own = withPlaces({ profile: asked.profile }, () => new Profile(asked.profile.text));
  const registry = await Registry.open(positionals, io, { isFilter: true });
  for await (const { text } of watchedFilter(registry, io)) {
    const { card, profile = own, intent = asked.intent } = lineOf(text);
    await writeLine(io.stdout, answerTo(() => decide(card, profile, intent, { trace: false })));
  }
  return { code: 0, stderr: String(registry.skipped) };
}
