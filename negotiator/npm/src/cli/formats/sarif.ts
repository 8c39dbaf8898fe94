import { readFileSync } from "node:fs";

import { version } from "a2a-negotiator";
import type { Location, Severity } from "a2a-negotiator";
import type * as Sarif from "sarif";

import type { Format, Notice } from "../report.js";
import { uriBelow } from "../source.js";
import type { Source } from "../source.js";
import { asJson } from "../terminal.js";

const LEVELS: Record<Severity, Sarif.Result.level> = { error: "error", warning: "warning", info: "note" };

/** Where more is said of a code. */
const MORE = "`docs/codes.md` of the package says with examples when each code is told.";

/** SARIF 2.1.0, which code scanning reads. */
export const sarif: Format = (reports, { base }) => {
  const notices = reports.flatMap((report) => report.notices);
  const codes = [...new Set(notices.map(({ code }) => code))].sort();
  const meanings = readMeanings();
  const rules = codes.map((id): Sarif.ReportingDescriptor => {
    const text = meanings.get(id);
    return { id, ...(text !== undefined && { shortDescription: { text }, help: { text: `${text} ${MORE}` } }) };
  });
  const log: Sarif.Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "a2a-negotiator", version, semanticVersion: version, rules } },
        columnKind: "utf16CodeUnits",
        artifacts: [...new Set(reports.map(({ source }) => uriBelow(source, base)))].map((uri) => ({
          location: { uri },
        })),
        results: notices.map((notice) => result(notice, codes.indexOf(notice.code), base)),
      },
    ],
  };
  return asJson(log);
};

function result(
  { severity, code, message, help, source, location, related }: Notice,
  ruleIndex: number,
  base: string,
): Sarif.Result {
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: help === undefined ? message : `${message}\n${help}` },
    locations: [{ physicalLocation: physical(source, location, base) }],
    ...(related.length > 0 && {
      relatedLocations: related.map(({ source, pointer, location }, id) => ({
        id,
        message: { text: pointer === "" ? "the whole document" : pointer },
        physicalLocation: physical(source, location, base),
      })),
    }),
  };
}

function physical(source: Source, { key, end }: Location, base: string): Sarif.PhysicalLocation {
  return {
    artifactLocation: { uri: uriBelow(source, base) },
    region: { startLine: key.line, startColumn: key.column, endLine: end.line, endColumn: end.column },
  };
}

/** What each code means, out of the schemas beside the program. */
function readMeanings(): Map<string, string> {
  const meanings = new Map<string, string>();
  for (const name of ["outcome", "input-error"]) {
    const schema = JSON.parse(readFileSync(new URL(`./schema/${name}.json`, import.meta.url), "utf8")) as Schema;
    for (const type of ["FindingCode", "RejectionCode", "InputErrorCode"]) {
      for (const { const: code, description } of schema.$defs[type]?.oneOf ?? []) meanings.set(code, description);
    }
  }
  return meanings;
}

interface Schema {
  readonly $defs: Readonly<
    Record<string, { readonly oneOf?: readonly { readonly const: string; readonly description: string }[] }>
  >;
}
