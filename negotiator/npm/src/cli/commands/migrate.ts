import { migrateCard } from "a2a-negotiator";

import { command } from "../command.js";
import { onlyCard, withPlaces } from "../consult.js";
import { noticeLine } from "../formats/text.js";
import { SOURCES, seconds } from "../options.js";
import { placed } from "../placed.js";
import { Reader } from "../read.js";
import { asJson, painter } from "../terminal.js";

export const migrate = command({
  name: "migrate",
  summary: "turn an agent card of any generation into a clean card of 1.0",
  usage: "CARD",
  about:
    "Prints the card of 1.0. What could not be carried over is told on standard error, with its place in the given card.",
  options: { timeout: SOURCES.timeout },
  examples: [["migrate agent.json > agent-card.json", "a card of 0.3, rewritten"]],
  codes: { 0: "nothing was lost", 1: "something could not be carried over, or the document is no agent card" },
  async run({ values, positionals }, io) {
    const name = onlyCard(positionals);
    const source = await new Reader(io, seconds(values.timeout)).read(name, "agent card");
    const { card, findings } = withPlaces({ card: source }, () => migrateCard(source.text));
    const notices = placed(
      findings.map(({ severity, code, message, pointer }) => ({
        severity,
        code,
        message,
        places: [[source, pointer]],
      })),
    );
    const isWhole = card !== null && !findings.some(({ code }) => code === "notCarried");
    const paint = painter(io.stderr);
    return {
      code: isWhole ? 0 : 1,
      ...(card !== null && { stdout: asJson(card) }),
      stderr: notices.map((notice) => `${noticeLine(notice, paint)}\n`).join(""),
    };
  },
});
