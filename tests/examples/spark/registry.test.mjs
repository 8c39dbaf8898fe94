// The example on Apache Spark, on a small cluster of processes, says what the package says.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";

import { importPackage, workspace } from "../../npm/consumer.mjs";
import { readCards } from "../../support/cases.mjs";

const CARDS = 2000;
const python = process.env.PYTHON_SPARK;
if (!python) throw new Error("set PYTHON_SPARK to a Python that has pyspark, or run the tests by `cargo xtask test spark`");

const example = join(workspace, "examples/spark-registry");
const { judge, rank } = await importPackage();
const profile = readFileSync(join(example, "client.json"), "utf8");
const shapes = readCards().map(({ text }) => JSON.parse(text));
const cards = Array.from({ length: CARDS }, (_, index) => ({ ...shapes[index % shapes.length], name: `Agent ${index}` }));
const expected = rank(cards, profile);

let said;
let tables;

before(() => {
  const work = join(execFileSync(python, ["-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))"], { encoding: "utf8" }).trim(), "work");
  const earlier = existsSync(work) ? readdirSync(work) : [];
  const words = ["--package", process.env.PACKAGE_TARBALL, "--cards", String(CARDS), "--partitions", "2", "--master", "local-cluster[2,1,1024]"];
  // What runs for so short a time is not worth compiling well.
  const env = { ...process.env, JAVA_TOOL_OPTIONS: "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" };
  const { status, stdout, stderr } = spawnSync(python, [join(example, "registry.py"), ...words], { encoding: "utf8", env });
  // Where such a cluster keeps what its processes were given, which nobody else clears away.
  for (const name of existsSync(work) ? readdirSync(work) : []) if (!earlier.includes(name)) rmSync(join(work, name), { recursive: true });
  assert.equal(status, 0, stderr);
  said = stdout;
  tables = stdout.split(/^(?=\w[^|\n]*\n\+)/m).slice(1).map(rows);
});

/** The rows of a table as Spark prints it, as objects. */
function rows(text) {
  const [names, ...lines] = text.split("\n").filter((line) => line.startsWith("|")).map((line) => line.slice(1, -1).split("|").map((cell) => cell.trim()));
  return lines.map((cells) => Object.fromEntries(cells.map((cell, index) => [names[index], cell])));
}

test("every card is judged, as the package judges it", () => {
  assert.match(said, /^2,000 judged in [\d.]+ s: [\d,]+ cards a second$/m);
  const [tally] = tables;
  const told = Object.fromEntries(tally.map(({ decision, step, code, agents }) => [`${decision} ${step} ${code}`, Number(agents)]));
  const refusals = expected.refusals.map(({ decision, step, code, count }) => [`${decision} ${step} ${code}`, count]);
  assert.deepEqual(told, { "accept NULL NULL": expected.counts.accepted, ...Object.fromEntries(refusals) });
});

test("the judgements are joined with the agents that they are about, and the best of every region is one of the best", () => {
  const [, best] = tables;
  assert.equal(best.length, 5);
  assert.equal(best.reduce((sum, { callable }) => sum + Number(callable), 0), expected.counts.accepted);
  const { preference } = expected.ranked[0];
  for (const { agent, name, binding, version } of best) {
    const judgement = judge(cards[Number(agent)], profile);
    assert.deepEqual([name, binding, version], [judgement.name, judgement.plan?.binding, judgement.plan?.version]);
    assert.deepEqual(judgement.preference, preference);
  }
});
