import CachePolicy from "http-cache-semantics";

import type { Card } from "./handles.js";
import type { CachedPlan } from "./plan-cache.js";

type Headers = Readonly<Record<string, string>>;

/** The clock of the caller, and what HTTP says by it about keeping an answer (RFC 9111). */
export class Clock {
  readonly now: () => number;
  readonly policy: (request: CachePolicy.Request, response: CachePolicy.Response) => CachePolicy;

  constructor(given: () => number) {
    const now = () => timeBy(given);
    class Policy extends CachePolicy {
      now(): number {
        return now();
      }
    }
    // The cache is that of one client. That a card never changes does not say for how long it can be used.
    const options = { shared: false, immutableMinTimeToLive: 0 };
    this.now = now;
    this.policy = (request, response) => new Policy(request, response, options);
  }

  /** Whether it is between two times. A clock that tells none, or was set back, is in no time that is known. */
  isWithin(since: number, until = Infinity): boolean {
    const now = this.now();
    return Number.isFinite(now) && since <= now && now < until;
  }
}

/** The time that a clock tells; not a number where it tells none. */
function timeBy(clock: () => unknown): number {
  try {
    const time = clock();
    return typeof time === "number" ? time : NaN;
  } catch {
    return NaN;
  }
}

/** Where a card came from. */
export interface Place {
  /** The address that stands for it, after redirects within its origin. */
  readonly url: string;
  /** The other origin that a redirect led to. */
  readonly redirectedTo?: string;
}

type Plan = Pick<CachedPlan, "outcome" | "diff">;

/** A card with the plans made with it, and what the answer that brought it says about keeping it. */
export class CachedCard {
  readonly text: string;
  /** The same, read once for all plans. */
  readonly handle: Card;
  /** The card before, against which changes are told. */
  readonly before: string | undefined;
  /** The plans that were made with it, the last used at the end. */
  readonly plans: Map<string, Plan>;
  readonly url: string;
  readonly redirectedTo: string | undefined;
  /** Whether its answer may never be used without asking once it is stale. */
  readonly #mustAsk: boolean;
  readonly #request: CachePolicy.Request;
  readonly #clock: Clock;
  #policy: CachePolicy;
  /** When the card was known to be the agent's. */
  #takenAt: number;
  #isExpired = false;

  constructor(clock: Clock, card: Card, place: Place, headers: Headers, response: Response, known?: CachedCard) {
    const isSame = known?.text === card.text && known.url === place.url;
    this.text = card.text;
    this.handle = card;
    this.before = known?.text === card.text ? known.before : known?.text;
    this.plans = isSame ? known.plans : new Map();
    this.url = place.url;
    this.redirectedTo = place.redirectedTo;
    this.#mustAsk = /(?:^|[\s,])(?:no-cache|must-revalidate)\b/i.test(response.headers.get("cache-control") ?? "");
    this.#request = { method: "GET", headers };
    this.#clock = clock;
    this.#policy = clock.policy(this.#request, plain(response));
    this.#takenAt = clock.now();
  }

  /** Whether the answer may be kept at all. */
  get mayBeKept(): boolean {
    return this.#policy.storable();
  }

  /** Whether the card may be used as it is, or while it is asked for again. */
  use(): "fresh" | "whileRevalidating" | "no" {
    if (this.#isExpired || !this.#clock.isWithin(this.#takenAt)) return "no";
    if (!this.#policy.stale()) return "fresh";
    if (this.#mustAsk) return "no";
    return this.#policy.evaluateRequest(this.#request).response ? "whileRevalidating" : "no";
  }

  /** What to send so that an unchanged card is not sent again. */
  conditions(): Headers {
    const headers = Object.entries(this.#policy.revalidationHeaders({ method: "GET", headers: {} }));
    return Object.fromEntries(headers.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
  }

  /** Takes over what an answer says by which the card is unchanged. */
  revalidated(response: Response): void {
    this.#policy = this.#policy.revalidatedPolicy(this.#request, plain(response)).policy;
    this.#isExpired = false;
    this.#takenAt = this.#clock.now();
  }

  /** Whether the card may be used although the agent failed (`stale-if-error`, RFC 5861). */
  useAfter(response: Response | undefined): boolean {
    const answer = response ? plain(response) : { status: 503, headers: {} };
    if (this.#isExpired || this.#mustAsk || !this.#clock.isWithin(this.#takenAt)) return false;
    return this.#policy.revalidatedPolicy(this.#request, answer).policy === this.#policy;
  }

  /** Has the card asked for again, whatever its answer said. */
  expire(): void {
    this.#isExpired = true;
  }
}

function plain({ status, headers }: Response): CachePolicy.Response {
  const plain: Record<string, string> = {};
  headers.forEach((value, name) => {
    plain[name] = name === "cache-control" ? directives(value) : value;
  });
  return { status, headers: plain };
}

/** Directives as the library knows them: the same in any case (RFC 9111, 5.2), and stale where two say how long (4.2.1). */
function directives(value: string): string {
  const known = value.toLowerCase();
  const ages = known.match(/(?<![^\s,])max-age\s*=/g) ?? [];
  return ages.length > 1 ? `${known}, max-age=0` : known;
}
