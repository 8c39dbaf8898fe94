// `call` and every failure of which something can be recovered, in both bindings and both generations:
// what is done, and how often the message is sent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { shapesOf, startAgent } from "./agent.mjs";
import { importPackage } from "./consumer.mjs";

const { call, negotiate } = await importPackage();

const MESSAGE = { messageId: "m1", parts: [{ text: "how large is the market?" }] };
const WAYS = ["JSONRPC", "HTTP+JSON"].flatMap((binding) => ["1.0", "0.3"].map((version) => ({ binding, version })));
const PROFILE = {
  bindings: ["JSONRPC", "HTTP+JSON"],
  credentials: ["token", "key"],
  sends: ["text/plain"],
  accepts: ["text/plain"],
  delivery: ["stream", "poll"],
};

/** A card of 1.0 with these interfaces, `{url, binding, version}`, in order. */
function cardOf(interfaces, more = {}) {
  return {
    name: "agent",
    description: "an agent",
    version: "1.0.0",
    supportedInterfaces: interfaces.map(({ url, binding, version }) => ({ url, protocolBinding: binding, protocolVersion: version })),
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "s", name: "s", description: "s", tags: ["s"] }],
    ...more,
  };
}

/** What requires either of two credentials. */
const SECURED = {
  securitySchemes: {
    token: { httpAuthSecurityScheme: { scheme: "Bearer" } },
    key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
  },
  securityRequirements: [{ schemes: { token: { list: [] } } }, { schemes: { key: { list: [] } } }],
};

/** Calls as negotiated; `more` are further options. */
function start(card, profile = {}, more = {}) {
  const known = { card, profile: { ...PROFILE, ...profile } };
  const outcome = negotiate(known.card, known.profile);
  assert.equal(outcome.decision, "accept", JSON.stringify(outcome.rejection));
  return call(outcome.plan, MESSAGE, { pollSeconds: 0.01, ...known, ...more });
}

const failureOf = (calling) => calling.result().then(() => assert.fail("the call did not fail"), (error) => error);
const done = (calling) => calling.history.map(({ action, error }) => `${error}: ${action}`);

for (const { binding, version } of WAYS) {
  const says = shapesOf({ binding, version });
  const name = `${binding} ${version}`;
  const ends = ({ say }) => say(says.task("COMPLETED"));
  const agentOf = async (answers, more) => {
    const agent = await startAgent(answers);
    return { agent, card: cardOf([{ url: agent.url, binding, version }], more) };
  };

  /** The errors of the protocol that end a call at once: code, reason, HTTP status, and what is done. */
  for (const [code, reason, status, error, action] of [
    [-32001, "TASK_NOT_FOUND", 404, "TaskNotFoundError", "report"],
    [-32006, "INVALID_AGENT_RESPONSE", 500, "InvalidAgentResponseError", "giveUp"],
    [-32004, "UNSUPPORTED_OPERATION", 400, "UnsupportedOperationError", "giveUp"],
  ]) {
    test(`${name}: ${reason} ends the call, and the message is sent once`, async () => {
      const { agent, card } = await agentOf({ send: ({ fail }) => fail(code, reason, status) });
      const failed = await failureOf(start(card, { delivery: ["poll"] }));
      assert.deepEqual([failed.name, failed.action.error, failed.action.action], ["CallError", error, action]);
      assert.deepEqual(failed.history, [failed.action]);
      assert.deepEqual(agent.operations, ["send"]);
    });
  }

  for (const [reason, answer, error] of [
    ["VERSION_NOT_SUPPORTED", ({ fail }) => fail(-32009, "VERSION_NOT_SUPPORTED", 400), "VersionNotSupportedError"],
    ["a method that is not known", ({ request, fail, status }) => (binding === "JSONRPC" ? fail(-32601, "METHOD_NOT_FOUND", 404) : status(404)), undefined],
    ["405", ({ status }) => status(405), "methodNotAllowed"],
  ]) {
    test(`${name}: ${reason} leads to the next interface, with the same message`, async () => {
      const refusing = await startAgent({ send: answer });
      const taking = await startAgent({ send: ({ say }) => say(shapesOf({ version: "1.0" }).task("COMPLETED")) });
      const other = binding === "JSONRPC" ? "HTTP+JSON" : "JSONRPC";
      const interfaces = [
        { url: refusing.url, binding, version },
        { url: taking.url, binding: other, version: "1.0" },
      ];
      const calling = start(cardOf(interfaces), { delivery: ["poll"], interfaceOrder: "cardOrder" });
      assert.equal((await calling.result()).state, "ended");
      assert.deepEqual([calling.plan.url, calling.plan.binding], [taking.url, other]);
      assert.deepEqual([refusing.operations, taking.operations], [["send"], ["send"]]);
      assert.deepEqual(calling.history.map(({ action }) => action), ["renegotiate"]);
      if (error) assert.equal(calling.history[0].error, error);
      const ids = [refusing, taking].map(({ requests }) => requests[0].json.message.messageId);
      assert.deepEqual(ids, ["m1", "m1"]);
    });
  }

  test(`${name}: a refused media type asks for the card, and ends where it says the same`, async () => {
    const { agent, card } = await agentOf({ send: [({ fail }) => fail(-32005, "CONTENT_TYPE_NOT_SUPPORTED", 400), ends] });
    let fetched = 0;
    const fresh = (changed) => ({
      refreshCard: async () => {
        fetched += 1;
        return changed;
      },
    });
    const without = await failureOf(start(card, { delivery: ["poll"] }));
    assert.equal(without.action.action, "refreshCard");
    agent.operations.length = 0;
    const same = await failureOf(start(card, { delivery: ["poll"] }, fresh(card)));
    assert.deepEqual([same.action.action, same.history.map(({ action }) => action)], ["giveUp", ["refreshCard", "giveUp"]]);
    agent.operations.length = 0;
    const changed = { ...card, supportedInterfaces: [{ ...card.supportedInterfaces[0], tenant: "t" }] };
    const calling = start(card, { delivery: ["poll"] }, fresh(changed));
    assert.equal((await calling.result()).state, "ended");
    assert.deepEqual(done(calling), ["ContentTypeNotSupportedError: refreshCard", "ContentTypeNotSupportedError: renegotiate"]);
    assert.deepEqual([agent.operations, fetched], [["send", "send"], 2]);
  });

  test(`${name}: an agent that does not stream after all is polled`, async () => {
    const { agent, card } = await agentOf({
      stream: ({ fail }) => fail(-32004, "UNSUPPORTED_OPERATION", 400),
      send: ({ say }) => say(says.task("WORKING")),
      get: ({ say }) => say(says.bare("COMPLETED")),
    });
    const calling = start(card);
    assert.equal((await calling.result()).state, "ended");
    assert.deepEqual(done(calling), ["UnsupportedOperationError: nextDelivery"]);
    assert.deepEqual(agent.operations, ["stream", "send", "get"]);
  });

  test(`${name}: an agent that sends no notifications after all gives way to the next delivery`, async () => {
    const { agent, card } = await agentOf({
      send: [({ fail }) => fail(-32003, "PUSH_NOTIFICATION_NOT_SUPPORTED", 400), ({ say }) => say(says.task("WORKING"))],
      get: ({ say }) => say(says.bare("COMPLETED")),
    });
    const calling = start(card, { delivery: ["push", "poll"], push: { url: "https://client.example/hook" } });
    assert.equal((await calling.result()).state, "ended");
    assert.deepEqual(done(calling), ["PushNotificationNotSupportedError: nextDelivery"]);
    assert.equal(calling.plan.delivery.mode, "poll");
    assert.deepEqual(agent.operations, ["send", "send", "get"]);
  });

  test(`${name}: a task that ended while the stream was cut is asked for`, async () => {
    const { agent, card } = await agentOf({
      stream: ({ event, raw }) => {
        event(says.task("WORKING"));
        raw.end();
      },
      subscribe: ({ fail }) => fail(-32004, "UNSUPPORTED_OPERATION", 400),
      get: ({ say }) => say(says.bare("COMPLETED")),
    });
    const calling = start(card);
    assert.equal((await calling.result()).state, "ended");
    assert.deepEqual(done(calling), ["streamCut: resubscribe", "UnsupportedOperationError: getTask"]);
    assert.deepEqual(agent.operations, ["stream", "subscribe", "get"]);
  });

  test(`${name}: a refused credential is asked for anew, and then gives way to the next`, async () => {
    const { agent, card } = await agentOf(
      {
        send: ({ request, say, status }) =>
          request.headers["x-key"] === "k" ? say(says.task("COMPLETED")) : status(401, { "www-authenticate": "Bearer" }),
      },
      SECURED,
    );
    const asked = [];
    const credentials = ({ scheme }, { refused }) => {
      asked.push([scheme, refused]);
      return scheme === "key" ? "k" : "old";
    };
    const calling = start(card, { delivery: ["poll"] }, { credentials });
    assert.equal((await calling.result()).state, "ended");
    assert.deepEqual(done(calling), ["unauthenticated: refreshCredential", "unauthenticated: nextCredential"]);
    assert.deepEqual(asked, [["token", false], ["token", true], ["key", false]]);
    assert.deepEqual(agent.operations, ["send", "send", "send"]);
  });

  test(`${name}: missing scopes are asked for once`, async () => {
    const challenge = 'Bearer error="insufficient_scope", scope="read write"';
    const secured = {
      securitySchemes: {
        oauth: {
          oauth2SecurityScheme: {
            flows: { clientCredentials: { tokenUrl: "https://auth.example/token", scopes: { read: "", write: "" } } },
          },
        },
      },
      securityRequirements: [{ schemes: { oauth: { list: ["read"] } } }],
    };
    const { agent, card } = await agentOf({ send: ({ status }) => status(403, { "www-authenticate": challenge }) }, secured);
    const asked = [];
    const credentials = ({ scopes }) => {
      asked.push(scopes);
      return "token";
    };
    const failed = await failureOf(start(card, { delivery: ["poll"], credentials: [{ type: "oauth2" }] }, { credentials }));
    assert.deepEqual(failed.history.map(({ action }) => action), ["stepUpScopes", "giveUp"]);
    assert.deepEqual(asked, [["read"], ["read", "write"]]);
    assert.deepEqual(agent.operations, ["send", "send"]);
  });

  for (const status of [429, 503]) {
    test(`${name}: ${status} lets a read wait, but a message only where the agent recognises it again`, async () => {
      const busy = (answer) => answer.status(status, { "retry-after": "0" });
      const { agent, card } = await agentOf({
        send: [busy, ({ say }) => say(says.task("WORKING"))],
        get: [busy, ({ say }) => say(says.bare("COMPLETED"))],
      });
      const failed = await failureOf(start(card, { delivery: ["poll"] }));
      assert.deepEqual([failed.action.action, failed.action.repeat, agent.operations], ["wait", false, ["send"]]);
      agent.operations.length = 0;
      const calling = start(card, { delivery: ["poll"], deduplicates: true });
      agent.operations.push("send");
      assert.equal((await calling.result()).state, "ended");
      assert.deepEqual(agent.operations, ["send", "send", "get", "get"]);
    });
  }

  for (const status of [500, 502, 504, 400, 413]) {
    test(`${name}: ${status} ends the call`, async () => {
      const { agent, card } = await agentOf({ send: (answer) => answer.status(status, { "content-type": "text/html" }, "<h1>no</h1>") });
      const failed = await failureOf(start(card, { delivery: ["poll"] }));
      assert.deepEqual([failed.action.action, failed.action.degraded], ["giveUp", status >= 500]);
      assert.deepEqual(agent.operations, ["send"]);
    });
  }

  test(`${name}: a task that is lost is reported, and nothing sent again`, async () => {
    const { agent, card } = await agentOf({
      send: ({ say }) => say(says.task("WORKING")),
      get: ({ fail }) => fail(-32001, "TASK_NOT_FOUND", 404),
    });
    const failed = await failureOf(start(card, { delivery: ["poll"] }));
    assert.deepEqual([failed.action.action, failed.task.id], ["report", "t1"]);
    assert.deepEqual(agent.operations, ["send", "get"]);
  });

  test(`${name}: a task that cannot be cancelled has ended, and is given`, async () => {
    const { agent, card } = await agentOf({
      send: ({ say }) => say(says.task("WORKING")),
      cancel: ({ fail }) => fail(-32002, "TASK_NOT_CANCELABLE", 400),
      get: ({ say }) => say(says.bare("COMPLETED")),
    });
    const calling = start(card, { delivery: ["poll"] }, { pollSeconds: 60 });
    for await (const _ of calling) break;
    assert.equal((await calling.cancel()).status.state, "TASK_STATE_COMPLETED");
    assert.deepEqual(agent.operations, ["send", "cancel", "get"]);
  });

  test(`${name}: what is no answer ends the call, however large or deep it is`, async () => {
    const deep = (levels) => "[".repeat(levels) + "]".repeat(levels);
    for (const text of [
      "<html>",
      "null",
      "{}",
      '{"jsonrpc":"2.0","id":1,"result":{"task":{}}}',
      '{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":1}}',
      `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":{},"data":${deep(500)}}}`,
      `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x","data":${deep(40_000)}}}`,
      '{"jsonrpc":"2.0","id":1,"error":{"code":1e15,"message":"x","data":"x"}}',
      `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":${JSON.stringify("x".repeat(6 * 1024 * 1024))}}}`,
      `{"error":${JSON.stringify("x".repeat(6 * 1024 * 1024))}}`,
    ]) {
      const answered = ({ request }) => text.replace('"id":1', () => `"id":${JSON.stringify(JSON.parse(request.body).id ?? 1)}`);
      const { agent, card } = await agentOf({ send: (answer) => answer.status(200, {}, answered(answer)) });
      const failed = await failureOf(start(card, { delivery: ["poll"] }));
      assert.equal(failed.name, "CallError", `${text.slice(0, 60)}: ${failed.stack}`);
      assert.equal(failed.action.action, "giveUp");
      assert.deepEqual(agent.operations, ["send"]);
    }
  });
}

test("where another plan is needed and none is known, the message is not sent again as it was", async () => {
  const unknown = ({ fail }) => fail(-32601, "METHOD_NOT_FOUND", 404);
  const version = ({ fail }) => fail(-32009, "VERSION_NOT_SUPPORTED", 400);
  for (const [answer, sent, action, without] of [
    [({ status }) => status(401), 2, "nextCredential"],
    [({ status }) => status(401), 2, "nextCredential", "card"],
    [version, 1, "renegotiate"],
    [version, 1, "renegotiate", "profile"],
    [unknown, 1, "renegotiate"],
    [({ status }) => status(405), 1, "renegotiate"],
  ]) {
    const agent = await startAgent({ send: answer });
    const card = cardOf([{ url: agent.url, binding: "JSONRPC", version: "1.0" }], SECURED);
    const known = { card, profile: { ...PROFILE, delivery: ["poll"] } };
    const { plan } = negotiate(card, known.profile);
    if (without) delete known[without];
    const failed = await failureOf(call(plan, MESSAGE, { credentials: () => "a-s3cret", ...(without && known) }));
    assert.equal(failed.name, "CallError", failed.stack);
    assert.deepEqual([failed.action.action, failed.action.repeat, failed.history.at(-1)], [action, true, failed.action]);
    assert.match(failed.message, /; a call does so by itself where it is given `card` and `profile` \(/);
    assert.doesNotMatch(failed.message, /done before/);
    assert.equal(agent.operations.length, sent);
  }
});

test("a card that cannot be fetched again is not said to have been", async () => {
  const agent = await startAgent({ send: ({ fail }) => fail(-32005, "CONTENT_TYPE_NOT_SUPPORTED", 400) });
  const card = cardOf([{ url: agent.url, binding: "JSONRPC", version: "1.0" }]);
  for (const [none, problem] of [[undefined, "the card is missing"], ["<html>", "the card is not JSON.*"], ["", "the card is not JSON.*"], [() => card, "the card is a function"]]) {
    const failed = await failureOf(start(card, { delivery: ["poll"] }, { refreshCard: () => none }));
    assert.deepEqual([failed.name, failed.action.action, failed.history.length], ["CallError", "refreshCard", 1]);
    assert.match(failed.message, new RegExp(`fetch the card again.*; \`refreshCard\` gave what is none: ${problem} \\(the server says \`CONTENT_TYPE_NOT_SUPPORTED\`\\)$`));
  }
});

test("subscribing by GET is the recovery where POST is not served, and is remembered", async () => {
  const says = shapesOf({ version: "1.0" });
  const states = ["AUTH_REQUIRED", "COMPLETED"];
  const agent = await startAgent({
    stream: ({ event, raw }) => {
      event(says.task("WORKING"));
      raw.end();
    },
    subscribe: ({ request, event, raw, status }) => {
      if (request.method !== "GET") return status(405);
      event(says.task(states.shift()));
      return raw.end();
    },
  });
  const calling = start(cardOf([{ url: agent.url, binding: "HTTP+JSON", version: "1.0" }]));
  assert.equal((await calling.result()).state, "authRequired");
  assert.deepEqual(done(calling), ["streamCut: resubscribe", "methodNotAllowed: resubscribe"]);
  assert.equal((await calling.resume().result()).state, "ended");
  assert.deepEqual(agent.requests.map(({ method }) => method), ["POST", "POST", "GET", "GET"]);
});

test("a required extension that the client implements is activated after the card was read again", async () => {
  const says = shapesOf({ version: "1.0" });
  const uri = "https://extensions.example/x";
  const agent = await startAgent({
    send: ({ request, say, fail }) =>
      request.headers["a2a-extensions"] === uri ? say(says.task("COMPLETED")) : fail(-32008, "EXTENSION_SUPPORT_REQUIRED", 400),
  });
  const card = cardOf([{ url: agent.url, binding: "JSONRPC", version: "1.0" }]);
  const changed = { ...card, capabilities: { ...card.capabilities, extensions: [{ uri, required: true }] } };
  const own = { delivery: ["poll"], extensions: [uri] };
  const calling = start(card, own, { refreshCard: () => JSON.stringify(changed) });
  assert.equal((await calling.result()).state, "ended");
  assert.deepEqual(calling.plan.extensions, [uri]);
  const failed = await failureOf(start(card, { delivery: ["poll"] }, { refreshCard: () => changed }));
  assert.equal(failed.action.action, "giveUp");
});

test("a server may not ask for a longer wait than the caller allows", async () => {
  const says = shapesOf({ version: "1.0" });
  const agent = await startAgent({
    send: ({ say }) => say(says.task("WORKING")),
    get: ({ status }) => status(429, { "retry-after": "3600" }),
  });
  const failed = await failureOf(start(cardOf([{ url: agent.url, binding: "JSONRPC", version: "1.0" }]), { delivery: ["poll"] }));
  assert.deepEqual([failed.action.action, failed.action.afterSeconds], ["wait", 3600]);
});
