import { Card, NegotiatorInputError, Profile, checkNegotiable, negotiate, readCard } from "a2a-negotiator";
import type { CardReading, Finding, Intent, Outcome, TaskClass, UnreachablePath } from "a2a-negotiator";

import { profileText, withPlaces } from "./consult.js";
import { placed } from "./placed.js";
import type { Unplaced } from "./placed.js";
import type { CardReport, Notice, SkillReport } from "./report.js";
import { some } from "./some.js";
import { locateNearest, positionIn } from "./source.js";
import type { Source } from "./source.js";

/** The client to check a card for. */
export interface Client {
  readonly profile: Source;
  /** The skills that it must be able to call; none for all of a card's, of which none must be. */
  readonly skills: readonly string[];
  readonly taskClass: TaskClass | undefined;
}

interface Draft extends Unplaced {
  /** The skills that it is about; `null` for the card's defaults, none for the card as a whole. */
  readonly skills: (string | null)[];
}

/** Everything that there is to say about a card, and about what a client can do with it. */
export function examine(card: Source, client: Client | undefined): CardReport {
  let reading: CardReading;
  try {
    reading = readCard(card.text);
  } catch (error) {
    if (!(error instanceof NegotiatorInputError)) throw error;
    return { source: card, name: null, generation: null, notices: [unreadable(card, error)] };
  }
  const report = { source: card, name: reading.card?.name ?? null, generation: reading.generation };
  const drafts = new Drafts();
  for (const finding of reading.findings) drafts.add(ofFinding(finding, card, client));
  if (!client || !reading.card) return { ...report, notices: placed(drafts.all()) };

  // Read once, however many skills there are.
  const sources = { card, profile: client.profile };
  const [read, profile] = withPlaces(sources, () => [new Card(card.text), new Profile(profileText(card, client.profile))]);
  const skills: SkillReport[] = [];
  for (const skill of wantedSkills(reading, client)) {
    const outcome = withPlaces(sources, () => negotiate(read, profile, intentOf(skill, client), { fixes: false }));
    for (const finding of outcome.findings) drafts.add(ofFinding(finding, card, client));
    if (outcome.decision !== "accept") drafts.add(ofRefusal(outcome, skill, card, client));
    skills.push({ skill, decision: outcome.decision, summary: summary(outcome) });
  }
  for (const path of checkNegotiable(read, profile)) {
    if (isWanted(path, client)) drafts.add(ofPath(path, card, client));
  }
  return { ...report, notices: placed(drafts.all()), skills };
}

/** Drafts, of which the same for several skills is one. */
class Drafts {
  readonly #drafts = new Map<string, Draft>();

  add(draft: Draft): void {
    const { code, severity, message, help, places } = draft;
    const key = JSON.stringify([
      code,
      severity,
      message,
      help,
      places.map(([source, pointer]) => [source.name, pointer]),
    ]);
    const known = this.#drafts.get(key);
    if (known) known.skills.push(...draft.skills);
    else this.#drafts.set(key, draft);
  }

  all(): Unplaced[] {
    return [...this.#drafts.values()].map(({ skills, message, ...draft }) => ({
      ...draft,
      message: skills.length > 0 ? `${concerning(skills)}: ${message}` : message,
    }));
  }
}

function wantedSkills({ card }: CardReading, { skills }: Client): (string | null)[] {
  if (skills.length > 0) return [...new Set(skills)];
  const all = [...new Set((card?.skills ?? []).map(({ id }) => id))];
  return all.length > 0 ? all : [null];
}

function intentOf(skill: string | null, { taskClass }: Client): Intent {
  return { ...(skill !== null && { skill }), ...(taskClass && { taskClass }) };
}

function isWanted({ skill }: UnreachablePath, { skills }: Client): boolean {
  return skills.length === 0 || (skill !== undefined && skills.includes(skill));
}

function ofFinding(
  { severity, code, message, target, pointer }: Finding,
  card: Source,
  client: Client | undefined,
): Draft {
  const source = target === "profile" && client ? client.profile : card;
  return { severity, code, message, places: [[source, pointer]], skills: [] };
}

function ofRefusal(
  outcome: Exclude<Outcome, { decision: "accept" }>,
  skill: string | null,
  card: Source,
  client: Client,
): Draft {
  const { code, message, help, cardPointers, profilePointers } = outcome.rejection;
  return {
    // Only of a skill that was asked for is it known that the client is meant to call it.
    severity: client.skills.length > 0 ? "error" : "warning",
    code,
    message: outcome.decision === "escalate" ? `this is to be settled first: ${message}` : message,
    help,
    places: placesOf(cardPointers, profilePointers, card, client),
    skills: [skill],
  };
}

function ofPath(path: UnreachablePath, card: Source, client: Client): Draft {
  const { invariant, skill = null, degrades, refuses, message, cardPointers, profilePointers } = path;
  const effects = [
    ...(refuses.length > 0 ? [`not negotiable for tasks of ${refuses.join(", ")}`] : []),
    ...(degrades.length > 0 ? [`gone without in tasks of ${degrades.join(", ")}`] : []),
  ];
  return {
    severity: refuses.length > 0 ? "warning" : "info",
    code: invariant,
    message: `${effects.join(", ")}: ${message}`,
    places: placesOf(cardPointers, profilePointers, card, client),
    skills: [skill],
  };
}

function placesOf(
  cardPointers: readonly string[],
  profilePointers: readonly string[],
  card: Source,
  client: Client,
): Draft["places"] {
  const places = [
    ...cardPointers.map((pointer) => [card, pointer] as const),
    ...profilePointers.map((pointer) => [client.profile, pointer] as const),
  ];
  // What is about the card stands in the card, where nothing of it is to blame too.
  return places[0]?.[0] === card ? places : [[card, ""], ...places];
}

function summary(outcome: Outcome): string {
  if (outcome.decision !== "accept") return `${outcome.rejection.step}, ${outcome.rejection.code}`;
  const { binding, version, url, delivery } = outcome.plan;
  return `${binding} ${version} at \`${url}\`, ${delivery.mode}`;
}

const MANY = 3;

/** For which skills something holds, in words. */
function concerning(skills: readonly (string | null)[]): string {
  const names = skills.map((skill) => (skill === null ? "the card's defaults" : `\`${skill}\``));
  const [last = "", ...others] = some(names, MANY).reverse();
  return others.length > 0 ? `${others.reverse().join(", ")} and ${last}` : last;
}

function unreadable(card: Source, { code, message, help, position, pointer }: NegotiatorInputError): Notice {
  const [nearest] = locateNearest(card, [pointer ?? ""]);
  const key = position && positionIn(card, position);
  const location = key ? { start: key, end: key, key } : nearest;
  if (!location) throw new Error("no place was found");
  return { severity: "error", code, message, help, source: card, location, related: [] };
}
