import type { Generation, Location, Severity } from "a2a-negotiator";

import type { Source } from "./source.js";
import type { Paint } from "./terminal.js";

/** Something that a report says about a place in a document. */
export interface Notice {
  readonly severity: Severity;
  /** What kind of thing it is: the code of a finding, of a refusal, of an invariant or of an error. */
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly source: Source;
  readonly pointer?: string;
  readonly location: Location;
  /** Where the other facts stand that it is about. */
  readonly related: readonly { readonly source: Source; readonly pointer: string; readonly location: Location }[];
}

/** What became of one skill, or of the card's defaults, for the client. */
export interface SkillReport {
  readonly skill: string | null;
  /** The client's profile, where there are several. */
  readonly profile?: string;
  readonly decision: "accept" | "reject" | "escalate";
  /** What would be called, or what refuses. */
  readonly summary: string;
}

/** What `check` says about one card. */
export interface CardReport {
  readonly source: Source;
  readonly name: string | null;
  readonly generation: Generation | null;
  readonly notices: readonly Notice[];
  /** Present when there was a profile to check with. */
  readonly skills?: readonly SkillReport[];
}

/** A report as text of one format. */
export type Format = (reports: readonly CardReport[], surroundings: Surroundings) => string;

export interface Surroundings {
  /** The folder that paths are relative to, where programs read them. */
  readonly base: string;
  readonly paint: Paint;
}

/** From the gravest. */
export const SEVERITIES = ["error", "warning", "info"] as const satisfies readonly Severity[];

/** Whether there is a notice as grave as this, or graver. */
export function hasAsGrave(reports: readonly CardReport[], least: Severity): boolean {
  return SEVERITIES.slice(0, SEVERITIES.indexOf(least) + 1).some((severity) => count(reports, severity) > 0);
}

export function count(reports: readonly CardReport[], severity: Severity): number {
  return reports.flatMap(({ notices }) => notices).filter((notice) => notice.severity === severity).length;
}
