import { count } from "../report.js";
import type { Format } from "../report.js";
import { asJson } from "../terminal.js";

/** Everything that is known, for programs. */
export const json: Format = (reports) => {
  const cards = reports.map(({ source, name, generation, notices, skills }) => ({
    card: source.name,
    name,
    generation,
    findings: notices.map(({ source, related, ...notice }) => ({
      ...notice,
      file: source.name,
      related: related.map(({ source, ...rest }) => ({ ...rest, file: source.name })),
    })),
    ...(skills && { skills }),
  }));
  const totals = {
    errors: count(reports, "error"),
    warnings: count(reports, "warning"),
    infos: count(reports, "info"),
  };
  return asJson({ ...totals, cards });
};
