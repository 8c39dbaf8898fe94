import { command } from "../command.js";
import { consult } from "../consult.js";
import { explained } from "../explained.js";
import { PROFILE, SKILL, SOURCES, TASK_CLASS } from "../options.js";
import { asJson, painter } from "../terminal.js";

export const explain = command({
  name: "explain",
  summary: "say step by step how the decision comes about",
  usage: "CARD --profile PROFILE [--skill ID]",
  about: "Prints every step with every candidate that was looked at, and why it was taken or passed over.",
  options: {
    profile: PROFILE,
    skill: SKILL,
    "task-class": TASK_CLASS,
    json: { type: "boolean", about: "print the whole outcome as JSON, its steps among it" },
    ...SOURCES,
  },
  examples: [
    ["explain agent-card.json --profile client.json --skill market-size", "why this plan, or why none"],
    ["explain agent-card.json --profile client.json --json", "the same for a program, whatever the decision"],
  ],
  codes: { 0: "explained, whatever the decision" },
  async run({ values, positionals }, io) {
    const { pair, outcome } = await consult(positionals, values, io);
    return { code: 0, stdout: values.json ? asJson(outcome) : explained(outcome, pair, painter(io.stdout)) };
  },
});
