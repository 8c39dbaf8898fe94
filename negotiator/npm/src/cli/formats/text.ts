import type { Severity } from "a2a-negotiator";

import { count } from "../report.js";
import type { CardReport, Format, Notice } from "../report.js";
import { place } from "../source.js";
import { onOneLine, quoted } from "../terminal.js";
import type { Paint } from "../terminal.js";

const STYLES = { error: "red", warning: "yellow", info: "cyan" } as const satisfies Record<Severity, string>;

/** One line for each notice, as compilers write them, so that editors make links of the places. */
export const text: Format = (reports, { paint }) => {
  if (reports.length === 0) return "";
  const lines = reports.flatMap((report) => [
    ...report.notices.map((notice) => noticeLine(notice, paint)),
    ...skills(report, paint),
  ]);
  return `${[...lines, summary(reports)].join("\n")}\n`;
};

/** A notice as a line: what it is about, how much it matters, what it says. */
export function noticeLine({ severity, code, message, help, source, location }: Notice, paint: Paint): string {
  const said = help === undefined ? message : `${message}; ${help}`;
  return `${paint("bold", place(source, location.key))}: ${paint(STYLES[severity], severity)}: ${onOneLine(said)} ${paint("dim", `[${code}]`)}`;
}

const MARKS = { accept: ["green", "✓"], reject: ["red", "✗"], escalate: ["yellow", "?"] } as const;

function skills({ source, skills = [] }: CardReport, paint: Paint): string[] {
  if (skills.length === 0) return [];
  const lines = skills.map(({ skill, profile, decision, summary }) => {
    const [style, mark] = MARKS[decision];
    const what = skill === null ? "the card's defaults" : quoted(skill);
    return `  ${paint(style, `${mark} ${decision}`)}  ${onOneLine(`${what}${profile === undefined ? "" : ` for ${quoted(profile)}`}: ${summary}`)}`;
  });
  const whom = skills.some(({ profile }) => profile !== undefined) ? "for these clients" : "for this client";
  return [`${paint("bold", source.name)} ${whom}`, ...lines];
}

function summary(reports: readonly CardReport[]): string {
  const cards = number(reports.length, "card");
  const severities = [
    number(count(reports, "error"), "error"),
    number(count(reports, "warning"), "warning"),
    `${count(reports, "info")} for information`,
  ];
  return `${cards}: ${severities.join(", ")}`;
}

function number(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
