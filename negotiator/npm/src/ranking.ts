import type { Decision, InputError, Judgement, Preference, RankCounts, RankedAgent, RefusalCount } from "./types.js";

/** How many texts that cannot be read are told one by one; further ones are counted. */
const MAX_UNREADABLE = 100;

/** What a card is known by in a ranking: its place among those that were given, and what else the caller wants. */
interface Known {
  readonly index: number;
}

type CallableAgent = Omit<RankedAgent, "index">;

/** What came of the cards; {@link RankResult}, with what they are known by. */
export interface Ranked<K extends Known> {
  readonly ranked: (K & CallableAgent)[];
  readonly refusals: RefusalCount[];
  readonly unreadable: (K & { readonly error: InputError })[];
  readonly counts: RankCounts;
}

/** A ranking that is being made. */
export class Ranking<K extends Known> {
  readonly #top: number;
  readonly #ranked: (K & CallableAgent)[] = [];
  readonly #refusals = new Map<string, RefusalCount>();
  readonly #unreadable: (K & { error: InputError })[] = [];
  readonly #counts = { cards: 0, accepted: 0, rejected: 0, escalated: 0, unreadable: 0 };

  /** `top` is how many of the best are kept. */
  constructor(top: number) {
    this.#top = top;
  }

  /** Takes what the next card is to the client. */
  add(judgement: Judgement, known: K): void {
    this.#counts.cards += 1;
    switch (judgement.decision) {
      case "accept": {
        const { decision, ...agent } = judgement;
        this.#counts.accepted += 1;
        this.#ranked.push({ ...known, ...agent });
        // Now and then, so that what is let go costs little for each card.
        if (this.#ranked.length / 2 > Math.max(this.#top, MAX_UNREADABLE)) this.#sort();
        break;
      }
      case "reject":
      case "escalate":
        this.#counts[judgement.decision === "reject" ? "rejected" : "escalated"] += 1;
        this.#refuse(judgement.decision, judgement.step, judgement.code);
        break;
      case "unreadable":
        this.#counts.unreadable += 1;
        if (this.#unreadable.length < MAX_UNREADABLE) this.#unreadable.push({ ...known, error: judgement.error });
    }
  }

  finish(): Ranked<K> {
    this.#sort();
    const refusals = [...this.#refusals.values()].sort((one, other) => other.count - one.count);
    return { ranked: this.#ranked, refusals, unreadable: this.#unreadable, counts: this.#counts };
  }

  #sort(): void {
    this.#ranked.sort((one, other) => compare(one.preference, other.preference) || one.index - other.index);
    this.#ranked.length = Math.min(this.#ranked.length, this.#top);
  }

  #refuse(decision: Decision, step: RefusalCount["step"], code: RefusalCount["code"]): void {
    const key = `${decision} ${code}`;
    const known = this.#refusals.get(key);
    if (known) known.count += 1;
    else this.#refusals.set(key, { decision, step, code, count: 1 });
  }
}

/** Less than zero where the first serves better. */
function compare(one: Preference, other: Preference): number {
  return (
    one.degradations - other.degradations ||
    one.interface - other.interface ||
    one.delivery - other.delivery ||
    one.output - other.output
  );
}
