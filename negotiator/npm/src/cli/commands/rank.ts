import { availableParallelism } from "node:os";

import { judge } from "a2a-negotiator";

import { Ranking } from "../../ranking.js";
import type { Ranked } from "../../ranking.js";
import { command } from "../command.js";
import { question, withPlaces } from "../consult.js";
import { judgeAll } from "../judges.js";
import { Misuse } from "../misuse.js";
import { shownWord } from "../shown-word.js";
import { PROFILE, SKILL, SOURCES, TASK_CLASS } from "../options.js";
import { warnOfProfile } from "../profile-findings.js";
import { watched, watchedFilter } from "../progress.js";
import { Registry } from "../registry.js";
import type { Paint } from "../terminal.js";
import { asJson, onOneLine, painter, writeLine } from "../terminal.js";

/** Each thread has a module of its own in memory, and more of them than processors make nothing faster. */
const MAX_JOBS = 64;

/** A card by its place and its file. */
interface Known {
  readonly index: number;
  readonly source: string;
}

export const rank = command({
  name: "rank",
  summary: "say which of many agents can do this for a client, best first",
  usage: "[FILE...] --profile PROFILE [--skill ID]",
  about:
    "A file holds a card, a list of cards, or a card a line (`.ndjson`, `.jsonl`); of a folder, all of these are\n" +
    "taken; without a file, lines are read from standard input.",
  options: {
    profile: PROFILE,
    skill: SKILL,
    "task-class": TASK_CLASS,
    top: { type: "string", value: "N", about: "how many of the best are listed; 10 unless said" },
    jobs: { type: "string", short: "j", value: "N", about: `how many threads judge, ${MAX_JOBS} at most; as many as processors unless said` },
    json: { type: "boolean", about: "print the ranking as JSON" },
    ndjson: { type: "boolean", about: "judge each line, a card or {card, profile, intent}, and print a line, to be sorted elsewhere" },
    ...SOURCES,
  },
  examples: [
    ["rank registry.ndjson --profile client.json --skill market-size", "the best ten of a registry's export"],
    ["rank cards/ --profile client.json --top 3 --json", "of a folder, for a program"],
    ["rank --profile client.json --ndjson < cards.ndjson", "as a filter: a line in, a line out"],
  ],
  codes: { 0: "an agent can be called, or with --ndjson every line is answered", 1: "none can" },
  async run({ values, positionals }, io) {
    const top = count(values.top, "--top", 10);
    const jobs = count(values.jobs, "--jobs", Math.min(availableParallelism(), MAX_JOBS), MAX_JOBS);
    const { profile, intent } = await question(values, io);
    warnOfProfile(profile, io);
    // What is wrong with the profile is told before the first card.
    withPlaces({ profile }, () => judge("{}", profile.text, intent));
    const registry = await Registry.open(positionals, io, { isFilter: values.ndjson });
    const judged = judgeAll(registry, { profile: profile.text, intent, isFilter: values.ndjson }, jobs);
    if (values.ndjson) {
      for await (const [, judgement] of watchedFilter(judged, io)) await writeLine(io.stdout, judgement);
      return { code: 0, stderr: String(registry.skipped) };
    }

    const ranking = new Ranking<Known>(top);
    let index = 0;
    for await (const [{ source }, judgement] of watched(judged, io.stderr, "cards", registry)) {
      ranking.add(judgement, { index, source });
      index += 1;
    }
    const result = ranking.finish();
    const stdout = values.json ? asJson(result) : inWords(result, painter(io.stdout));
    return { code: result.counts.accepted > 0 ? 0 : 1, stdout, stderr: String(registry.skipped) };
  },
});

function count(given: string | undefined, option: string, otherwise: number, most = 999_999_999): number {
  if (given === undefined) return otherwise;
  if (/^[1-9]\d{0,8}$/.test(given) && Number(given) <= most) return Number(given);
  throw new Misuse(`\`${shownWord(given)}\` is nothing that \`${option}\` takes`, `give a whole number from 1 to ${most}`);
}

function inWords({ ranked, refusals, unreadable, counts }: Ranked<Known>, paint: Paint): string {
  const width = String(ranked.length).length;
  const agents = ranked.flatMap(({ name, plan, degradations, source }, place) => [
    `${String(place + 1).padStart(width)}  ${paint("bold", onOneLine(name ?? "no name"))}  ${onOneLine(source)}`,
    `${" ".repeat(width)}  ${plan.binding} ${plan.version} at ${onOneLine(plan.url)}, ${plan.delivery.mode}`,
    ...degradations.map(({ message }) => `${" ".repeat(width)}  ${paint("yellow", "degraded")}: ${onOneLine(message)}`),
  ]);
  const refused = counts.rejected + counts.escalated;
  const told = [
    `${counts.cards} ${counts.cards === 1 ? "card" : "cards"}: ${counts.accepted} can be called, ${refused} refused, ${counts.unreadable} cannot be read`,
    ...refusals.map(
      ({ decision, step, code, count }) =>
        `  ${count} ${decision === "escalate" ? "to be settled" : "refused"} at ${step}: ${code}`,
    ),
    ...unreadable.map(({ source, error }) => `  ${onOneLine(source)}: ${onOneLine(error.message)}`),
  ];
  return `${[...agents, ...(agents.length > 0 ? [""] : []), ...told].join("\n")}\n`;
}
