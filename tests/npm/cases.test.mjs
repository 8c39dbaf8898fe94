// Every case and every card through the package.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readCards, readCases } from "../support/cases.mjs";
import { errorMismatches, mismatches } from "../support/match.mjs";
import { importPackage } from "./consumer.mjs";

const { NegotiatorInputError, explain, negotiate, readCard } = await importPackage();

for (const { name, title, expect, arguments: values } of readCases()) {
  const texts = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  test(`${name}, as text: ${title}`, () => check(expect, texts));
  test(`${name}, as objects: ${title}`, () => {
    // An object has no lines, so that there is none to name.
    const { position, ...error } = expect.error ?? {};
    check(expect.error ? { ...expect, error } : expect, values);
  });
}

function check(expect, values) {
  let outcome;
  try {
    outcome = negotiate(...values);
  } catch (error) {
    assert.ok(error instanceof NegotiatorInputError, error);
    assert.deepEqual(errorMismatches(expect, error), []);
    return;
  }
  assert.deepEqual(mismatches(expect, outcome), []);
  assert.match(explain(outcome), /\S/);
  assert.equal(explain(outcome), explain(JSON.stringify(outcome)));
}

test("every card is read, or is told to be none", () => {
  const cards = readCards();
  assert.equal(cards.length, 183);
  for (const { name, text } of cards) {
    const reading = readCard(text);
    assert.deepEqual(readCard(JSON.parse(text)).card === null, reading.card === null, name);
    assert.equal(reading.card === null, reading.generation === null, name);
    const isNone = reading.findings.some((finding) => finding.code === "notACard");
    assert.equal(isNone, reading.card === null, name);
    const { decision } = negotiate(text, {});
    assert.ok(["accept", "reject", "escalate"].includes(decision), name);
    if (reading.card === null) assert.equal(decision, "reject", name);
  }
});
