// Ranking ever more agents: cards in a second of the processor's time, and the most memory that it took. Each count is
// ranked in a process of its own, since a process only ever says the most that it has taken so far.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { cardsNear, negotiator, profile } from "./cards.mjs";
import { isQuick, short, table } from "./measure.mjs";

const COUNTS = isQuick ? [10, 100] : [1_000, 10_000, 100_000, 1_000_000];
const TOP = 10;

const [, , count] = process.argv;
if (/^\d+$/.test(count ?? "")) console.log(JSON.stringify(await rankOnce(Number(count))));
else console.log(rankAll());

function rankAll() {
  const rows = COUNTS.map((count) => {
    const said = execFileSync(process.execPath, [fileURLToPath(import.meta.url), String(count)], { encoding: "utf8" });
    const { seconds, kilobytes, counts } = JSON.parse(said);
    if (counts.accepted !== count) throw new Error(`of ${count} cards that can be called, ${counts.accepted} were accepted`);
    return [count.toLocaleString("en"), `${short(seconds)} s`, short(count / seconds), `${short(kilobytes / 1_000)} MB`];
  });
  return table(["cards", "time of the processor", "cards in a second", "most memory of the process"], rows);
}

async function rankOnce(count) {
  const texts = await cardsNear(2_500);
  // The first ones cost more, since everything must be compiled.
  negotiator.rank(cards(texts, 1_000), profile, {}, { top: TOP });
  const start = process.cpuUsage();
  const { counts } = negotiator.rank(cards(texts, count), profile, {}, { top: TOP });
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1_000_000;
  return { seconds, counts, kilobytes: process.resourceUsage().maxRSS };
}

/** So many cards, made one by one, each of another name. */
function* cards(texts, count) {
  const cut = texts.map((text) => text.split(JSON.stringify(JSON.parse(text).name)));
  for (let index = 0; index < count; index++) {
    const [before, ...after] = cut[index % cut.length];
    yield [before, ...after].join(`"Agent ${index}"`);
  }
}
