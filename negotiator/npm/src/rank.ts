// Many agents: who can do this for a client, and who best. The module judges card by card; what is kept of that, and
// in which order, is the same as in the crate.

import * as core from "negotiator-module";

import { NegotiatorInputError } from "./errors.js";
import { optionsOf, requireIterable } from "./given.js";
import { guarded } from "./guarded.js";
import { Profile } from "./handles.js";
import { asProfile, lendProfile } from "./held.js";
import { Ranking } from "./ranking.js";
import { toText } from "./text.js";
import type { ClientProfile, Intent, Judgement, MatrixCell, MatrixRow, RankResult } from "./types.js";

/** How {@link rank} ranks. */
export interface RankOptions {
  /** How many of the best are listed; all unless said. All are counted. */
  top?: number;
}

/**
 * What one card is to a client, as a ranking sees it, for whoever sorts by other means: compare the numbers of
 * `preference` in their order, less being better.
 *
 * @param card An agent card of any generation: its JSON text, or the object. Text that is not JSON is `unreadable`, and
 * so is an object that cannot be written as JSON.
 * @throws {NegotiatorInputError} on misuse, such as a profile of the wrong shape.
 */
export function judge(
  card: string | object,
  profile: string | ClientProfile | Profile,
  intent: string | Intent = {},
): Judgement {
  const intentText = toText(intent, "intent");
  const text = written(card);
  if (typeof text !== "string") return text;
  return lendProfile(profile, (held) => guarded({ intent }, () => core.judge(text, held, intentText) as Judgement));
}

/** The text of a card, or what is said of one that has none. */
function written(card: string | object): string | Judgement {
  try {
    // The module tells of a text that is too large.
    return typeof card === "string" ? card : toText(card, "card");
  } catch (error) {
    return unreadable(error);
  }
}

/** A card that cannot be written, which is the card's fault; one that is no card at all is the caller's, and thrown. */
function unreadable(error: unknown): Judgement {
  if (!(error instanceof NegotiatorInputError) || error.code === "wrongShape" || error.code === "notStarted") throw error;
  const { code, message, help } = error;
  return { decision: "unreadable", error: { code, message, help } };
}

/**
 * Who can do this for a client, best first: fewest degradations, then the most preferred interface, delivery
 * and output mode, and of equal ones the first that was given. With a tally of the refusals by step and code. A text
 * that is not JSON, or an object that cannot be written as such, is one entry of `unreadable`. Memory is bounded by the result: with `top`, any number of cards can
 * pass through. {@link negotiate} tells more of any of them.
 *
 * @param cards Agent cards of any generation, each its JSON text or the object: an array or another iterable, or an
 * async one such as {@link ndjson}.
 * @param profile The client.
 * @param intent What is to be done. Without a skill, the cards' defaults hold.
 * @throws {NegotiatorInputError} on misuse, such as a profile of the wrong shape.
 */
export function rank(
  cards: Iterable<string | object>,
  profile: string | ClientProfile | Profile,
  intent?: string | Intent,
  options?: RankOptions,
): RankResult;
export function rank(
  cards: AsyncIterable<string | object>,
  profile: string | ClientProfile | Profile,
  intent?: string | Intent,
  options?: RankOptions,
): Promise<RankResult>;
export function rank(
  cards: Iterable<string | object> | AsyncIterable<string | object>,
  profile: string | ClientProfile | Profile,
  intent: string | Intent = {},
  options: RankOptions = {},
): RankResult | Promise<RankResult> {
  const { top = Infinity } = optionsOf(options, "options", { top: "count" });
  requireIterable(cards, "cards", "either");
  const client = asProfile(profile);
  const text = checked(client, intent);
  const ranking = new Ranking<{ index: number }>(top);
  let index = 0;
  return over(cards, (card) => ranking.add(judge(card, client, text), { index: index++ }), () => ranking.finish());
}

/**
 * Many cards against many clients: a row for each card, with what is decided for each profile.
 *
 * @param cards Agent cards, as {@link rank} takes them.
 * @param profiles The clients.
 * @param intent What is to be done. Without a skill, the cards' defaults hold.
 * @throws {NegotiatorInputError} on misuse, such as a profile of the wrong shape.
 */
export function matrix(
  cards: Iterable<string | object>,
  profiles: Iterable<string | ClientProfile | Profile>,
  intent?: string | Intent,
): MatrixRow[];
export function matrix(
  cards: AsyncIterable<string | object>,
  profiles: Iterable<string | ClientProfile | Profile>,
  intent?: string | Intent,
): Promise<MatrixRow[]>;
export function matrix(
  cards: Iterable<string | object> | AsyncIterable<string | object>,
  profiles: Iterable<string | ClientProfile | Profile>,
  intent: string | Intent = {},
): MatrixRow[] | Promise<MatrixRow[]> {
  requireIterable(cards, "cards", "either");
  requireIterable(profiles, "profiles", "iterable");
  const clients = Array.from(profiles, asProfile);
  const text = checked(clients[0] ?? new Profile({}), intent);
  const rows: MatrixRow[] = [];
  const add = (card: string | object) => {
    // Written once: what an object says may change each time that it is asked.
    const own = written(card);
    rows.push(row(typeof own === "string" ? clients.map((client) => judge(own, client, text)) : [own]));
  };
  return over(cards, add, () => rows);
}

/** The intent's text; what is wrong with it is told although there may be no card. */
function checked(client: Profile, intent: string | Intent): string {
  const text = toText(intent, "intent");
  judge("{}", client, text);
  return text;
}

function row(judgements: readonly Judgement[]): MatrixRow {
  const [first] = judgements;
  if (first?.decision === "unreadable") return { cells: [], error: first.error };
  return { ...(first?.name !== undefined && { name: first.name }), cells: judgements.map(cell) };
}

function cell(judgement: Judgement): MatrixCell {
  switch (judgement.decision) {
    case "accept": {
      const { plan, degradations } = judgement;
      const summary = `${plan.binding} ${plan.version}, ${plan.delivery.mode}`;
      return { decision: "accept", summary, degradations: degradations.length };
    }
    case "reject":
    case "escalate": {
      const { decision, step, code } = judgement;
      return { decision, step, code, degradations: 0 };
    }
    case "unreadable":
      throw new TypeError("a card that one client can read cannot be read by another");
  }
}

/** Takes card by card, and ends at once or when the last has come. */
function over<T>(
  cards: Iterable<string | object> | AsyncIterable<string | object>,
  take: (card: string | object) => void,
  end: () => T,
): T | Promise<T> {
  if (Symbol.asyncIterator in cards) return overComing(cards, take, end);
  for (const card of cards) take(card);
  return end();
}

async function overComing<T>(
  cards: AsyncIterable<string | object>,
  take: (card: string | object) => void,
  end: () => T,
): Promise<T> {
  for await (const card of cards) take(card);
  return end();
}
