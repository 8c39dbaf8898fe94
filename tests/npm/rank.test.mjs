// Many agents and handles, in the packed package: the cases under `tests/rankings`, and what holds for all cards.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";

import { readCards, readCases } from "../support/cases.mjs";
import { makeConsumer, workspace } from "./consumer.mjs";

const consumer = makeConsumer();
const { Card, NegotiatorInputError, Profile, judge, matrix, ndjson, negotiate, rank, readCard } = await import(
  join(consumer, "node_modules/a2a-negotiator/index.js")
);
const tests = join(workspace, "tests");
const allCards = readCards().map(({ text }) => text);
const profiles = JSON.parse(readFileSync(join(tests, "profiles.json"), "utf8")).map(({ profile }) => profile);

/** What a ranking says, in the form of a case: agents by place and name, errors by their codes. */
function inShort(result) {
  const unreadable = result.unreadable.map(({ index, error }) => ({ index, code: error.code }));
  return { ...result, ranked: result.ranked.map(({ index, name }) => `${index} ${name}`), unreadable };
}

for (const file of readdirSync(join(tests, "rankings"))) {
  const { note, profile, intent, top, expect, ...given } = JSON.parse(readFileSync(join(tests, "rankings", file), "utf8"));
  const cards = given.cards ?? allCards;
  test(`${file}: ${note}`, async () => {
    const options = top === undefined ? {} : { top };
    assert.deepEqual(inShort(rank(cards, profile, intent, options)), expect);
    assert.deepEqual(inShort(await rank(Readable.from(cards), profile, intent, options)), expect);
  });
}

test("a matrix has in every cell what negotiating says", () => {
  const rows = matrix(allCards, profiles);
  assert.equal(rows.length, allCards.length);
  rows.forEach(({ cells }, index) => {
    const outcomes = profiles.map((profile) => negotiate(allCards[index], profile, {}, { trace: false }));
    assert.deepEqual(cells.map(({ decision, code }) => [decision, code]), outcomes.map(({ decision, rejection }) => [decision, rejection?.code]));
  });
  assert.deepEqual(matrix(["{"], profiles)[0].cells, []);
  let read = 0;
  const once = { toJSON: () => (read++ === 0 ? JSON.parse(allCards[0]) : assert.fail("the card was written twice")) };
  assert.deepEqual(matrix([once], profiles), [rows[0]]);
});

test("the best are the first of all, whatever was let go on the way", () => {
  const accepted = allCards.filter((card) => judge(card, profiles[1]).decision === "accept");
  const many = Array.from({ length: 500 }, (_, index) => accepted[index % accepted.length]);
  const all = rank(many, profiles[1]);
  assert.equal(all.ranked.length, 500);
  for (const top of [0, 3, 1e9]) {
    const best = rank(many, profiles[1], {}, { top });
    assert.deepEqual(best, { ...all, ranked: all.ranked.slice(0, top) });
  }
});

test("lines are lines however they come, and a bad one is one entry", async () => {
  const lines = allCards.slice(0, 20).map((card) => JSON.stringify(JSON.parse(card)));
  const texts = [...lines.slice(0, 10), "{ broken", "", ...lines.slice(10), `"${"x".repeat(6 * 1024 * 1024)}"`, "{}"];
  const bytes = Buffer.from(texts.join("\r\n"));
  const expected = inShort(rank(texts.filter((text) => text !== ""), profiles[0]));
  assert.deepEqual(expected.unreadable, [{ index: 10, code: "notJson" }, { index: 21, code: "tooLarge" }]);
  const told = new Set();
  for (const size of [1000, 65_536, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
    const found = await rank(ndjson(Readable.from(chunks)), profiles[0]);
    assert.deepEqual(inShort(found), expected);
    told.add(found.unreadable.at(-1).error.message);
  }
  assert.equal(told.size, 1, [...told].join("\n"));
});

test("characters in several bytes may be cut anywhere", async () => {
  const bytes = Buffer.from('{"name":"Ä€😀"}\n{"name":"é"}');
  const lines = [];
  for await (const line of ndjson(Readable.from(Array.from(bytes, (byte) => Buffer.of(byte))))) lines.push(line);
  assert.deepEqual(lines, ['{"name":"Ä€😀"}', '{"name":"é"}']);
});

test("an object that cannot be written is one entry, and what is no card at all is misuse", () => {
  const research = readCases("gallery").find(({ name }) => name === "gallery/research-agent");
  const [card, client] = research.arguments;
  const deep = JSON.parse('{"a":'.repeat(200_000) + "1" + "}".repeat(200_000));
  const large = { ...card, description: "x".repeat(6_000_000) };
  const hostile = { ...card, get name() { throw new Error("not for you"); } };
  const { ranked, unreadable } = rank([card, deep, large, hostile, card], client);
  assert.deepEqual(ranked.map(({ index }) => index), [0, 4]);
  assert.deepEqual(unreadable.map(({ index, error }) => [index, error.code]), [[1, "tooDeep"], [2, "tooLarge"], [3, "notJson"]]);
  assert.match(unreadable[2].error.message, /not for you/);
  assert.deepEqual(matrix([large, card], [client]).map(({ error, cells }) => [error?.code, cells.length]), [["tooLarge", 0], [undefined, 1]]);
  for (const value of [undefined, () => card, Promise.resolve(card)]) {
    assert.throws(() => rank([card, value], client), (error) => error.code === "wrongShape" && error.document === "card");
  }
});

test("a wrong profile is misuse, and a list that throws ends the ranking", async () => {
  assert.throws(() => rank([], { bindings: 3 }), NegotiatorInputError);
  assert.throws(() => rank([], {}, { skil: "x" }), (error) => error instanceof NegotiatorInputError && error.document === "intent");
  assert.throws(() => matrix([], [{}, { versions: "1.0" }]), NegotiatorInputError);
  const failing = (function* () {
    yield allCards[0];
    throw new RangeError("the registry is gone");
  })();
  assert.throws(() => rank(failing, {}), RangeError);
  await assert.rejects(rank(Readable.from(failingLater()), {}), RangeError);
  async function* failingLater() {
    yield allCards[0];
    throw new RangeError("the registry is gone");
  }
});

test("a handle stands for its document in every function", () => {
  for (const { arguments: [document, client, intent, options] } of readCases("gallery")) {
    const expected = negotiate(document, client, intent, options);
    const card = new Card(document);
    const profile = new Profile(client);
    assert.deepEqual(negotiate(card, profile, intent, options), expected);
    assert.deepEqual(negotiate(card, client, intent, options), expected);
    assert.deepEqual(negotiate(document, profile, intent, options), expected);
    assert.deepEqual(readCard(card), readCard(document));
    card.free();
    profile.free();
    card.free();
    assert.deepEqual(negotiate(card, profile, intent, options), expected, "it is read anew");
    if (Symbol.dispose) card[Symbol.dispose]();
  }
});

test("a handle of what cannot be read is not made", () => {
  assert.throws(() => new Card("{"), (error) => error.document === "card" && error.position.line === 1);
  assert.throws(() => new Profile({ bindings: 3 }), (error) => error.document === "profile" && error.pointer === "/bindings");
});
