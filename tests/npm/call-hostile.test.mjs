// `call` with servers that answer what no server should, and with callers that leave at any moment.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { inspect } from "node:util";

import { planFor, shapesOf, startAgent } from "./agent.mjs";
import { importPackage } from "./consumer.mjs";

const { CallError, call } = await importPackage();

const MESSAGE = { parts: [{ text: "how large is the market?" }] };
const FAST = { pollSeconds: 0.01 };
const BINDINGS = ["JSONRPC", "HTTP+JSON"];
const says = shapesOf({ version: "1.0" });
const SECRET = "a-s3cret";
const key = { scheme: "key", kind: "apiKey", placement: { in: "header", name: "X-Key", prefix: "" }, scopes: [] };

const failureOf = (calling) => calling.result().then(() => assert.fail("the call did not fail"), (error) => error);
const nested = (levels) => JSON.parse("[".repeat(levels) + "]".repeat(levels));

/** What a call ends with that must fail; no secret is in it, however it is looked at. */
async function failure(agent, mode, options, binding = "JSONRPC") {
  const plan = planFor({ url: agent.url, binding, mode, credentials: [key] });
  const error = await failureOf(call(plan, MESSAGE, { ...FAST, credentials: () => SECRET, ...options }));
  assert.ok(error instanceof CallError, inspect(error));
  const seen = inspect(error, { depth: 20, showHidden: true, maxStringLength: Infinity });
  assert.ok(!seen.includes(SECRET) && !JSON.stringify(error).includes(SECRET), seen);
  return error;
}

for (const binding of BINDINGS) {
  const isRpc = binding === "JSONRPC";
  const wrap = (request, result) => (isRpc ? { jsonrpc: "2.0", id: JSON.parse(request.body).id, result } : result);

  test(`${binding}: an answer without content, or of another type, ends the call, and the message is sent once`, async () => {
    const html = { "content-type": "text/html" };
    for (const answer of [
      ({ status }) => status(204),
      ({ status }) => status(205),
      ({ status }) => status(200, { "content-type": "application/json" }, ""),
      ({ status }) => status(200, html, "<h1>welcome</h1>"),
      ({ status }) => status(200, { "content-type": "text/event-stream" }, "<h1>welcome</h1>"),
      ({ status }) => status(200, {}, "\ud83d"),
      ({ status }) => status(301, {}, ""),
      ({ request, status }) => status(200, {}, JSON.stringify(wrap(request, says.task("COMPLETED"))).repeat(2)),
      ({ request, status }) => status(500, { "x-echo": request.headers["x-key"] }, JSON.stringify({ [request.headers["x-key"]]: { [SECRET]: SECRET } })),
    ]) {
      const agent = await startAgent({ send: answer, stream: answer });
      for (const mode of ["poll", "stream"]) {
        const plan = planFor({ url: agent.url, binding, mode, credentials: [key] });
        const error = await failureOf(call(plan, MESSAGE, { ...FAST, credentials: () => SECRET }));
        assert.ok(["CallError", "PlanFetchError"].includes(error.name), inspect(error));
        assert.ok(!inspect(error, { depth: 20, showHidden: true }).includes(SECRET), inspect(error, { depth: 20 }));
      }
      assert.deepEqual(agent.operations, ["send", "stream"]);
    }
  });

  test(`${binding}: the last event may come twice, and more after it`, async () => {
    const agent = await startAgent({
      stream: ({ event, raw }) => {
        for (const state of ["WORKING", "COMPLETED", "COMPLETED", "WORKING"]) event(says.task(state));
        raw.end();
      },
    });
    const states = [];
    for await (const { task } of call(planFor({ url: agent.url, binding, mode: "stream" }), MESSAGE)) states.push(task.status.state);
    assert.deepEqual(states, ["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
  });

  test(`${binding}: a stream that is not called one is taken for no answer, and one that is called so for a stream`, async () => {
    const text = (request) => `\ufeff: hello\r\rdata: ${JSON.stringify(wrap(request, says.task("COMPLETED")))}\r\r`;
    const agent = await startAgent({
      stream: [
        ({ request, status }) => status(200, { "content-type": "Text/Event-Stream;charset=utf-8" }, text(request)),
        ({ request, status }) => status(200, { "content-type": "application/json" }, text(request)),
      ],
    });
    const plan = planFor({ url: agent.url, binding, mode: "stream" });
    assert.equal((await call(plan, MESSAGE).result()).state, "ended");
    assert.equal((await failureOf(call(plan, MESSAGE))).action.action, "giveUp");
  });

  test(`${binding}: what is asked about one task and answered about another breaks the protocol`, async () => {
    const agent = await startAgent({
      send: ({ say }) => say(says.task("WORKING")),
      get: ({ say }) => say(says.bare("COMPLETED", { id: "other" })),
      cancel: ({ say }) => say(says.bare("CANCELED", { id: "other" })),
    });
    const error = await failure(agent, "poll", {}, binding);
    assert.deepEqual([error.action.error, error.task.id, error.task.status.state], ["InvalidAgentResponseError", "t1", "TASK_STATE_WORKING"]);
    const calling = call(planFor({ url: agent.url, binding, mode: "poll" }), MESSAGE);
    for await (const _ of calling) break;
    await assert.rejects(calling.cancel(), { name: "CallError" });
  });

  test(`${binding}: a task whose id no request can hold is the agent's mistake`, async () => {
    for (const id of ["..", "x".repeat(6 * 1024 * 1024)].slice(isRpc ? 1 : 0)) {
      const agent = await startAgent({ send: ({ say }) => say(says.task("WORKING", { id })) });
      const error = await failure(agent, "poll", {}, binding);
      assert.deepEqual([error.action.error, error.cause.message], ["InvalidAgentResponseError", "the task has an id that no request can hold"]);
    }
    const nameless = await startAgent({ send: ({ say }) => say(says.task("WORKING", { id: "" })) });
    assert.equal((await failure(nameless, "poll", {}, binding)).action.action, "giveUp");
  });

  test(`${binding}: a message is no answer to what asks for a task`, async () => {
    const message = ({ say }) => say({ message: { messageId: "m", taskId: "t1", role: "ROLE_AGENT", parts: [] } });
    const agent = await startAgent({ send: ({ say }) => say(says.task("WORKING")), get: message, cancel: message });
    const error = await failure(agent, "poll", {}, binding);
    assert.deepEqual([error.action.error, error.cause.message], ["InvalidAgentResponseError", "the answer is a message and no task"]);
    const calling = call(planFor({ url: agent.url, binding, mode: "poll" }), MESSAGE);
    for await (const _ of calling) break;
    await assert.rejects(calling.cancel(), { name: "CallError" });
  });

  test(`${binding}: what is nested deeper than can be written is followed all the same`, async () => {
    const metadata = `{"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const deep = (state, isBare) => ({ request, status }) => {
      const said = isBare ? says.bare(state) : says.task(state);
      (said.task ?? said).metadata = "METADATA";
      return status(200, {}, JSON.stringify(wrap(request, said)).replace('"METADATA"', metadata));
    };
    const agent = await startAgent({ send: deep("WORKING"), get: [deep("WORKING", true), deep("WORKING", true), deep("COMPLETED", true)] });
    assert.equal((await call(planFor({ url: agent.url, binding, mode: "poll" }), MESSAGE, FAST).result()).state, "ended");
  });

  test(`${binding}: an answer and an event without an end are not held without an end`, async () => {
    const endless = (headers) => ({ raw }) => {
      raw.writeHead(200, headers);
      const chunk = `data: ${"x".repeat(1024 * 1024)}`;
      raw.on("error", () => {});
      const more = () => raw.write(chunk, (error) => error || more());
      more();
    };
    const agent = await startAgent({
      send: endless({ "content-type": "application/json" }),
      stream: endless({ "content-type": "text/event-stream" }),
    });
    assert.equal((await failure(agent, "poll", {}, binding)).action.action, "giveUp");
    assert.equal((await failure(agent, "stream", {}, binding)).action.action, "report");
    assert.deepEqual(agent.operations, ["send", "stream"]);
  });

  test(`${binding}: a reply that the agent refuses to stream may have been taken, and is not sent again`, async () => {
    const asked = says.statusMessage("which year?");
    const agent = await startAgent({
      stream: [({ event }) => event(says.task("INPUT_REQUIRED", asked)), ({ fail }) => fail(-32004, "UNSUPPORTED_OPERATION", 400)],
      get: [({ say }) => say(says.bare("INPUT_REQUIRED", asked)), ({ say }) => say(says.bare("COMPLETED"))],
    });
    const plan = planFor({ url: agent.url, binding, mode: "stream" });
    plan.delivery.fallbacks = ["poll"];
    const calling = call(plan, MESSAGE, FAST);
    assert.equal((await calling.result()).state, "inputRequired");
    const reply = calling.reply({ parts: [{ text: "2026" }] });
    const error = await failureOf(reply);
    assert.deepEqual([error.action.action, error.action.repeat, error.task.id], ["nextDelivery", false, "t1"]);
    assert.match(error.message, /do not send the message again/);
    assert.equal((await reply.resume().result()).task.status.state, "TASK_STATE_COMPLETED");
    assert.deepEqual(agent.operations, ["stream", "stream", "get", "get"]);
  });

  test(`${binding}: whenever the caller leaves, the call ends with the caller's reason, and leaves nothing behind`, async () => {
    const secured = (answer) => (given) => (given.request.headers["x-key"] === "fresh" ? answer(given) : given.status(401));
    const answers = {
      stream: secured(({ event, raw }) => {
        event(says.task("WORKING"));
        event(says.piece("one", false));
        setImmediate(() => raw.destroy());
      }),
      subscribe: secured(({ fail }) => fail(-32004, "UNSUPPORTED_OPERATION", 400)),
      send: secured(({ say }) => say(says.task("WORKING"))),
      get: [secured(({ say }) => say(says.bare("WORKING"))), secured(({ say }) => say(says.bare("COMPLETED")))],
    };
    const source = (known = "old") => (_, { refused }) => {
      if (refused) known = "fresh";
      return new Promise((resolve) => setImmediate(resolve, known));
    };
    let ended = 0;
    for (let moment = 0; ended < 4; moment += 1 + Math.floor(moment / 4)) {
      for (const mode of ["stream", "poll"]) {
        const agent = await startAgent(answers);
        const stop = new AbortController();
        const reason = new Error(`left at moment ${moment}`);
        const leave = (left) => (left === 0 ? stop.abort(reason) : setImmediate(leave, left - 1));
        leave(moment);
        const calling = call(planFor({ url: agent.url, binding, mode, credentials: [key] }), MESSAGE, { credentials: source(), pollSeconds: 0, signal: stop.signal });
        const outcome = await calling.result().catch((thrown) => thrown);
        if (outcome.state === "ended") ended += 1;
        else assert.equal(outcome, reason);
        const sent = agent.operations.filter((operation) => ["send", "stream"].includes(operation)).length;
        assert.ok(sent <= 2, `the message went out ${sent} times, once of them refused`);
        assert.deepEqual(getEventListeners(stop.signal, "abort"), []);
        agent.stop();
      }
    }
  });
}

test("an answer to another request is none", async () => {
  const other = ({ request, status }) => status(200, {}, JSON.stringify({ jsonrpc: "2.0", id: "other", result: says.task("COMPLETED"), at: request.url }));
  const agent = await startAgent({
    send: other,
    stream: ({ raw }) => {
      raw.writeHead(200, { "content-type": "text/event-stream" });
      raw.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 7, result: says.task("COMPLETED") })}\n\n`);
    },
  });
  for (const mode of ["poll", "stream"]) assert.equal((await failure(agent, mode)).action.error, "InvalidAgentResponseError");
  assert.deepEqual(agent.operations, ["send", "stream"]);
  const [first, second] = agent.requests.map(({ body }) => JSON.parse(body).id);
  assert.notEqual(first, second);
});

test("an error without an id is that of the request that could not be read", async () => {
  const agent = await startAgent({
    send: ({ status }) => status(200, {}, JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "no JSON" } })),
  });
  assert.equal((await failure(agent, "poll")).action.error, "JSONParseError");
});

test("a wait may be longer than timers count", async () => {
  const agent = await startAgent({ send: ({ say }) => say(says.task("WORKING")) });
  const calling = call(planFor({ url: agent.url, mode: "push" }), MESSAGE, { silentSeconds: Infinity, timeoutSeconds: Infinity });
  for await (const { task } of calling) {
    if (task.status.state === "TASK_STATE_WORKING") setImmediate(() => calling.deliver(says.task("COMPLETED")));
  }
  assert.deepEqual([calling.end.state, calling.history, agent.operations], ["ended", [], ["send"]]);
});

test("a deep failure is cut, and no reason to throw something else", async () => {
  const agent = await startAgent({ send: ({ status }) => status(500, {}, JSON.stringify(nested(1000))) });
  const error = await failure(agent, "poll");
  assert.doesNotThrow(() => JSON.stringify(error));
});

test("a secret is in no failure, however the server writes it", async () => {
  const secret = 'K3y "with"\\odd&/ signs+é';
  const json = (text) => JSON.stringify(text).slice(1, -1);
  const base64 = (text, way = "base64") => Buffer.from(text).toString(way);
  const echoes = {
    plain: secret,
    "in JSON": json(secret),
    "in JSON within JSON": json(json(secret)),
    "in a query": new URLSearchParams({ x: secret }).toString(),
    "in a query within a query": encodeURIComponent(encodeURIComponent(secret)),
    "in JSON within a query": encodeURIComponent(json(secret)),
    "in base64": base64(secret),
    "in base64url": base64(secret, "base64url"),
    "after one byte in base64": base64(`x${secret}y`),
    "after two bytes in base64": base64(`xy${secret}z`),
    "as it was sent, in base64": base64(`Authorization: Bearer ${secret}`),
  };
  const parts = [...Array(secret.length - 5).keys()].map((at) => secret.slice(at, at + 6));
  for (const [how, echo] of Object.entries(echoes)) {
    const agent = await startAgent({ send: ({ status }) => status(500, { "x-echo": encodeURI(echo) === echo ? echo : "no" }, JSON.stringify({ error: { code: 500, message: `no: ${echo}!` } })) });
    const inQuery = { ...key, placement: { in: "query", name: "key", prefix: "" } };
    const plan = planFor({ url: agent.url, binding: "JSONRPC", mode: "poll", credentials: [inQuery] });
    const seen = inspect(await failureOf(call(plan, MESSAGE, { ...FAST, credentials: () => secret })), { depth: 20 });
    assert.match(seen, /no: .*\{key\}.*!/, how);
    assert.ok(!seen.includes(echo), `${how}: ${seen}`);
    const decoded = seen.match(/[\w+/-]{8,}/g).map((word) => Buffer.from(word, "base64").toString());
    assert.ok(!parts.some((part) => [seen, ...decoded].some((text) => text.includes(part))), `${how}: ${seen}`);
  }
});

test("a short secret leaves the names in a failure, and a long one is in none", async () => {
  const body = (secret) => JSON.stringify({ error: { code: 503, message: `no: ${secret}`, [secret]: 1 } });
  for (const secret of ["t", "s", "e", "status", "http", "headers"]) {
    const agent = await startAgent({ send: ({ status }) => status(503, { "x-status": "a" }, body(secret)) });
    const plan = planFor({ url: agent.url, binding: "HTTP+JSON", mode: "poll", credentials: [key] });
    const error = await failureOf(call(plan, MESSAGE, { ...FAST, maxWaitSeconds: 0, credentials: () => secret }));
    assert.ok(error instanceof CallError, inspect(error));
    assert.equal(error.failure.http.status, 503);
  }
  const agent = await startAgent({ send: ({ status }) => status(503, {}, body(SECRET)) });
  await failure(agent, "poll", { maxWaitSeconds: 0 }, "HTTP+JSON");
});
