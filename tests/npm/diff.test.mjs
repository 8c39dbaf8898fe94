// What changed between two cards, through the package.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readDiffCases } from "../support/diff-cases.mjs";
import { compare } from "../support/match.mjs";
import { importPackage } from "./consumer.mjs";

const { diffCards } = await importPackage();

for (const { name, old, current, client, expect } of readDiffCases()) {
  test(name, () => {
    const differences = [];
    compare(expect, diffCards(old, current, ...client), "", differences);
    const texts = [old, current, ...client].map((value) => JSON.stringify(value));
    compare(expect, diffCards(...texts), "as text", differences);
    assert.deepEqual(differences, []);
  });
}

test("misuse names the argument", () => {
  const card = readDiffCases()[0].old;
  assert.throws(() => diffCards("{", card), { document: "old", code: "notJson" });
  assert.throws(() => diffCards(card, "{"), { document: "new", code: "notJson" });
  assert.throws(() => diffCards(card, card, { versions: 1 }), { document: "profile", code: "wrongShape" });
  assert.throws(() => diffCards(card, card, {}, { skil: "x" }), { document: "intent", code: "wrongShape" });
  assert.throws(() => diffCards(card), { document: "new", code: "wrongShape" });
});
