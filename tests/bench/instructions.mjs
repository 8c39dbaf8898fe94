// Instructions that the core's paths take natively. Unlike times, they are the same on a busy machine, so that what
// makes the core slower shows as a difference here.

import { spawnSync } from "node:child_process";

import { cardsNear, profile } from "./cards.mjs";
import { isQuick, table } from "./measure.mjs";

const PATHS = {
  read: "card text to the model",
  plan: "model to plan",
  outcome: "model to outcome",
  text: "model to outcome as JSON text",
  "text-plan": "card text to plan",
  judge: "card text to judgement, as `rank` uses it",
  migrate: "card text to a clean card of 1.0",
};

const program = process.env.PATHS_PROGRAM;
if (!program) throw new Error("set PATHS_PROGRAM to the built program, or run this by `cargo xtask bench`");

const sizes = isQuick ? [2_500] : [1_000, 2_500, 10_000, 60_000];
const cards = await Promise.all(sizes.map(cardsNear));
const heads = cards.map((texts) => `${Math.round(average(texts.map((text) => text.length))).toLocaleString("en")} bytes`);
const rows = Object.entries(PATHS).map(([path, about]) => [about, ...cards.map((texts) => perCard(path, texts).toLocaleString("en"))]);
console.log(table(["instructions for a card of", ...heads], rows));

/** What one more time costs, without the start of the program. */
function perCard(path, texts) {
  return Math.round((count(path, 11, texts) - count(path, 1, texts)) / 10 / texts.length);
}

function count(path, times, texts) {
  const flags = ["--tool=callgrind", "--callgrind-out-file=/dev/null", program, path, times, JSON.stringify(profile), ...texts];
  const { stderr } = spawnSync("valgrind", flags.map(String), { encoding: "utf8" });
  const [, found] = /Collected : (\d+)/.exec(stderr) ?? [];
  if (!found) throw new Error(`valgrind did not count the instructions of \`${path}\`:\n${stderr}`);
  return Number(found);
}

function average(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
