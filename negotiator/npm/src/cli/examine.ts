import { Card, NegotiatorInputError, Profile, checkNegotiable, negotiate, readCard } from "a2a-negotiator";
import type { CardReading, Finding, Intent, Outcome, Rejection, TaskClass, UnreachablePath } from "a2a-negotiator";

import { profileText, withPlaces } from "./consult.js";
import { placed } from "./placed.js";
import type { Unplaced } from "./placed.js";
import type { CardReport, Notice, SkillReport } from "./report.js";
import { some } from "./some.js";
import { label, locateNearest, positionIn } from "./source.js";
import type { Source } from "./source.js";
import { quoted } from "./terminal.js";

/** The client to check a card for. */
export interface Client {
  readonly profile: Source;
  /** The skills that it must be able to call; none for all of a card's, of which none must be. */
  readonly skills: readonly string[];
  readonly taskClass: TaskClass | undefined;
}

/** A client by its name, where there are several. */
interface NamedClient extends Client {
  readonly name?: string;
}

interface Draft extends Unplaced {
  /** The skills that it is about; `null` for the card's defaults, none for the card as a whole. */
  readonly skills: (string | null)[];
  /** The client that it is about, where there are several. */
  readonly client?: string | undefined;
}

/** Everything that there is to say about a card, and about what a client can do with it. */
export function examine(card: Source, clients: readonly Client[]): CardReport {
  let reading: CardReading;
  try {
    reading = readCard(card.text);
  } catch (error) {
    if (!(error instanceof NegotiatorInputError)) throw error;
    return { source: card, name: null, generation: null, notices: [unreadable(card, error)] };
  }
  const report = { source: card, name: reading.card?.name ?? null, generation: reading.generation };
  const drafts = new Drafts();
  for (const finding of reading.findings) drafts.add(ofFinding(finding, card));
  if (clients.length === 0 || !reading.card) return { ...report, notices: placed(drafts.all()) };

  // Read once, however many clients and skills there are.
  const read = withPlaces({ card }, () => new Card(card.text));
  const skills = clients.flatMap((client) => {
    const named = clients.length > 1 ? { ...client, name: label(client.profile) } : client;
    return examineFor(named, card, read, reading, drafts);
  });
  return { ...report, notices: placed(drafts.all()), skills };
}

/** What one client can do with a card, skill by skill; what there is to say about it goes to the drafts. */
function examineFor(client: NamedClient, card: Source, read: Card, reading: CardReading, drafts: Drafts): SkillReport[] {
  const sources = { card, profile: client.profile };
  const profile = withPlaces(sources, () => new Profile(profileText(card, client.profile)));
  const skills = wantedSkills(reading, client).map((skill): SkillReport => {
    const outcome = withPlaces(sources, () => negotiate(read, profile, intentOf(skill, client), { fixes: false }));
    for (const finding of outcome.findings) drafts.add(ofFinding(finding, card, client));
    for (const rejection of rejectionsOf(outcome)) drafts.add(ofRefusal(rejection, outcome, skill, card, client));
    return { skill, ...(client.name !== undefined && { profile: client.name }), decision: outcome.decision, summary: summary(outcome) };
  });
  for (const path of checkNegotiable(read, profile)) {
    if (isWanted(path, client)) drafts.add(ofPath(path, card, client));
  }
  return skills;
}

/** What refuses: the reason of the decision, then those of the steps after it, so that all can be mended at once. */
function rejectionsOf(outcome: Outcome): Rejection[] {
  if (outcome.decision === "accept") return [];
  const { rejection, steps } = outcome;
  const further = steps.flatMap(({ id, rejection: other }) => (other && id !== rejection.step ? [other] : []));
  return [rejection, ...further];
}

/** Drafts, of which the same for several skills is one. */
class Drafts {
  readonly #drafts = new Map<string, Draft>();

  add(draft: Draft): void {
    const { code, severity, message, help, places, client } = draft;
    const key = JSON.stringify([
      code,
      severity,
      message,
      help,
      client,
      places.map(([source, pointer]) => [label(source), pointer]),
    ]);
    const known = this.#drafts.get(key);
    if (known) known.skills.push(...draft.skills);
    else this.#drafts.set(key, draft);
  }

  all(): Unplaced[] {
    return [...this.#drafts.values()].map(({ skills, client, message, ...draft }) => ({
      ...draft,
      message: skills.length > 0 ? `${concerning(skills)}${client === undefined ? "" : ` for ${quoted(client)}`}: ${message}` : message,
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
  client?: Client,
): Draft {
  const source = target === "profile" && client ? client.profile : card;
  return { severity, code, message, places: [[source, pointer]], skills: [] };
}

function ofRefusal(
  { step, code, message, help, cardPointers, profilePointers }: Rejection,
  outcome: Outcome,
  skill: string | null,
  card: Source,
  client: NamedClient,
): Draft {
  const isToSettle = outcome.decision === "escalate" && outcome.rejection.step === step;
  return {
    // Only of a skill that was asked for is it known that the client is meant to call it.
    severity: client.skills.length > 0 ? "error" : "warning",
    code,
    message: isToSettle ? `this is to be settled first: ${message}` : message,
    help,
    places: placesOf(cardPointers, profilePointers, card, client),
    skills: [skill],
    client: client.name,
  };
}

function ofPath(path: UnreachablePath, card: Source, client: NamedClient): Draft {
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
    client: client.name,
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
  if (outcome.decision !== "accept") return rejectionsOf(outcome).map(({ step, code }) => `${step}, ${code}`).join("; ");
  const { binding, version, url, delivery } = outcome.plan;
  return `${binding} ${version} at \`${url}\`, ${delivery.mode}`;
}

const MANY = 3;

/** For which skills something holds, in words. */
function concerning(skills: readonly (string | null)[]): string {
  const names = skills.map((skill) => (skill === null ? "the card's defaults" : quoted(skill)));
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
