// Measuring side by side: all jobs in turns, in many short rounds, so that whatever else the machine does falls on
// all of them. What is reported is the tenth part of the rounds: what was disturbed does not count.

import { performance } from "node:perf_hooks";

/** With `--quick`, everything runs and the figures mean nothing: for a test that it runs. */
export const isQuick = process.argv.includes("--quick");

const ROUNDS = isQuick ? 2 : 200;
/** How long a job runs before it is measured, in milliseconds, so that all that it calls is compiled to its best. */
const WARM_UP = isQuick ? 1 : 600;
/** How long a job runs in a round, in milliseconds: long enough for the clock, short enough to be undisturbed. */
const SLICE = isQuick ? 0.1 : 2;

/**
 * Measures jobs, `{name: job}`, against the first of them. A job is a function of no arguments that may return a
 * promise, or `{ times }`: a function that runs `count` times elsewhere and gives the milliseconds that it took.
 *
 * @returns by name, `microseconds` for one run and `ratio` to the first job.
 */
export async function sideBySide(jobs) {
  const entries = Object.entries(jobs).map(([name, job]) => ({ name, times: job.times ?? timed(job), samples: [] }));
  for (const entry of entries) {
    let [once, spent] = [Infinity, 0];
    while (spent < WARM_UP) {
      const milliseconds = await entry.times(20);
      once = Math.min(once, milliseconds / 20);
      spent += milliseconds;
    }
    entry.count = Math.max(1, Math.round(SLICE / once));
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { samples, times, count } of entries) samples.push(((await times(count)) / count) * 1_000);
  }
  const [first] = entries.map(({ samples }) => undisturbed(samples));
  return Object.fromEntries(
    entries.map(({ name, samples }) => {
      const microseconds = undisturbed(samples);
      return [name, { microseconds, ratio: microseconds / first }];
    }),
  );
}

/** What a run takes when nothing else disturbs it: on a busy machine, that is the tenth of the rounds at most. */
function undisturbed(samples) {
  return quantile(samples, 0.1);
}

function timed(job) {
  return async (count) => {
    const start = performance.now();
    for (let run = 0; run < count; run++) {
      const promise = job();
      // Waiting costs more than what many jobs do.
      if (promise instanceof Promise) await promise;
    }
    return performance.now() - start;
  };
}

export function median(numbers) {
  return quantile(numbers, 0.5);
}

/** The number below which so large a part of them lies. */
export function quantile(numbers, part) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/** A table of Markdown; all columns but the first are numbers. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** A number in as many digits as mean anything here. */
export function short(number) {
  if (number >= 100) return Math.round(number).toLocaleString("en");
  if (number >= 10) return number.toFixed(1);
  return number >= 1 ? number.toFixed(2) : number.toPrecision(2);
}

export const times = (ratio) => `${short(ratio)} ×`;
