// Recovery through the package: every case, as objects and as texts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { compare } from "../support/match.mjs";
import { readRecoveryCases } from "../support/recovery-cases.mjs";
import { importPackage } from "./consumer.mjs";

const { NegotiatorInputError, negotiate, recover } = await importPackage();
const cases = readRecoveryCases((...documents) => negotiate(...documents).plan);

test("there are cases", () => assert.ok(cases.length > 250, `${cases.length} cases`));

test("every failure has the action that its case expects", () => {
  for (const { name, expect, plan, failure, context } of cases) {
    assert.deepEqual(differences(expect, plan, failure, context), [], name);
    const texts = Object.entries(context).map(([key, value]) => [key, JSON.stringify(value)]);
    const asText = [JSON.stringify(plan), JSON.stringify(failure), Object.fromEntries(texts)];
    assert.deepEqual(differences(expect, ...asText), [], `${name}, as text`);
  }
});

test("without a context an action says what to do", () => {
  const [{ plan }] = cases;
  const action = recover(plan, { jsonrpc: { code: -32009, message: "no" }, operation: "sendMessage" });
  assert.equal(action.action, "renegotiate");
  assert.equal(action.plan, undefined);
  assert.deepEqual(action.exclude, [{ url: plan.url, binding: plan.binding, version: plan.version }]);
});

test("the headers of a response are read in every form that they have in JavaScript", () => {
  const [{ plan }] = cases;
  const pairs = [["Retry-After", "30"], ["X-Other", "x"]];
  const forms = [Object.fromEntries(pairs), { "retry-after": ["30"] }, new Headers(pairs), new Map(pairs), pairs];
  for (const headers of forms) {
    const action = recover(plan, { http: { status: 503, headers }, operation: "getTask" });
    assert.deepEqual([action.action, action.afterSeconds], ["wait", 30]);
  }
  assert.equal(recover(plan, { http: new Response("", { status: 401, headers: pairs }) }).error, "unauthenticated");
});

test("nothing that a server says is a reason to throw, and the rest is recognised", () => {
  const [{ plan }] = cases;
  const nested = (levels) => "[".repeat(levels) + "]".repeat(levels);
  const large = "x".repeat(6 * 1024 * 1024);
  for (const said of [
    '"message": "\\ud83d"',
    '"message": "\\ude00\\ud83d"',
    '"\\ud83d": 1',
    `"data": ${nested(500)}`,
    `"data": ${nested(100_000)}`,
    `"message": "${large}"`,
    `"message": "${large}", "detail": "${large}"`,
    `"data": [${"1, ".repeat(2_000_000)}1]`,
    `"data": {${Array.from({ length: 100_000 }, (_, index) => `"${index}": "${"x".repeat(60)}"`).join()}}`,
    `"data": [${`${JSON.stringify(large.slice(0, 10_000))}, `.repeat(600)}1]`,
  ]) {
    const error = `{${said}, "code": -32009}`;
    for (const failure of [
      { jsonrpc: JSON.parse(error) },
      { jsonrpc: { jsonrpc: "2.0", id: 1, error: JSON.parse(error) } },
      { http: { status: 500, body: error } },
      { http: { status: 500, body: JSON.parse(error) } },
      { http: { status: 500, body: JSON.parse(error), headers: new Headers() } },
      { grpc: { code: 2, details: [JSON.parse(error)] }, jsonrpc: JSON.parse(error) },
      `{"jsonrpc": ${error}}`,
      `{"http": {"status": 500, "body": ${JSON.stringify(error)}}}`,
    ]) {
      assert.equal(recover(plan, failure).error, "VersionNotSupportedError", `${said.slice(0, 40)} in ${typeof failure}`);
    }
  }
  for (const error of [{ message: "x" }, { error: "it failed" }, [], "it failed", { code: "x", message: 1 }]) {
    assert.equal(recover(plan, { jsonrpc: error }).error, "other", JSON.stringify(error));
  }
  for (const headers of [{ "retry-after": large }, { [large]: "1" }, Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x-${index}`, large.slice(0, 1000)]))]) {
    assert.equal(recover(plan, { http: { status: 503, headers }, operation: "getTask" }).action, "wait");
  }
});

test("misuse names the argument", () => {
  const [{ plan }] = cases;
  const failure = { transport: "timeout" };
  for (const [document, pointer, ...values] of [
    ["plan", "/url", { ...plan, url: 1 }, failure],
    ["failure", "/transport", plan, { transport: "dns" }],
    ["history", "/0/action", plan, failure, { history: [{ action: "pray" }] }],
    ["profile", "/bindings", plan, failure, { profile: { bindings: 1 } }],
    ["intent", "/skill", plan, failure, { intent: { skill: 1 } }],
  ]) {
    assert.throws(
      () => recover(...values),
      (error) => error instanceof NegotiatorInputError && error.document === document && error.pointer === pointer,
      document,
    );
  }
  assert.throws(() => recover(plan, failure, { card: "no JSON" }), { document: "card", code: "notJson" });
});

function differences(expect, ...values) {
  const found = [];
  try {
    const action = recover(...values);
    if (expect.misuse) return [`expected an error, and got ${action.action}`];
    compare(expect, action, "", found);
  } catch (error) {
    if (!(error instanceof NegotiatorInputError) || !expect.misuse) throw error;
    compare(expect.misuse, error, "", found);
  }
  return found;
}
