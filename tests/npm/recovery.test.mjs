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
