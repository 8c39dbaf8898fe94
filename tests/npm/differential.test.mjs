// The package against a second, naive implementation: generated cards, profiles and intents must get the
// same decision, plan or refusing step from both.
//
// SEED repeats a run, PAIRS says how many pairs to compare.

import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";

import { negotiate as reference } from "../reference/negotiate.mjs";
import { pairs } from "../reference/pairs.mjs";
import { importPackage } from "./consumer.mjs";

const { negotiate } = await importPackage();

const SEED = Number(process.env.SEED ?? randomInt(2 ** 31));
const PAIRS = Number(process.env.PAIRS ?? 100_000);
/** One pair in so many is negotiated with the trace as well. */
const TRACED = 20;
const STEPS = ["skill", "interface", "credentials", "mediaTypes", "delivery", "extensions", "negotiability"];
/** All ways to end. */
const RESULTS = [
  "accept",
  "escalate at negotiability: liveInputWithoutStreaming",
  "escalate at negotiability: outputOnlyOnResubscribe",
  "escalate at negotiability: pushNeedsMutualTls",
  "reject at credentials: noUsableCredentials",
  "reject at credentials: unsendableCredentials",
  "reject at delivery: noDelivery",
  "reject at extensions: missingExtension",
  "reject at interface: noSharedInterface",
  "reject at mediaTypes: inputNotAccepted",
  "reject at mediaTypes: noSharedOutput",
  "reject at negotiability: liveInputWithoutStreaming",
  "reject at negotiability: outputOnlyOnResubscribe",
  "reject at negotiability: pushNeedsMutualTls",
  "reject at skill: unknownSkill",
];

test(`${PAIRS} generated pairs, SEED=${SEED}`, (context) => {
  const tally = new Map();
  let number = 0;
  for (const pair of pairs(SEED)) {
    if (number === PAIRS) break;
    number += 1;
    const traced = number % TRACED === 0;
    const expected = reference(...Object.values(pair));
    if (differs(pair, expected, traced)) assert.fail(report(shrink(pair, traced), traced, number));
    const { decision, rejection } = expected;
    const result = rejection ? `${decision} at ${rejection.step}: ${rejection.code}` : decision;
    tally.set(result, (tally.get(result) ?? 0) + 1);
  }
  for (const [result, count] of [...tally].sort(([, a], [, b]) => b - a)) {
    context.diagnostic(`${String(count).padStart(6)} ${((100 * count) / PAIRS).toFixed(1).padStart(5)} %  ${result}`);
  }
  // A few pairs, as one takes to look into something, tell nothing about the generator.
  if (PAIRS < 100_000) return;
  const share = (wanted) => [...tally].filter(([result]) => wanted(result)).reduce((sum, [, count]) => sum + count, 0) / PAIRS;
  const accepted = share((result) => result === "accept");
  assert.ok(accepted >= 0.1, `only ${accepted} of the pairs are accepted`);
  for (const step of STEPS) {
    const refused = share((result) => result.includes(` at ${step}:`));
    assert.ok(refused >= 0.01, `the step ${step} refuses only ${refused} of the pairs`);
  }
  assert.deepEqual([...tally.keys()].sort(), RESULTS, "some way to end does not occur");
});

/** Whether the package's answer differs from the reference's, or from its own with a trace. */
function differs({ card, profile, intent, options }, expected, traced) {
  const quick = negotiate(card, profile, intent, { ...options, trace: false });
  if (!isDeepStrictEqual(comparable(quick), expected)) return true;
  if (!traced) return false;
  const full = negotiate(card, profile, intent, { ...options, fixes: false });
  const refused = full.steps.find((step) => step.status === "rejected");
  return !isDeepStrictEqual(comparable(full), expected) || refused?.id !== expected.rejection?.step;
}

/** Of an outcome, what the reference knows of. */
function comparable({ decision, plan, rejection, degradations }) {
  if (rejection) {
    const { step, code, fetchExtendedCard = false } = rejection;
    return { decision, rejection: { step, code, fetchExtendedCard } };
  }
  const credentials = plan.credentials.map(({ scheme, kind, placement, scopes }) => ({ scheme, kind, placement, scopes }));
  return { decision, plan: { ...plan, credentials }, degradations: degradations.map(({ code }) => code).sort() };
}

/** The smallest pair found on which the two still differ: as long as something can be left out, it is. */
function shrink(pair, traced) {
  for (const smaller of withOneLess(pair)) {
    if (differs(smaller, reference(...Object.values(smaller)), traced)) return shrink(smaller, traced);
  }
  return pair;
}

// What a clean card needs.
const NEEDED = new Set(["card", "profile", "intent", "options", "name", "description", "version", "tags", "url", "supportedInterfaces", "protocolBinding", "protocolVersion", "id", "uri", "schemes", "list", "type", "scheme", "location", "supported", "cardUrl"]);

/** The value with one member or element left out, in every way there is. */
function* withOneLess(value) {
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      yield value.toSpliced(index, 1);
      for (const smaller of withOneLess(element)) yield value.with(index, smaller);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _, ...others } = value;
      if (!NEEDED.has(key)) yield others;
      for (const smaller of withOneLess(member)) yield { ...value, [key]: smaller };
    }
  }
}

function report(pair, traced, number) {
  const { card, profile, intent, options } = pair;
  const show = (value) => JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  const outcome = negotiate(card, profile, intent, { ...options, trace: traced, fixes: false });
  return [
    `pair ${number} of SEED=${SEED} is answered in two ways; as small as it could be made:`,
    ...Object.entries(pair).map(([name, value]) => `${name.padEnd(9)} ${show(value)}`),
    `reference ${show(reference(card, profile, intent, options))}`,
    `package   ${show(comparable(outcome))}`,
    `help      ${outcome.rejection ? `${outcome.rejection.message}; ${outcome.rejection.help}` : "none"}`,
  ].join("\n");
}
