// What changed from one card to another, as Markdown. Needs nothing of Node.js, so that the playground has it too.

import type { CardDiff, PlanEffect } from "a2a-negotiator";

import { code, table } from "./markdown.js";

/** The plan of a client, as a change leaves it. */
export const EFFECTS: Record<PlanEffect, string> = {
  same: "as before",
  other: "another plan",
  degraded: "a plan with less",
  refused: "no plan any more",
  accepted: "a plan now",
};

/** What is said of an effect: of a plan that is gained, what refused it before. */
export function reasonOf(effect: PlanEffect, message: string): string {
  return effect === "accepted" ? `refused before: ${message}` : message;
}

/** For a comment on a pull request. */
export function markdown({ diff }: { readonly diff: CardDiff }): string {
  const changes = diff.changes.map((change) => {
    const pointer = change.newPointer ?? change.oldPointer ?? "";
    return [change.class, code(pointer === "" ? "/" : pointer), change.message];
  });
  const skills = (diff.skills ?? []).map(({ class: grade, effect, skill, message }) => [
    grade,
    skill === undefined ? "the card's defaults" : code(skill),
    message === "" ? EFFECTS[effect] : `${EFFECTS[effect]}: ${reasonOf(effect, message)}`,
  ]);
  return [
    `### Agent card: ${diff.class === "none" ? "no change" : diff.class}\n`,
    ...(changes.length > 0 ? [table(["class", "where", "what"], changes)] : []),
    ...(skills.length > 0 ? [table(["class", "skill", "for this client"], skills)] : []),
  ].join("\n");
}
