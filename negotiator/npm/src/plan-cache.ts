// Cards and plans over time: fetched as HTTP says (RFC 9111), planned again when a card has changed.

import { isAnswer } from "./answers.js";
import { readBounded } from "./bounded.js";
import { CachedCard, Clock } from "./cached-card.js";
import type { Place } from "./cached-card.js";
import { CardFetchError } from "./card-fetch-error.js";
import { isObject } from "./card-payload.js";
import { diffCards, negotiate, readCard } from "./functions.js";
import { addressOf, isConfidential, optionsOf } from "./given.js";
import type { Kinds } from "./given.js";
import { Card, Profile } from "./handles.js";
import { parseJson } from "./json.js";
import type { Fetch, FetchAnswer, StopSignal } from "./platform.js";
import { SharedRequest } from "./shared-request.js";
import { lockFor } from "./lock-for.js";
import { misuse } from "./misuse.js";
import { toText } from "./text.js";
import type { Action, CardDiff, ClientProfile, Intent, Lockfile, Outcome } from "./types.js";
import { abortable } from "./waiting.js";
import { withCauseInWords } from "./words.js";

/** How a cache works. */
export interface PlanCacheOptions {
  /** What fetches; the global `fetch` when left out. */
  readonly fetch?: Fetch;
  /** The time in milliseconds; `Date.now` when left out. While it throws or tells no time, or one that is past, nothing is fresh. */
  readonly now?: () => number;
  /** How many agents are kept, the least recently used going first; 100 when left out. */
  readonly maxAgents?: number;
  /** How many plans are kept for each agent; 100 when left out. */
  readonly maxPlans?: number;
}

/** How one plan is asked for. */
export interface PlanRequestOptions {
  /** What was reviewed: a plan that goes beyond it is refused as `lockViolation`. */
  readonly lock?: Lockfile;
  /** Ends the waiting, with its reason. The request ends too, where nobody else waits for it. */
  readonly signal?: StopSignal;
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
  /**
   * The origin that the card came from, where a redirect led to another one than that of the address. The card's own
   * origin, which `sameOrigin` keeps to, is that of the address all the same.
   */
  readonly redirectedTo?: string;
  /** Present where the agent was marked, until it is restored or it is time to try again. */
  readonly degraded?: DegradedAgent;
}

interface Agent {
  readonly url: string;
  card?: CachedCard;
  /** The request that is under way, for whoever comes while it is. */
  fetching?: SharedRequest<Current>;
  degraded?: DegradedAgent;
}

/** What an action of `recover` may say, of which a mark keeps the reason and the time. */
const ACTION: Kinds<Action> = {
  reason: "text",
  afterSeconds: "seconds",
  action: "anything",
  degraded: "anything",
  repeat: "anything",
  error: "anything",
  plan: "anything",
  scopes: "anything",
  exclude: "anything",
  request: "anything",
};

/** How many profiles are kept read, the least recently used going first; a profile that says where the card is is another. */
const MAX_PROFILES = 100;

/**
 * Keeps cards and the plans made with them. A card is fetched when HTTP says so, once for all who wait for it; a plan is
 * made again when the card has changed. Nothing is done by itself: without a call there is no request and no timer.
 */
export class PlanCache {
  readonly #agents = new Map<string, Agent>();
  readonly #profiles = new Map<string, Profile>();
  readonly #send: Fetch;
  readonly #maxAgents: number;
  readonly #maxPlans: number;
  readonly #clock: Clock;

  constructor(options: PlanCacheOptions = {}) {
    const { fetch: given, now = Date.now, maxAgents = 100, maxPlans = 100 } = optionsOf(options, "options", {
      fetch: "function",
      now: "function",
      maxAgents: "count",
      maxPlans: "count",
    });
    this.#send = given ?? globalThis.fetch;
    this.#maxAgents = maxAgents;
    this.#maxPlans = maxPlans;
    this.#clock = new Clock(now);
  }

  /** How many agents are known. */
  get size(): number {
    return this.#agents.size;
  }

  /**
   * The outcome for the card at an address.
   *
   * @param url The address of the card: one of `https`, or of `http` on loopback. The `http` of a private network is
   * refused whatever the profile says: who changes a card on its way says where credentials go.
   * @param profile What the client implements, holds and prefers. Says where the card came from unless it does so.
   * @param intent What the call is for.
   * @param options What was reviewed, and what ends the waiting.
   * @throws {CardFetchError} when the card cannot be fetched, and none is known that may be used in its place.
   * @throws {NegotiatorInputError} on misuse.
   */
  async plan(
    url: string,
    profile: string | ClientProfile | Profile,
    intent: string | Intent = {},
    options: PlanRequestOptions = {},
  ): Promise<CachedPlan> {
    const { signal, lock } = optionsOf(options, "options", { signal: "signal", lock: "object" });
    const texts = [toText(profile, "profile"), toText(intent, "intent")] as const;
    const reviewed = lock === undefined ? undefined : toText(lock, "lock", (given) => lockFor(given, texts[1]));
    const agent = this.#agent(addressOf(url));
    const { source, card } = await this.#current(agent, signal);
    // Each caller has its own, to do with as it likes.
    const plan = structuredClone(this.#plan(card, withCardUrl(texts[0], card.url), texts[1], reviewed));
    if (!card.mayBeKept && agent.card === card) delete agent.card;
    const { degraded } = agent;
    const isDue = degraded?.retryAt !== undefined && this.#isDue(degraded.since, degraded.retryAt);
    if (isDue) delete agent.degraded;
    const { text, redirectedTo } = card;
    return { ...plan, card: text, source, ...(redirectedTo && { redirectedTo }), ...(degraded && !isDue && { degraded }) };
  }

  /** Marks an agent as failing, as an action of `recover` that is `degraded` says. It can be given whole. */
  degrade(url: string, action: Pick<Action, "reason"> & Partial<Action>): void {
    const { reason, afterSeconds } = optionsOf<Partial<Action>>(action, "options", ACTION);
    if (reason === undefined) throw misuse("options", "do not say the `reason`", "pass the action that `recover` gave", { pointer: "/reason" });
    const now = this.#clock.now();
    const retryAt = afterSeconds === undefined ? {} : { retryAt: now + afterSeconds * 1000 };
    this.#agent(addressOf(url)).degraded = { reason, since: now, ...retryAt };
  }

  /** Takes the mark from an agent again. */
  restore(url: string): void {
    delete this.#agents.get(addressOf(url))?.degraded;
  }

  /** Has a card fetched again before it is used next, as an action `refreshCard` asks for. */
  refresh(url: string): void {
    const agent = this.#agents.get(addressOf(url));
    agent?.card?.expire();
    // What is on its way may be what was there before: it is for those who wait for it alone.
    delete agent?.fetching;
  }

  /** Forgets an agent. */
  delete(url: string): boolean {
    return this.#agents.delete(addressOf(url));
  }

  /** Whether it is time to try again. A clock that was set back leaves the mark as long again as it was to stand at most. */
  #isDue(since: number, retryAt: number): boolean {
    return !this.#clock.isWithin(2 * since - retryAt, retryAt);
  }

  /** The agent of an address, as the one that was used last. */
  #agent(url: string): Agent {
    const agent = this.#agents.get(url) ?? { url };
    used(this.#agents, url, agent, this.#maxAgents);
    return agent;
  }

  /** Sees to it that the agent's card may be used, and says where it came from. */
  async #current(agent: Agent, signal: StopSignal | undefined): Promise<Current> {
    signal?.throwIfAborted();
    const { card } = agent;
    const use = card?.use() ?? "no";
    if (card && use === "fresh") return { source: "fresh", card };
    if (card && use === "whileRevalidating") {
      // What becomes of it is told to those who come when the card may no longer be used.
      this.#renew(agent).join(undefined).catch(() => undefined);
      return { source: "stale", card };
    }
    return this.#renew(agent).join(signal);
  }

  /** One request for all who ask at the same time. */
  #renew(agent: Agent): SharedRequest<Current> {
    if (agent.fetching) return agent.fetching;
    const isLast = () => agent.fetching === request;
    const request = new SharedRequest(
      (stop) => this.#request(agent, stop, isLast),
      () => isLast() && delete agent.fetching,
    );
    agent.fetching = request;
    return request;
  }

  /** `isLast` is whether what comes of the request is what there is to know of the card. */
  async #request(agent: Agent, stop: AbortSignal, isLast: () => boolean): Promise<Current> {
    const known = agent.card;
    const headers = { accept: "application/json", ...known?.conditions() };
    let response: Response;
    let text = "";
    try {
      // Not as a method: a `fetch` of the platform may refuse another `this`.
      const send = this.#send;
            const answer: unknown = await abortable((async () => send(agent.url, { headers, signal: stop }))(), stop);
      if (!isAnswer(answer)) throw new TypeError("the given `fetch` has answered with what is no `Response`");
      response = answer;
      if (isWhole(response)) text = await readBounded(response, agent.url, stop);
    } catch (error) {
      if (known?.useAfter(undefined)) return { source: "stale", card: known };
      if (error instanceof CardFetchError) throw error;
      throw new CardFetchError("network", agent.url, `cannot be fetched: ${withCauseInWords(error)}`);
    }
    const cameFrom = response.url || agent.url;
    const isFromThere = URL.canParse(cameFrom) && isConfidential(new URL(cameFrom));
    if (!isFromThere || (agent.url.startsWith("https:") && cameFrom.startsWith("http:"))) {
      throw new CardFetchError("network", agent.url, "leads to an address that is not encrypted");
    }
    if (known && response.status === 304) {
      if (isLast()) known.revalidated(response);
      return { source: "revalidated", card: known };
    }
    if (!isWhole(response)) {
      if (known?.useAfter(response)) return { source: "stale", card: known };
      const { status } = response;
      throw new CardFetchError("status", agent.url, `is answered with ${status}`, status);
    }
    const read = cardIn(text);
    if (!read) {
      if (known?.useAfter(undefined)) return { source: "stale", card: known };
      throw new CardFetchError("notACard", agent.url, "is none: what is there is no agent card", response.status);
    }
    const card = new CachedCard(this.#clock, read, placeOf(agent.url, cameFrom), headers, response, known);
    if (isLast()) agent.card = card;
    return { source: "fetched", card };
  }

  #plan(
    { handle, text, before, plans }: CachedCard,
    profile: string,
    intent: string,
    lock: string | undefined,
  ): Pick<CachedPlan, "outcome" | "diff"> {
    const key = JSON.stringify([profile, intent, lock]);
    const options = lock === undefined ? "{}" : `{"lock":${lock}}`;
    const plan = plans.get(key) ?? {
      outcome: negotiate(handle, this.#profile(profile), intent, options),
      ...(before !== undefined && { diff: diffCards(before, text, profile, intent) }),
    };
    used(plans, key, plan, this.#maxPlans);
    return plan;
  }

  /** A profile that is read once, for many agents and intents. */
  #profile(text: string): Profile {
    const profile = this.#profiles.get(text) ?? new Profile(text);
    used(this.#profiles, text, profile, MAX_PROFILES);
    return profile;
  }
}

/**
 * The card's own address, and where a redirect led to if that is at another origin. An address stands for its origin,
 * and what is there may not make another one of it: a redirect may be anybody's, as one of a login page is.
 */
function placeOf(asked: string, cameFrom: string): Place {
  const { origin } = new URL(cameFrom);
  return origin === new URL(asked).origin ? { url: cameFrom } : { url: asked, redirectedTo: origin };
}

/** Whether an answer is a card as it stands, as its server or a proxy on the way has it; a part of one (206) is none. */
function isWhole({ status }: FetchAnswer): boolean {
  return status === 200 || status === 203;
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

function cardIn(text: string): Card | undefined {
  try {
    return readCard(text).card === null ? undefined : new Card(text);
  } catch {
    return undefined;
  }
}

function withCardUrl(profile: string, cardUrl: string): string {
  try {
    const members = parseJson(profile);
    // `null` says as little as leaving it out.
    if (isObject(members) && (members["cardUrl"] ?? null) === null) return JSON.stringify({ ...members, cardUrl });
  } catch {
    // What is wrong with it is for the core to say.
  }
  return profile;
}
