// Cards and plans over time: fetched as HTTP says (RFC 9111), planned again when a card has changed.

import { readBounded } from "./bounded.js";
import { CachedCard, policies } from "./cached-card.js";
import type { PolicyMaker } from "./cached-card.js";
import { CardFetchError } from "./card-fetch-error.js";
import { diffCards, negotiate, readCard } from "./functions.js";
import type { Profile } from "./handles.js";
import { toText } from "./text.js";
import type { CardDiff, ClientProfile, Intent, Outcome } from "./types.js";
import { inWords } from "./words.js";

/** How a cache works. */
export interface PlanCacheOptions {
  /** What fetches; the global `fetch` when left out. */
  readonly fetch?: typeof fetch;
  /** The time in milliseconds; `Date.now` when left out. */
  readonly now?: () => number;
  /** How many agents are kept, the least recently used going first; 100 when left out. */
  readonly maxAgents?: number;
  /** How many plans are kept for each agent; 100 when left out. */
  readonly maxPlans?: number;
}

/** An agent that has failed, and when to try it again. */
export interface DegradedAgent {
  readonly reason: string;
  /** When it was marked, in milliseconds. */
  readonly since: number;
  /** When to try it again, in milliseconds; absent where nobody said. */
  readonly retryAt?: number;
}

/** A card that may be used now, and where it came from. */
interface Current {
  readonly source: CachedPlan["source"];
  readonly card: CachedCard;
}

/** What a cache knows about a call. */
export interface CachedPlan {
  /** The outcome for the card that is known now. */
  readonly outcome: Outcome;
  /** The card's text. */
  readonly card: string;
  /**
   * Where the card came from: `fetched` anew, `revalidated` as unchanged, `fresh` from the cache, or `stale` from the
   * cache where the agent allows that while it is fetched again, or while it fails.
   */
  readonly source: "fetched" | "revalidated" | "fresh" | "stale";
  /** What changed from the card before, as it touches this plan; absent where no other card was known. */
  readonly diff?: CardDiff;
  /** Present where the agent was marked, until it is restored or it is time to try again. */
  readonly degraded?: DegradedAgent;
}

type Plans = Map<string, Pick<CachedPlan, "outcome" | "diff">>;

interface Agent {
  readonly url: string;
  card?: CachedCard;
  /** The card before, against which changes are told. */
  before?: string;
  plans: Plans;
  fetching?: Promise<Current>;
  degraded?: DegradedAgent;
}

/**
 * Keeps cards and the plans made with them. A card is fetched when HTTP says so, once for all who wait for it; a plan is
 * made again when the card has changed. Nothing is done by itself: without a call there is no request and no timer.
 */
export class PlanCache {
  readonly #agents = new Map<string, Agent>();
  readonly #send: typeof fetch;
  readonly #now: () => number;
  readonly #maxAgents: number;
  readonly #maxPlans: number;
  readonly #policy: PolicyMaker;

  constructor({ fetch: given, now = Date.now, maxAgents = 100, maxPlans = 100 }: PlanCacheOptions = {}) {
    this.#send = given ?? globalThis.fetch;
    this.#now = now;
    this.#maxAgents = maxAgents;
    this.#maxPlans = maxPlans;
    this.#policy = policies(now);
  }

  /** How many agents are known. */
  get size(): number {
    return this.#agents.size;
  }

  /**
   * The outcome for the card at an address.
   *
   * @param url The address of the card.
   * @param profile What the client implements, holds and prefers. Says where the card came from unless it does so.
   * @param intent What the call is for.
   * @throws {CardFetchError} when the card cannot be fetched, and none is known that may be used in its place.
   * @throws {NegotiatorInputError} on misuse.
   */
  async plan(url: string, profile: string | ClientProfile | Profile, intent: string | Intent = {}): Promise<CachedPlan> {
    const texts = [toText(profile, "profile"), toText(intent, "intent")] as const;
    const agent = this.#agent(new URL(url).href);
    const { source, card } = await this.#current(agent);
    // Each caller has its own, to do with as it likes.
    const plan = structuredClone(this.#plan(agent, card.text, withCardUrl(texts[0], card.url), texts[1]));
    if (!card.mayBeKept) this.#forget(agent);
    const { degraded } = agent;
    const isDue = degraded?.retryAt !== undefined && degraded.retryAt <= this.#now();
    if (isDue) delete agent.degraded;
    return { ...plan, card: card.text, source, ...(degraded && !isDue && { degraded }) };
  }

  /** Marks an agent as failing, as an action of `recover` that is `degraded` says. It can be given whole. */
  degrade(url: string, { reason, afterSeconds }: { readonly reason: string; readonly afterSeconds?: number }): void {
    const now = this.#now();
    const retryAt = afterSeconds === undefined ? {} : { retryAt: now + afterSeconds * 1000 };
    this.#agent(new URL(url).href).degraded = { reason, since: now, ...retryAt };
  }

  /** Takes the mark from an agent again. */
  restore(url: string): void {
    delete this.#agents.get(new URL(url).href)?.degraded;
  }

  /** Has a card fetched again before it is used next, as an action `refreshCard` asks for. */
  refresh(url: string): void {
    this.#agents.get(new URL(url).href)?.card?.expire();
  }

  /** Forgets an agent. */
  delete(url: string): boolean {
    return this.#agents.delete(new URL(url).href);
  }

  /** The agent of an address, as the one that was used last. */
  #agent(url: string): Agent {
    const agent = this.#agents.get(url) ?? { url, plans: new Map() };
    used(this.#agents, url, agent, this.#maxAgents);
    return agent;
  }

  #forget(agent: Agent): void {
    delete agent.card;
    agent.plans = new Map();
  }

  /** Sees to it that the agent's card may be used, and says where it came from. */
  async #current(agent: Agent): Promise<Current> {
    const { card } = agent;
    const use = card?.use() ?? "no";
    if (card && use === "fresh") return { source: "fresh", card };
    if (card && use === "whileRevalidating") {
      // What becomes of it is told to those who come when the card may no longer be used.
      this.#renew(agent).catch(() => undefined);
      return { source: "stale", card };
    }
    return this.#renew(agent);
  }

  /** One request for all who ask at the same time. */
  #renew(agent: Agent): Promise<Current> {
    agent.fetching ??= this.#request(agent).finally(() => delete agent.fetching);
    return agent.fetching;
  }

  async #request(agent: Agent): Promise<Current> {
    const known = agent.card;
    const headers = { accept: "application/json", ...known?.conditions() };
    let response: Response;
    let text = "";
    try {
      // Not as a method: a `fetch` of the platform may refuse another `this`.
      const send = this.#send;
      response = await send(agent.url, { headers });
      if (response.ok) text = await readBounded(response, agent.url);
    } catch (error) {
      if (known?.useAfter(undefined)) return { source: "stale", card: known };
      if (error instanceof CardFetchError) throw error;
      throw new CardFetchError("network", agent.url, `the card at ${agent.url} cannot be fetched: ${inWords(error)}`, {
        cause: error,
      });
    }
    const cameFrom = response.url || agent.url;
    if (agent.url.startsWith("https:") && cameFrom.startsWith("http:")) {
      throw new CardFetchError("network", agent.url, `the card at ${agent.url} leads to an address that is not encrypted`);
    }
    if (known && response.status === 304) {
      known.revalidated(response);
      return { source: "revalidated", card: known };
    }
    if (!response.ok) {
      if (known?.useAfter(response)) return { source: "stale", card: known };
      const { status } = response;
      throw new CardFetchError("status", agent.url, `the card at ${agent.url} is answered with ${status}`, { status });
    }
    if (!isCard(text)) {
      if (known?.useAfter(undefined)) return { source: "stale", card: known };
      throw new CardFetchError("notACard", agent.url, `what is at ${agent.url} is no agent card`, { status: response.status });
    }
    agent.card = new CachedCard(this.#policy, text, cameFrom, headers, response);
    if (known && known.text !== text) {
      agent.before = known.text;
      agent.plans = new Map();
    }
    return { source: "fetched", card: agent.card };
  }

  #plan(agent: Agent, card: string, profile: string, intent: string): Pick<CachedPlan, "outcome" | "diff"> {
    const key = JSON.stringify([profile, intent]);
    const { before } = agent;
    const plan = agent.plans.get(key) ?? {
      outcome: negotiate(card, profile, intent),
      ...(before !== undefined && { diff: diffCards(before, card, profile, intent) }),
    };
    used(agent.plans, key, plan, this.#maxPlans);
    return plan;
  }
}

/** Puts an entry last, and takes the first ones out where there are too many. */
function used<V>(entries: Map<string, V>, key: string, value: V, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  for (const first of entries.keys()) {
    if (entries.size <= Math.max(1, most)) return;
    entries.delete(first);
  }
}

function isCard(text: string): boolean {
  try {
    return readCard(text).card !== null;
  } catch {
    return false;
  }
}

function withCardUrl(profile: string, cardUrl: string): string {
  try {
    const members = JSON.parse(profile) as unknown;
    if (typeof members === "object" && members !== null && !Array.isArray(members) && !("cardUrl" in members)) {
      return JSON.stringify({ ...members, cardUrl });
    }
  } catch {
    // What is wrong with it is for the core to say.
  }
  return profile;
}
