import type { CardChange, CardDiff, ChangeClass, SkillChange } from "a2a-negotiator";

import { locateNearest, place } from "../source.js";
import type { Source } from "../source.js";
import { onOneLine } from "../terminal.js";
import type { Paint, Style } from "../terminal.js";
import { EFFECTS, reasonOf } from "./diff-markdown.js";

export { markdown } from "./diff-markdown.js";

/** Two cards that were compared, and what changed. */
export interface Compared {
  readonly diff: CardDiff;
  readonly old: Source;
  readonly current: Source;
}

const STYLES = {
  none: "dim",
  cosmetic: "dim",
  compatible: "green",
  degrading: "yellow",
  breaking: "red",
} as const satisfies Record<ChangeClass, Style>;

/** One line for each change, as compilers write them, and one for each skill of a client. */
export function text({ diff, old, current }: Compared, paint: Paint): string {
  const lines = diff.changes.map((change) => {
    const [source, pointer] = at(change, old, current);
    const [location] = locateNearest(source, [pointer]);
    const where = location ? place(source, location.key) : source.name;
    return `${paint("bold", where)}: ${paint(STYLES[change.class], change.class)}: ${onOneLine(change.message)}`;
  });
  const skills = (diff.skills ?? []).map(
    (skill) => `  ${paint(STYLES[skill.class], EFFECTS[skill.effect])}  ${onOneLine(named(skill))}`,
  );
  const heading = skills.length > 0 ? [paint("bold", "for this client")] : [];
  return `${[...lines, ...heading, ...skills, summary(diff)].join("\n")}\n`;
}

/** Where a change is shown: in the new card, or in the old one where it is gone. */
function at({ newPointer, oldPointer }: CardChange, old: Source, current: Source): [Source, string] {
  return newPointer === undefined && oldPointer !== undefined ? [old, oldPointer] : [current, newPointer ?? ""];
}

function named({ skill, effect, message }: SkillChange): string {
  const name = skill === undefined ? "the card's defaults" : `\`${skill}\``;
  return message === "" ? name : `${name}: ${reasonOf(effect, message)}`;
}

function summary({ changes }: CardDiff): string {
  if (changes.length === 0) return "nothing changed";
  const classes = (["breaking", "degrading", "compatible", "cosmetic"] as const).flatMap((grade) => {
    const count = changes.filter((change) => change.class === grade).length;
    return count > 0 ? [`${count} ${grade}`] : [];
  });
  return `${changes.length} change${changes.length === 1 ? "" : "s"}: ${classes.join(", ")}`;
}
