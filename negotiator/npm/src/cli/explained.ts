import { explain } from "a2a-negotiator";
import type { Outcome } from "a2a-negotiator";

import type { Pair } from "./consult.js";
import { locateNearest, place } from "./source.js";
import type { Paint, Style } from "./terminal.js";

const DECISIONS: Record<Outcome["decision"], Style> = { accept: "green", reject: "red", escalate: "yellow" };
const MARKS: Record<string, Style> = { "✓": "green", "✗": "red", "×": "red", "?": "yellow" };

/** An outcome for people, its decision and marks in colour, and the places of a refusal in the files. */
export function explained(outcome: Outcome, pair: Pair, paint: Paint): string {
  const [first = "", ...rest] = explain(outcome).trimEnd().split("\n");
  const lines = rest.map((line) =>
    line.replace(
      /^( *)([✓✗×]|\?(?= ))/u,
      (_, indent: string, mark: string) => `${indent}${paint(MARKS[mark] ?? "bold", mark)}`,
    ),
  );
  const decision = first.replace(/^[\w ]+/, (words) => paint(DECISIONS[outcome.decision], words));
  return `${[decision, ...lines, ...places(outcome, pair)].join("\n")}\n`;
}

function places(outcome: Outcome, { card, profile }: Pair): string[] {
  if (outcome.decision === "accept") return [];
  const { cardPointers, profilePointers } = outcome.rejection;
  const lines = [[card, cardPointers] as const, [profile, profilePointers] as const].flatMap(([source, pointers]) =>
    locateNearest(source, pointers).map(({ key }, index) => `  ${place(source, key)}  ${pointers[index]}`),
  );
  return lines.length > 0 ? ["", "places", ...lines] : [];
}
