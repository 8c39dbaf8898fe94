// The module answers byte for byte what the core answers natively: for every case, and for every card
// with two profiles. `cargo xtask test wasm` writes down the native answers first.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";

const { WASM_FOLDER, NATIVE_OUTCOMES } = process.env;
let core;

before(async () => {
  core = await import(pathToFileURL(join(WASM_FOLDER, "negotiator.js")));
  core.initSync({ module: readFileSync(join(WASM_FOLDER, "negotiator_bg.wasm")) });
});

const lines = readFileSync(NATIVE_OUTCOMES, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));

test("there is something to compare", () => {
  assert.ok(lines.length > 2 * 183, `${lines.length} lines`);
});

test("what is read is the same", () => {
  for (const { name, texts, reading } of lines) {
    assert.deepEqual(attempt(() => ({ reading: JSON.stringify(core.readCard(texts[0])) })), reading, name);
  }
});

test("what is decided, and the words for it, are the same", () => {
  for (const { name, texts, answer } of lines) assert.deepEqual(answerOf(texts), answer, name);
});

function answerOf(texts) {
  return attempt(() => {
    const [card, profile] = [new core.Card(texts[0]), new core.Profile(texts[1])];
    const outcome = JSON.stringify(core.negotiate(card, profile, texts[2], texts[3]));
    const judgement = JSON.stringify(core.judge(texts[0], profile, texts[2]));
    card.free();
    profile.free();
    return { outcome, explained: core.explain(outcome), judgement };
  });
}

function attempt(run) {
  try {
    return run();
  } catch (thrown) {
    const { document, ...error } = thrown;
    assert.ok(document, `thrown: ${thrown}`);
    return { error: JSON.stringify(error) };
  }
}
