import CachePolicy from "http-cache-semantics";

type Headers = Readonly<Record<string, string>>;

/** Makes what HTTP says about keeping an answer (RFC 9111), by the clock of the caller. */
export type PolicyMaker = (request: CachePolicy.Request, response: CachePolicy.Response) => CachePolicy;

export function policies(now: () => number): PolicyMaker {
  class Policy extends CachePolicy {
    now(): number {
      return now();
    }
  }
  // The cache is that of one client, and cards without any word on it are asked for each time.
  return (request, response) => new Policy(request, response, { shared: false });
}

/** A card with what the answer that brought it says about keeping it. */
export class CachedCard {
  readonly text: string;
  readonly #request: CachePolicy.Request;
  #policy: CachePolicy;
  #isExpired = false;

  constructor(policy: PolicyMaker, text: string, headers: Headers, response: Response) {
    this.text = text;
    this.#request = { method: "GET", headers };
    this.#policy = policy(this.#request, plain(response));
  }

  /** Whether the answer may be kept at all. */
  get mayBeKept(): boolean {
    return this.#policy.storable();
  }

  /** Whether the card may be used as it is, or while it is asked for again. */
  use(): "fresh" | "whileRevalidating" | "no" {
    if (this.#isExpired) return "no";
    if (!this.#policy.stale()) return "fresh";
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
  }

  /** Whether the card may be used although the agent failed (`stale-if-error`, RFC 5861). */
  useAfter(response: Response | undefined): boolean {
    const answer = response ? plain(response) : { status: 503, headers: {} };
    return !this.#isExpired && this.#policy.revalidatedPolicy(this.#request, answer).policy === this.#policy;
  }

  /** Has the card asked for again, whatever its answer said. */
  expire(): void {
    this.#isExpired = true;
  }
}

function plain({ status, headers }: Response): CachePolicy.Response {
  const plain: Record<string, string> = {};
  headers.forEach((value, name) => {
    plain[name] = value;
  });
  return { status, headers: plain };
}
