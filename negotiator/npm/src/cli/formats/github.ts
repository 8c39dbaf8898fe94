import type { Severity } from "a2a-negotiator";

import type { Format, Notice } from "../report.js";
import { pathBelow } from "../source.js";
import { printable } from "../terminal.js";

const COMMANDS: Record<Severity, string> = { error: "error", warning: "warning", info: "notice" };

/** Commands of GitHub Actions that annotate the lines of a pull request. */
export const github: Format = (reports, { base }) =>
  reports.flatMap(({ notices }) => notices.map((notice) => `${annotation(notice, base)}\n`)).join("");

function annotation({ severity, code, message, help, source, location }: Notice, base: string): string {
  const { key, end } = location;
  const properties = {
    file: pathBelow(source, base),
    line: key.line,
    // Columns are refused where an annotation ends on another line than it starts.
    ...(key.line === end.line && { endLine: end.line }),
    col: key.column,
    ...(key.line === end.line && { endColumn: end.column }),
    title: code,
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(printable(String(value)))}`);
  return `::${COMMANDS[severity]} ${list.join(",")}::${escapeData(printable(help === undefined ? message : `${message}\n${help}`))}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
