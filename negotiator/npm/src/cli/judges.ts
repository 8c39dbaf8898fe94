// Judging many cards, on several threads where there are many.

import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

import { Profile, judge } from "a2a-negotiator";
import type { Intent, Judgement } from "a2a-negotiator";

import { answerTo, lineOf } from "./line.js";
import type { Entry } from "./registry.js";

/** What is asked of each card. */
interface Question {
  readonly profile: string;
  readonly intent: Intent;
  /** Whether each text is a line of a filter, which may bring a profile and an intent of its own. */
  readonly isFilter: boolean;
}

/** So many cards go to a thread at once that sending them costs little. */
const BATCH = 256;

/** Each card with what it is to the client, in the order of the cards. */
export async function* judgeAll(
  cards: AsyncIterable<Entry>,
  question: Question,
  jobs: number,
): AsyncGenerator<readonly [Entry, Judgement], void, undefined> {
  const judgeText = judgeFor(question);
  if (jobs < 2) {
    // Nothing is waited for, so that whoever writes line by line has each answer at once.
    for await (const entry of cards) yield [entry, judgeText(entry.text)];
    return;
  }
  const threads: Thread[] = [];
  const waiting: { readonly batch: readonly Entry[]; readonly judgements: Promise<readonly Judgement[]> }[] = [];
  let next = 0;
  try {
    for await (const batch of inBatches(cards)) {
      // So few that a thread would take longer to start.
      if (batch.length < BATCH && threads.length === 0) {
        for (const entry of batch) yield [entry, judgeText(entry.text)];
        continue;
      }
      const thread = (threads[next % jobs] ??= new Thread(question));
      next += 1;
      waiting.push({ batch, judgements: thread.judge(batch.map(({ text }) => text)) });
      // Two for each thread, so that it need not wait; no more, so that memory stays bounded.
      if (waiting.length >= 2 * jobs) yield* first();
    }
    while (waiting.length > 0) yield* first();
  } finally {
    for (const thread of threads) thread.end();
  }

  async function* first(): AsyncGenerator<readonly [Entry, Judgement], void, undefined> {
    const oldest = waiting.shift();
    if (!oldest) return;
    const judgements = await oldest.judgements;
    for (const [index, entry] of oldest.batch.entries()) yield [entry, judgements[index] as Judgement];
  }
}

/** Says of a text what it is to the client. */
function judgeFor({ profile, intent, isFilter }: Question): (text: string) => Judgement {
  const client = new Profile(profile);
  if (!isFilter) return (text) => judge(text, client, intent);
  return (text) => {
    const line = lineOf(text);
    return answerTo(() => judge(line.card, line.profile ?? client, line.intent ?? intent));
  };
}

async function* inBatches(cards: AsyncIterable<Entry>): AsyncGenerator<readonly Entry[], void, undefined> {
  let batch: Entry[] = [];
  for await (const entry of cards) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A thread of this program that judges. */
class Thread {
  readonly #worker: Worker;
  readonly #asked: { readonly resolve: (judgements: readonly Judgement[]) => void; readonly reject: (why: unknown) => void }[] = [];

  constructor(question: Question) {
    // It prints nothing, and each pipe to this program's output would be a listener more on that.
    this.#worker = new Worker(new URL(import.meta.url), { workerData: question, stdout: true, stderr: true });
    this.#worker.on("message", (judgements: readonly Judgement[]) => this.#asked.shift()?.resolve(judgements));
    this.#worker.on("error", (error) => {
      for (const { reject } of this.#asked.splice(0)) reject(error);
    });
  }

  judge(texts: readonly string[]): Promise<readonly Judgement[]> {
    const answer = new Promise<readonly Judgement[]>((resolve, reject) => this.#asked.push({ resolve, reject }));
    // Whoever waits for it hears of it; until somebody does, it is no failure of the program.
    answer.catch(() => {});
    this.#worker.postMessage(texts);
    return answer;
  }

  end(): void {
    void this.#worker.terminate();
  }
}

/** Judges for the thread that has started this one; says whether there is one. */
export function judgeForMainThread(): boolean {
  if (isMainThread) return false;
  const judgeText = judgeFor(workerData as Question);
  parentPort?.on("message", (texts: readonly string[]) => {
    parentPort?.postMessage(texts.map(judgeText));
  });
  return true;
}
