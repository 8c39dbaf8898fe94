// The functions beside `negotiate`: what they give, and what they say of misuse.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readCards, readCases } from "../support/cases.mjs";
import { importPackage } from "./consumer.mjs";

const { NegotiatorInputError, checkNegotiable, diffCards, migrateCard, negotiate, readCard } = await importPackage();

test("every path that a refused case could not walk is listed", () => {
  const invariants = ["liveInputWithoutStreaming", "pushNeedsMutualTls", "outputOnlyOnResubscribe"];
  const refused = readCases("negotiability").filter(({ expect }) => invariants.includes(expect.rejection?.code));
  assert.ok(refused.length > 3);
  for (const { name, expect, arguments: [card, profile, intent, options] } of refused) {
    // What only the intent says is not known without one.
    const withIntent = { ...profile, ...(intent.sends && { sends: intent.sends }), ...(intent.accepts && { accepts: intent.accepts }) };
    if (Object.keys(options).length > 0) continue;
    const paths = checkNegotiable(card, withIntent);
    const found = paths.find(({ invariant, skill }) => invariant === expect.rejection.code && skill === intent.skill);
    assert.ok(found?.refuses.includes(intent.taskClass ?? "standard"), name);
    assert.match(found.message, /\S/);
  }
});

test("a card that works in every way has no such path", () => {
  const [research] = readCases("gallery").filter(({ name }) => name === "gallery/research-agent");
  const [card, profile] = research.arguments;
  assert.deepEqual(checkNegotiable(card, profile), []);
  assert.deepEqual(checkNegotiable(JSON.stringify(card), JSON.stringify(profile)), []);
});

test("what is no card has neither paths nor changes, and is refused", () => {
  for (const none of [[], {}, null, 1, { agent: { name: "A", skills: [] } }]) {
    const isNone = (document) => (error) => {
      assert.ok(error instanceof NegotiatorInputError);
      assert.deepEqual([error.code, error.document], ["notACard", document]);
      assert.match(error.message, /^this is not an agent card: /);
      assert.match(error.help, /\S/);
      return true;
    };
    assert.throws(() => checkNegotiable(none, {}), isNone("card"));
    assert.throws(() => diffCards(none, none), isNone("old"));
    assert.throws(() => diffCards(none, [], {}), isNone("old"));
    assert.equal(diffCards({ name: "A", skills: [] }, none).class, "breaking");
    assert.equal(diffCards(none, { name: "A", skills: [] }).class, "compatible");
  }
});

test("a migrated card is one of 1.0 that migrates to itself", () => {
  for (const { name, text } of readCards()) {
    const { card, findings } = migrateCard(text);
    assert.equal(card === null, readCard(text).card === null, name);
    if (card === null) {
      assert.ok(findings.some(({ code }) => code === "notACard"), name);
      continue;
    }
    assert.ok(Array.isArray(card.supportedInterfaces), name);
    assert.deepEqual(migrateCard(card).card, card, name);
    if (findings.some(({ code }) => code === "notCarried")) continue;
    assert.equal(negotiate(card, {}).decision, negotiate(text, {}).decision, name);
  }
});

test("misuse names the argument", () => {
  const isAbout = (document, code) => (error) =>
    error instanceof NegotiatorInputError && error.document === document && error.code === code;
  assert.throws(() => migrateCard("{"), isAbout("card", "notJson"));
  assert.throws(() => checkNegotiable("{", {}), isAbout("card", "notJson"));
  assert.throws(() => checkNegotiable({}, { versions: "1.0" }), isAbout("profile", "wrongShape"));
});
