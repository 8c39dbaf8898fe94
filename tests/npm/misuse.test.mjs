// Every exported function with every wrong kind of argument at every place: a typed error or an answer, and nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readCases } from "../support/cases.mjs";
import { importPackage } from "./consumer.mjs";

const api = await importPackage();
const [card, profile, intent] = readCases("gallery").find(({ name }) => name === "gallery/research-agent").arguments;
const message = { messageId: "m", parts: [{ text: "x" }] };
const outcome = api.negotiate(card, { ...profile, bindings: ["JSONRPC"] }, intent);
const { plan } = outcome;
const key = { kty: "EC", crv: "P-256", d: "AAAA", x: "AA", y: "AA", kid: "k" };
const none = async () => new Response("{}");

const cyclic = {};
cyclic.self = cyclic;
const refusing = new Proxy({}, Object.fromEntries(["get", "has", "ownKeys", "getPrototypeOf"].map((trap) => [trap, () => { throw new Error(trap); }])));

const WRONG = {
  undefined,
  null: null,
  zero: 0,
  fraction: 1.5,
  notANumber: NaN,
  true: true,
  "the empty text": "",
  "a text": "word",
  "text that is no JSON": "{",
  "a symbol": Symbol("x"),
  "a function": () => {},
  "a big number": 1n,
  "the empty list": [],
  "a list of null": [null],
  "a list of symbols": [Symbol("x")],
  "a map": new Map(),
  "an object without a prototype": Object.create(null),
  "an object without a text": { toString() { throw new Error("no text"); } },
  "a cyclic object": cyclic,
  "an object that refuses to be read": refusing,
  "a promise": Promise.resolve({}),
  "a date that is none": new Date(NaN),
  "members of the wrong kind": Object.fromEntries(
    ["credentials", "fetch", "signal", "now", "maxAgents", "token", "headers", "algorithms", "kid", "history", "card", "top", "lock", "url", "taskIds", "seen", "reason"].map((name) => [name, 1]),
  ),
  "members that are null": Object.fromEntries(["credentials", "fetch", "signal", "now", "headers", "lock", "top", "history", "plan", "delivery"].map((name) => [name, null])),
};

const CALLS = {
  negotiate: [card, profile, intent, {}],
  readCard: [card],
  checkNegotiable: [card, profile],
  migrateCard: [card],
  diffCards: [card, card, profile, intent],
  lockCard: [card, profile, {}],
  recover: [plan, { http: { status: 500 } }, {}],
  explain: [outcome],
  buildRequest: [plan, message, {}],
  formatRequest: [api.buildRequest(plan, message), "curl"],
  locate: ["{}", ""],
  judge: [card, profile, intent],
  rank: [[card], profile, intent, {}],
  matrix: [[card], [profile], intent],
  verifyCard: [card, { keys: [] }, {}],
  signCard: [card, key, {}],
  planFetch: [plan, {}],
  call: [plan, message, { fetch: none, credentials: () => "x" }],
  readPush: [{ headers: {}, body: "{}" }, { plan, taskIds: [] }],
  ndjson: [[]],
  initialize: [new Uint8Array()],
  initializeSync: [new Uint8Array()],
  Card: [card],
  Profile: [profile],
  PlanCache: [{ fetch: none }],
  "PlanCache plan": ["https://agent.example/", profile, intent, {}],
  "PlanCache degrade": ["https://agent.example/", { reason: "busy" }],
  "PlanCache restore": ["https://agent.example/"],
  "PlanCache refresh": ["https://agent.example/"],
  "PlanCache delete": ["https://agent.example/"],
  "Call deliver": [{ task: { id: "t", status: { state: "TASK_STATE_WORKING" } } }],
  "Call resume": [{}],
  "sends of planFetch": [plan.url, {}],
};

const ERRORS = [api.NegotiatorInputError, api.PlanFetchError, api.CardFetchError, api.CallError];

/** Calls, and follows to its end what comes of it. */
async function use(name, given) {
  const [kind, method] = name.split(" ");
  if (name === "sends of planFetch") return api.planFetch(plan, { fetch: none, credentials: () => "x" })(...given);
  if (kind === "Call") return api.call(plan, message, { fetch: none })[method](...given);
  if (method) return new api.PlanCache({ fetch: none })[method](...given);
  if (/^[A-Z]/.test(name)) {
    const made = new api[name](...given);
    return name === "PlanCache" ? made.plan("https://agent.example/", profile, intent) : made;
  }
  const result = await api[name](...given);
  if (name === "ndjson") for await (const _ of result);
  return name === "call" ? result.result() : result;
}

test("there is a call for every function", () => {
  const functions = Object.keys(api).filter((name) => typeof api[name] === "function" && !name.endsWith("Error"));
  assert.deepEqual(functions.filter((name) => !CALLS[name]), []);
});

for (const [name, right] of Object.entries(CALLS)) {
  test(`${name}: a typed error or an answer, whatever is given`, async () => {
    let refused = 0;
    for (const place of right.keys()) {
      for (const [kind, value] of Object.entries(WRONG)) {
        try {
          await use(name, right.with(place, value));
        } catch (error) {
          refused += 1;
          const what = `argument ${place}, ${kind}: ${error?.stack}`;
          // That a call has no task to go on with is no matter of what is given.
          if (name === "Call resume" && /there is no task/.test(error.message)) continue;
          assert.ok(ERRORS.some((known) => error instanceof known), what);
          assert.match(error.message, /\S/, what);
        }
        assert.equal(api.negotiate(card, profile, intent).decision, "accept", "the next call works");
      }
    }
    // These start nothing here, since the package has started by itself.
    assert.ok(refused > 0 || name.startsWith("initialize"));
  });
}

test("a proxy of a handle is taken for it, as frameworks put one before what they watch", () => {
  const [watchedCard, watchedProfile] = [new api.Card(card), new api.Profile(profile)].map((handle) => new Proxy(handle, {}));
  assert.deepEqual(api.negotiate(watchedCard, watchedProfile, intent), api.negotiate(card, profile, intent));
  assert.equal(api.rank([watchedCard], watchedProfile, intent).counts.accepted, 1);
  assert.equal(api.matrix([watchedCard], [watchedProfile], intent)[0].cells[0].decision, "accept");
});

test("a handle may be freed by what is read beside it", () => {
  const expected = api.negotiate(card, profile, intent);
  const [heldCard, heldProfile] = [new api.Card(card), new api.Profile(profile)];
  const freeing = (value) => ({
    toJSON: () => {
      heldCard.free();
      heldProfile.free();
      return value;
    },
  });
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual(api.negotiate(heldCard, freeing(profile), intent), expected);
    assert.deepEqual(api.negotiate(freeing(card), heldProfile, intent), expected);
    assert.deepEqual(api.negotiate(heldCard, heldProfile, freeing(intent)), expected);
    assert.equal(api.judge(freeing(card), heldProfile, intent).decision, "accept");
  }
});

test("a misspelt option is named, with the one that is meant", async () => {
  const cache = new api.PlanCache({ fetch: none });
  for (const [use, document, wrong, meant] of [
    [() => api.rank([card], profile, intent, { tops: 1 }), "options", "tops", "top"],
    [() => api.verifyCard(card, { keys: [] }, { algoritms: ["ES256"] }), "options", "algoritms", "algorithms"],
    [() => api.signCard(card, key, { Kid: "a" }), "options", "Kid", "kid"],
    [() => api.recover(plan, { http: { status: 500 } }, { histroy: [] }), "context", "histroy", "history"],
    [() => api.call(plan, message, { credential: () => "x" }), "options", "credential", "credentials"],
    [() => api.call(plan, message, { fetch: none }).resume({ signals: undefined }), "options", "signals", "signal"],
    [() => api.planFetch(plan, { fetsh: none }), "options", "fetsh", "fetch"],
    [() => api.readPush({ headers: {}, body: "{}" }, { plan, taskId: [] }), "expectations", "taskId", "taskIds"],
    [() => new api.PlanCache({ maxAgent: 1 }), "options", "maxAgent", "maxAgents"],
    [() => cache.plan("https://agent.example/", profile, intent, { signl: null }), "options", "signl", "signal"],
  ]) {
    await assert.rejects(async () => use(), (error) => {
      // A call that has no task to go on with says so first.
      if (wrong === "signals" && /there is no task/.test(error.message)) return true;
      assert.ok(error instanceof api.NegotiatorInputError, wrong);
      assert.deepEqual([error.code, error.document, error.pointer], ["wrongShape", document, `/${wrong}`]);
      assert.equal(error.message, `the ${document} ${document === "context" ? "has" : "have"} a member that there is not: \`${wrong}\``);
      assert.equal(error.help, `did you mean \`${meant}\`?`);
      return true;
    });
  }
  assert.throws(() => api.rank([card], profile, intent, { "a/b~": 1 }), { help: "there is `top`", pointer: "/a~1b~0" });
  assert.throws(() => api.planFetch(plan, { ["x".repeat(1e6)]: 1 }), ({ help, message }) => help === "there are `credentials`, `fetch`" && message.length < 200);
  // An action is given whole, and so is the request of a server.
  cache.degrade("https://agent.example/", { action: "giveUp", reason: "busy", degraded: true });
});

test("an option of the wrong kind is named, and so is its place", () => {
  const refusal = (use) => {
    try {
      use();
    } catch (error) {
      return [error.document, error.pointer, error.message];
    }
    return assert.fail("nothing was refused");
  };
  assert.deepEqual(refusal(() => api.rank([card], profile, intent, { top: 1.5 })), ["options", "/top", "the options have a `top` that is not a whole number"]);
  assert.deepEqual(refusal(() => api.rank(undefined, profile))[0], "cards");
  assert.deepEqual(refusal(() => api.rank("{}", profile))[0], "cards");
  assert.deepEqual(refusal(() => api.matrix([card], { ...profile }))[0], "profiles");
  assert.deepEqual(refusal(() => api.negotiate(card, profile, intent, { lock: null })).slice(0, 2), ["options", "/lock"]);
  assert.deepEqual(refusal(() => api.readPush({ headers: {}, body: "" }, { taskIds: [] }))[0], "plan");
});
