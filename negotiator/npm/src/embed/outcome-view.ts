// An outcome as elements. Its words are those of the outcome and of its explanation.

import type { Candidate, Outcome, Step } from "../types.js";
import { make, mark, prose, words } from "./nodes.js";

/** Where a statement stands in the documents. */
export interface Places {
  cardPointers: string[];
  profilePointers: string[];
}

/** Links to places, as the element makes them. */
export type PlaceLinks = (places: Places) => Node;

const DECISIONS = { accept: "✓", reject: "✗", escalate: "?" };
const STEPS = { passed: "✓", rejected: "✗", skipped: "–", notReached: "○" };
const CANDIDATES = { taken: "✓", usable: "○", passedOver: "–" };

/** Verdict, plan or refusal with its fixes, and the ladder of the steps. */
export function outcomeView(outcome: Outcome, explanation: string, links: PlaceLinks): DocumentFragment {
  const view = document.createDocumentFragment();
  const [verdict = "", ...lines] = explanation.split("\n\n", 1)[0]?.trimEnd().split("\n") ?? [];
  view.append(
    make(
      "div",
      { class: `verdict ${outcome.decision}`, part: "verdict" },
      make("p", { class: "headline" }, mark(DECISIONS[outcome.decision], outcome.decision), make("span", {}, prose(verdict))),
      make("dl", {}, ...lines.flatMap(fact)),
      outcome.decision === "accept" ? null : links(outcome.rejection),
      fixes(outcome),
    ),
    folded("steps", make("ol", { class: "ladder" }, ...outcome.steps.map((step) => rung(step, outcome, links))), true),
  );
  if (outcome.degradations.length > 0) {
    const entries = outcome.degradations.map((degradation) => make("li", {}, prose(degradation.message), links(degradation)));
    view.append(folded("degradations", make("ul", {}, ...entries)));
  }
  if (outcome.findings.length > 0) {
    const entries = outcome.findings.map(({ severity, code, message, target, pointer }) => {
      const places = { cardPointers: target === "card" ? [pointer] : [], profilePointers: target === "profile" ? [pointer] : [] };
      return make("li", {}, `${severity} `, make("code", {}, code), ": ", prose(message), links(places));
    });
    view.append(folded("findings", make("ul", {}, ...entries)));
  }
  return view;
}

/** A line of the explanation, as a name with its value. Where it stands is told by links. */
function fact(line: string): Node[] {
  const [, name, value] = /^ +(\S.*?)(?:: | {2,})(.*)$/.exec(line) ?? [];
  if (!name || !value || name === "where") return [];
  return [make("dt", {}, name), make("dd", {}, prose(value))];
}

function fixes({ fixes }: Outcome): Node | null {
  if (!fixes || fixes.length === 0) return null;
  const entries = fixes.map(({ target, message }) => make("li", {}, make("span", { class: "target" }, `in the ${target}: `), prose(message)));
  return make("div", { class: "fixes" }, make("p", {}, "fixes"), make("ul", {}, ...entries));
}

function rung(step: Step, outcome: Outcome, links: PlaceLinks): Node {
  const { id, summary, candidates, rejection } = step;
  const isToBeSettled = outcome.decision === "escalate" && outcome.rejection.step === id;
  const status = isToBeSettled ? "escalated" : step.status;
  const head = [isToBeSettled ? mark(DECISIONS.escalate, "to be settled") : mark(STEPS[step.status], words(step.status)), make("span", {}, make("b", {}, words(id)), ": ", prose(summary))];
  if (candidates.length === 0) return make("li", { class: status }, make("div", { class: "head" }, ...head));
  const details = make(
    "details",
    {},
    make("summary", { class: "head" }, ...head),
    make("ul", { class: "candidates" }, ...candidates.map((candidate) => row(candidate, links))),
  );
  // What refuses is what the reader is here for.
  details.open = rejection !== undefined;
  return make("li", { class: status }, details);
}

function row(candidate: Candidate, links: PlaceLinks): Node {
  const { label, status, reason } = candidate;
  return make("li", { class: status }, mark(CANDIDATES[status], words(status)), make("span", {}, make("b", {}, prose(label)), ": ", prose(reason), links(candidate)));
}

function folded(title: string, content: Node, isOpen = false): HTMLElement {
  return make("details", { class: "folded", part: title, ...(isOpen && { open: "" }) }, make("summary", {}, title), content);
}
