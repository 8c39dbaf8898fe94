// Misuse and hostile input: a typed error that helps, and a package that works afterwards.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { readCases } from "../support/cases.mjs";
import { importPackage } from "./consumer.mjs";

// The module's instances are watched from before it starts, so that a test can damage one.
const { Instance } = WebAssembly;
let instance;
WebAssembly.Instance = new Proxy(Instance, {
  construct(target, parameters) {
    instance = Reflect.construct(target, parameters);
    return instance;
  },
});

const { Card, NegotiatorInputError, NegotiatorPanicError, Profile, explain, locate, lockCard, negotiate, readCard, verifyCard } = await importPackage();
const research = readCases("gallery").find((found) => found.name === "gallery/research-agent").arguments;
const MEBIBYTE = 1024 * 1024;

afterEach(() => assert.equal(negotiate(...research).decision, "accept", "the next call works"));

/** Calls, and returns the typed error that must be thrown. */
function misuse(call) {
  let error;
  assert.throws(call, (thrown) => {
    error = thrown;
    return thrown instanceof NegotiatorInputError && thrown instanceof Error;
  });
  assert.equal(error.name, "NegotiatorInputError");
  assert.match(error.stack, /^NegotiatorInputError: /);
  assert.match(error.message, new RegExp(`the ${error.document}\\b`));
  assert.ok(error.help.length > 0);
  return error;
}

const nested = (depth) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("text that is not JSON is told with its line and column", () => {
  const error = misuse(() => readCard('{\n  "name": "x",\n  "skills": [,]\n}'));
  assert.equal(error.document, "card");
  assert.equal(error.code, "notJson");
  assert.deepEqual(error.position, { offset: 30, line: 3, column: 14 });
  assert.equal(misuse(() => negotiate("<!doctype html>", {})).code, "notJson");
  assert.equal(misuse(() => negotiate("", {})).code, "notJson");
  assert.equal(misuse(() => negotiate(research[0], "{")).document, "profile");
  assert.equal(misuse(() => negotiate(...research.slice(0, 2), "{")).document, "intent");
  assert.equal(misuse(() => negotiate(...research.slice(0, 3), "{")).document, "options");
});

test("a root of another type is no card, which is an answer", () => {
  for (const card of ["[]", "1", '"text"', "null", []]) {
    assert.equal(readCard(card).card, null);
    assert.equal(negotiate(card, {}).rejection.code, "notACard");
  }
});

test("the wrong shape is told with a pointer, and with a line where there was text", () => {
  const asText = misuse(() => negotiate(research[0], '{\n  "bindings": "GRPC"}'));
  assert.equal(asText.code, "wrongShape");
  assert.equal(asText.pointer, "/bindings");
  assert.equal(asText.position.line, 2);
  const asObject = misuse(() => negotiate(research[0], { bindings: "GRPC" }));
  assert.equal(asObject.pointer, "/bindings");
  assert.equal(asObject.position, undefined);
  assert.equal(misuse(() => negotiate(research[0], [])).code, "wrongShape");
  assert.equal(misuse(() => negotiate(research[0], null)).document, "profile");
  assert.equal(misuse(() => negotiate(research[0], {}, { taskclass: "standard" })).document, "intent");
  assert.equal(misuse(() => negotiate(research[0], {}, {}, { trace: 1 })).document, "options");
  assert.equal(misuse(() => explain({})).document, "outcome");
  assert.equal(misuse(() => explain("[]")).code, "wrongShape");
});

test("a missing argument, a function, a promise", () => {
  assert.match(misuse(() => negotiate()).message, /the card is missing/);
  assert.match(misuse(() => negotiate(research[0])).message, /the profile is missing/);
  assert.match(misuse(() => readCard(() => {})).message, /the card is a function/);
  assert.match(misuse(() => readCard(Symbol("card"))).message, /the card is a symbol/);
  assert.match(misuse(() => readCard(Promise.resolve(research[0]))).help, /await it/);
  assert.equal(misuse(() => locate(research[0], "/name")).document, "text");
  for (const pointer of [0, null, [0], ["", null], { length: 1 }]) {
    assert.equal(misuse(() => locate("{}", pointer)).document, "pointer");
  }
  assert.equal(negotiate(...research.slice(0, 3), undefined).decision, "accept");
  assert.equal(negotiate(research[0], research[1], undefined, undefined).decision, "accept");
});

test("too deep and too large, as text and as objects", () => {
  assert.equal(misuse(() => readCard(nested(1_000_000))).code, "tooDeep");
  assert.equal(misuse(() => readCard(JSON.parse(nested(1000)))).code, "tooDeep");
  assert.equal(misuse(() => negotiate(research[0], nested(100_000))).document, "profile");
  let deep = {};
  for (let depth = 0; depth < 200_000; depth += 1) deep = { deep };
  assert.equal(misuse(() => readCard(deep)).code, "tooDeep");
  assert.equal(misuse(() => negotiate(research[0], { extensions: deep })).code, "tooDeep");

  // The limit that the package knows is the core's own.
  const padded = (length) => `{${" ".repeat(length - 2)}}`;
  assert.equal(readCard(padded(5 * MEBIBYTE)).card, null);
  assert.equal(misuse(() => readCard(padded(5 * MEBIBYTE + 1))).code, "tooLarge");
  assert.equal(misuse(() => readCard(`"${"ä".repeat(3 * MEBIBYTE)}"`)).code, "tooLarge");
  assert.equal(misuse(() => readCard("x".repeat(100 * MEBIBYTE))).code, "tooLarge");
  const huge = Array(6).fill("x".repeat(100 * MEBIBYTE));
  assert.equal(misuse(() => readCard(huge)).code, "tooLarge");
});

test("objects that cannot be written as JSON", () => {
  const cyclic = { name: "x" };
  cyclic.self = cyclic;
  const getter = { get name() { throw new TypeError("none of your business"); } };
  const hostile = [
    cyclic,
    { version: 1n },
    1n,
    getter,
    { toJSON() { throw null; } },
    { get name() { throw { get message() { throw 1; }, toString() { throw 2; } }; } },
    new Proxy({}, { ownKeys() { throw new Proxy({}, { getPrototypeOf() { throw 3; }, get() { throw 4; } }); } }),
    { get then() { throw new Error("no promise"); } },
  ];
  for (const value of hostile) {
    for (const call of [() => readCard(value), () => negotiate(value, {}), () => negotiate(research[0], value), () => explain(value)]) {
      assert.equal(misuse(call).code, "notJson");
    }
  }
  const error = misuse(() => readCard(getter));
  assert.match(error.message, /none of your business/);
  assert.ok(error.cause instanceof TypeError);
});

test("keys that mean something to JavaScript do no harm", () => {
  const card = '{"__proto__": {"polluted": true}, "constructor": {}, "name": "x", "skills": []}';
  for (const result of [readCard(card), negotiate(card, '{"__proto__": {"accepts": ["x"]}}')]) {
    assert.equal(result.polluted, undefined);
    assert.equal(Object.getPrototypeOf(result), Object.prototype);
  }
  assert.equal({}.polluted, undefined);
});

test("text with lone surrogates and control characters is read", () => {
  assert.equal(readCard('{"name": "\ud800", "skills": []}').card.name, "\ufffd");
  assert.equal(misuse(() => readCard('{"name": "\0"}')).code, "notJson");
});

test("a damaged instance is replaced, and the error says so", () => {
  const damaged = instance;
  const [card, profile] = [new Card(research[0]), new Profile(research[1])];
  const before = negotiate(card, profile, research[2]);
  new Uint8Array(damaged.exports.memory.buffer).fill(0xff);
  let error;
  assert.throws(() => negotiate(...research), (thrown) => (error = thrown) instanceof NegotiatorPanicError);
  assert.equal(error.name, "NegotiatorPanicError");
  assert.match(error.message, /started anew/);
  assert.ok(error.cause !== undefined);
  assert.notEqual(instance, damaged);
  // What handles held is gone, which they get over.
  assert.deepEqual(negotiate(card, profile, research[2]), before);
  card.free();
  assert.deepEqual(negotiate(card, profile, research[2]), before);
});

test("a stack that is nearly full does not spoil the instance", () => {
  let failures = 0;
  let successes = 0;
  function deeper() {
    try {
      deeper();
    } catch {
      // On the way back there is a little more room at each call.
    }
    if (successes > 3) return;
    try {
      assert.equal(negotiate(...research).decision, "accept");
      successes += 1;
    } catch {
      failures += 1;
    }
  }
  deeper();
  assert.ok(failures > 0, "some call was made with too little room");
  assert.ok(successes > 3, "calls work again as soon as there is room");
});

test("a byte-order mark may stand before any text", async () => {
  const [card, profile, intent] = research;
  const marked = (value) => `\ufeff${JSON.stringify(value)}`;
  const lock = lockCard(card, profile);
  assert.equal(intent.skill in lock.skills, true);
  const { plan } = negotiate(card, profile, intent);
  assert.deepEqual(negotiate(marked(card), marked(profile), marked(intent), { lock }).plan, plan);
  assert.deepEqual(negotiate(card, profile, marked(intent), marked({ lock })).plan, plan);
  const keys = { keys: [] };
  assert.deepEqual(await verifyCard(marked(card), marked(keys)), await verifyCard(card, keys));
});
