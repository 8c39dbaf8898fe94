import { command } from "../command.js";
import { consult } from "../consult.js";
import { explained } from "../explained.js";
import { DECISION_CODES, PROFILE, SKILL, SOURCES, TASK_CLASS } from "../options.js";
import { asJson, painter } from "../terminal.js";

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
    ...SOURCES,
  },
  examples: [
    ["negotiate agent-card.json --profile client.json --skill market-size", "with files"],
    ["negotiate https://agent.example.com --profile client.json --json", "with a card that is served, for a program"],
  ],
  codes: {
    [DECISION_CODES.accept]: "accept",
    [DECISION_CODES.reject]: "reject",
    [DECISION_CODES.escalate]: "escalate",
  },
  async run({ values, positionals }, io) {
    const { pair, outcome } = await consult(positionals, values, io);
    const shortened = { ...outcome, steps: [], findings: [] };
    const stdout = values.json ? asJson(outcome) : explained(shortened, pair, painter(io.stdout));
    return { code: DECISION_CODES[outcome.decision], stdout };
  },
});
