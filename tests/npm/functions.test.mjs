// The functions beside `negotiate`: what they give, and what they say of misuse.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readCards, readCases } from "../support/cases.mjs";
import { importPackage } from "./consumer.mjs";

const { Card, NegotiatorInputError, Profile, checkNegotiable, diffCards, lockCard, migrateCard, negotiate, readCard } = await importPackage();

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

test("handles give the same plan again, whatever was done to it and however many there were between", () => {
  let accepted = 0;
  for (const { name, arguments: [card, profile, intent, options] } of readCases("gallery")) {
    const quick = { ...options, trace: false };
    const expected = JSON.stringify(negotiate(card, profile, intent, quick));
    const [held, client] = [new Card(card), new Profile(profile)];
    for (let blanks = 0; blanks < 40; blanks++) {
      const asked = `${JSON.stringify(intent)}${" ".repeat(blanks % 20)}`;
      const outcome = negotiate(held, client, asked, quick);
      assert.equal(JSON.stringify(outcome), expected, name);
      assert.equal(JSON.stringify(negotiate(held, client, intent, quick)), expected, name);
      if (outcome.decision !== "accept") continue;
      accepted += 1;
      outcome.plan.url = "https://elsewhere.example";
      outcome.plan.inputModes.push("text/html");
      outcome.plan.headers["A2A-Version"] = "2.0";
    }
    const other = new Profile({ versions: ["9.9"] });
    assert.equal(negotiate(held, other, intent, quick).decision, "reject", name);
    assert.equal(JSON.stringify(negotiate(held, client, intent, { ...quick, trace: true }).steps) === "[]", false, name);
  }
  assert.ok(accepted > 0);
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

test("a lockfile decides the same as an object, of which the rest is not looked at, and as a text", () => {
  const skills = ["a", "__proto__", "constructor"].map((id) => ({ id, name: id, description: id, tags: [] }));
  const interfaces = [{ url: "https://agent.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
  const card = { name: "A", version: "1", capabilities: { streaming: true }, supportedInterfaces: interfaces, skills };
  const profile = { accepts: ["text/plain"] };
  const lock = lockCard(card, profile, { skills: ["a", "__proto__"] });
  const outcomes = [];
  for (const now of [card, { ...card, capabilities: {} }]) {
    for (const intent of [{}, { skill: "a" }, { skill: "__proto__" }, { skill: "constructor" }, '{"skill": "a"}', '\ufeff{"skill": "a"}']) {
      const asObject = negotiate(now, profile, intent, { lock });
      assert.deepEqual(asObject, negotiate(now, profile, intent, JSON.stringify({ lock })));
      outcomes.push(asObject.rejection?.code ?? asObject.decision);
    }
  }
  const [beyond, as] = ["lockViolation", "accept"];
  assert.deepEqual(outcomes, [as, as, as, beyond, as, as, ...Array(6).fill(beyond)]);
});
