// `call`: what it follows, where it stops, and how it goes on.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { mock, test } from "node:test";
import { inspect } from "node:util";

import { planFor, shapesOf, startAgent } from "./agent.mjs";
import { importPackage } from "./consumer.mjs";

const { call, readPush } = await importPackage();

const MESSAGE = { parts: [{ text: "how large is the market?" }] };
const FAST = { pollSeconds: 0.01 };
const WAYS = ["JSONRPC", "HTTP+JSON"].flatMap((binding) => ["1.0", "0.3"].map((version) => ({ binding, version })));

/** All updates of a call. */
async function all(calling) {
  const updates = [];
  for await (const update of calling) updates.push(update);
  return updates;
}

/** What a call ends with that cannot go on. */
const failureOf = (calling) => calling.result().then(() => assert.fail("the call did not fail"), (error) => error);

/** Stops the time of a test, and returns what lets so many seconds pass. */
function fakeTime(test) {
  mock.timers.enable({ apis: ["setTimeout"] });
  test.after(() => mock.timers.reset());
  return (seconds) => mock.timers.tick(seconds * 1000);
}

for (const { binding, version } of WAYS) {
  const says = shapesOf({ binding, version });
  const plan = (url, mode, more) => planFor({ url, binding, version, mode, ...more });

  test(`${binding} ${version}: a stream is followed to the task's end, and its pieces put together`, async () => {
    const agent = await startAgent({
      stream: ({ event, raw }) => {
        event(says.task("SUBMITTED"));
        event(says.status("WORKING"));
        event(says.task("COMPLETED", { id: "other" }));
        event(says.piece("one", false));
        event(says.piece("two", true));
        event(says.status("COMPLETED"));
        raw.end();
      },
    });
    const seen = [];
    const calling = call(plan(agent.url, "stream"), MESSAGE, { onUpdate: (update) => seen.push(update) });
    const updates = await all(calling);
    assert.deepEqual(updates.map((update) => Object.keys(update)[0]), ["task", "statusUpdate", "artifactUpdate", "artifactUpdate", "statusUpdate"]);
    assert.deepEqual(seen, updates);
    assert.equal(calling.end.state, "ended");
    assert.equal(calling.task.status.state, "TASK_STATE_COMPLETED");
    assert.deepEqual(calling.task.artifacts, [{ artifactId: "a", parts: [{ text: "one" }, { text: "two" }] }]);
    assert.deepEqual(agent.operations, ["stream"]);
    assert.deepEqual(calling.history, []);
    const [{ headers, json }] = agent.requests;
    assert.equal(headers["a2a-version"], version);
    assert.match(json.message.messageId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(await calling.result(), calling.end);
  });

  test(`${binding} ${version}: a task is asked for until it ends, and only news are given`, async () => {
    const agent = await startAgent({
      send: ({ say }) => say(says.task("SUBMITTED")),
      get: [
        ({ say }) => say(says.bare("SUBMITTED")),
        ({ say }) => say(says.bare("WORKING")),
        ({ say }) => say(says.bare("WORKING")),
        ({ say }) => say(says.bare("FAILED")),
      ],
    });
    const calling = call(plan(agent.url, "poll"), MESSAGE, FAST);
    const updates = await all(calling);
    assert.deepEqual(updates.map(({ task }) => task.status.state), ["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "TASK_STATE_FAILED"]);
    assert.equal(calling.end.state, "ended");
    assert.deepEqual(agent.operations, ["send", "get", "get", "get", "get"]);
  });

  test(`${binding} ${version}: a message without a task is the answer, streamed or not`, async () => {
    const agent = await startAgent({
      send: ({ say }) => say(says.reply("42")),
      stream: [({ event, raw }) => raw.end(event(says.reply("42"))), ({ say }) => say(says.reply("42"))],
    });
    for (const mode of ["poll", "stream", "stream"]) {
      const end = await call(plan(agent.url, mode), MESSAGE).result();
      assert.deepEqual(end, { state: "answered", message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "42" }] } });
    }
  });

  test(`${binding} ${version}: what is no stream is taken as it is, and the task asked for`, async () => {
    const agent = await startAgent({
      stream: ({ say }) => say(says.task("WORKING")),
      get: ({ say }) => say(says.bare("COMPLETED")),
    });
    const calling = call(plan(agent.url, "stream"), MESSAGE, FAST);
    assert.equal((await calling.result()).task.status.state, "TASK_STATE_COMPLETED");
    assert.deepEqual(agent.operations, ["stream", "get"]);
  });

  test(`${binding} ${version}: a task that asks for input ends the call, and goes on with the answer`, async () => {
    const asked = says.statusMessage("which year?");
    let closed;
    const agent = await startAgent({
      stream: [
        // The agent holds the stream open, and nobody waits for it.
        ({ event, raw }) => {
          closed = new Promise((resolve) => raw.on("close", resolve));
          event(says.task("WORKING"));
          event(says.task("INPUT_REQUIRED", asked));
        },
        ({ event, raw }) => {
          event(says.task("INPUT_REQUIRED", asked));
          event(says.task("COMPLETED"));
          raw.end();
        },
      ],
    });
    const calling = call(plan(agent.url, "stream"), MESSAGE);
    const end = await calling.result();
    assert.equal(end.state, "inputRequired");
    assert.deepEqual(end.asked.parts, [{ text: "which year?" }]);
    await closed;
    const reply = calling.reply({ parts: [{ text: "2026" }] });
    assert.equal((await reply.result()).task.status.state, "TASK_STATE_COMPLETED");
    const [first, second] = agent.requests.map(({ json }) => json.message);
    assert.deepEqual([second.taskId, second.contextId], ["t1", "c1"]);
    assert.notEqual(second.messageId, first.messageId);
    assert.throws(() => reply.reply({ parts: [] }), /has ended, and takes no further message/);
    assert.deepEqual(agent.operations, ["stream", "stream"]);
  });

  test(`${binding} ${version}: an authorization is given out of band, and the task followed further`, async () => {
    const asked = says.statusMessage("allow this at https://agent.example/allow");
    const agent = await startAgent({
      send: ({ say }) => say(says.task("AUTH_REQUIRED", asked)),
      get: [
        ({ say }) => say(says.bare("AUTH_REQUIRED", asked)),
        ({ say }) => say(says.bare("WORKING")),
        ({ say }) => say(says.bare("COMPLETED")),
      ],
    });
    const calling = call(plan(agent.url, "poll"), MESSAGE, FAST);
    const end = await calling.result();
    assert.equal(end.state, "authRequired");
    assert.match(end.asked.parts[0].text, /https:/);
    const updates = await all(calling.resume());
    assert.deepEqual(updates.map(({ task }) => task.status.state), ["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
    assert.deepEqual(agent.operations, ["send", "get", "get", "get"]);
  });

  test(`${binding} ${version}: a stream cut in the middle is taken up again, and the result arrives`, async () => {
    let cut;
    const agent = await startAgent({
      stream: ({ event, raw }) => {
        cut = () => raw.destroy();
        event(says.task("WORKING"));
        event(says.piece("one", false));
      },
      subscribe: ({ event, raw }) => {
        event(says.task("WORKING", says.artifacts("one")));
        // Agents repeat or leave out what came between the streams; the whole task has the last word.
        event(says.piece("one", true));
        event(says.piece("two", true));
        event(says.status("COMPLETED"));
        raw.end();
      },
      get: ({ say }) => say(says.bare("COMPLETED", says.artifacts("one", "two"))),
    });
    const onUpdate = (update) => "artifactUpdate" in update && cut();
    const calling = call(plan(agent.url, "stream"), MESSAGE, { onUpdate });
    await calling.result();
    assert.deepEqual(calling.task.artifacts[0].parts.map(({ text }) => text), ["one", "two"]);
    assert.deepEqual(agent.operations, ["stream", "subscribe", "get"]);
    assert.deepEqual(calling.history.map(({ action, error }) => [action, error]), [["resubscribe", "streamCut"]]);
  });

  test(`${binding} ${version}: a stream that is cut again gives way to polling`, async () => {
    const cut = ({ event, raw }) => {
      event(says.task("WORKING"));
      raw.end();
    };
    const agent = await startAgent({ stream: cut, subscribe: cut, get: ({ say }) => say(says.bare("COMPLETED")) });
    const calling = call(plan(agent.url, "stream"), MESSAGE, FAST);
    assert.equal((await calling.result()).task.status.state, "TASK_STATE_COMPLETED");
    assert.deepEqual(agent.operations, ["stream", "subscribe", "get"]);
  });

  test(`${binding} ${version}: a stream cut before a task is named is never sent again`, async () => {
    let cut;
    const agent = await startAgent({
      stream: ({ raw }) => {
        cut = () => raw.destroy();
        raw.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      },
    });
    const cutting = async (...request) => {
      const response = await fetch(...request);
      cut();
      return response;
    };
    const error = await failureOf(call(plan(agent.url, "stream"), MESSAGE, { fetch: cutting }));
    assert.deepEqual([error.name, error.action.action, error.task], ["CallError", "report", undefined]);
    assert.deepEqual(agent.operations, ["stream"]);
  });

  test(`${binding} ${version}: notifications that are handed over are followed`, async () => {
    const agent = await startAgent({ send: ({ say }) => say(says.task("SUBMITTED")) });
    const given = plan(agent.url, "push");
    const calling = call(given, MESSAGE, { silentSeconds: 30 });
    const states = [];
    for await (const update of calling) {
      states.push((update.task ?? update.statusUpdate).status.state);
      const next = { TASK_STATE_SUBMITTED: says.status("WORKING"), TASK_STATE_WORKING: says.task("COMPLETED") }[states.at(-1)];
      if (!next) continue;
      const reading = readPush({ headers: {}, body: next }, { plan: given, taskIds: [calling.task.id] });
      assert.equal(calling.deliver(reading.update), true);
      assert.equal(calling.deliver({ task: { ...calling.task, id: "other" } }), false);
    }
    assert.deepEqual(states, ["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
    assert.deepEqual(agent.operations, ["send"]);
  });

  test(`${binding} ${version}: when no notification comes, the task is asked for`, async () => {
    const agent = await startAgent({
      send: ({ say }) => say(says.task("SUBMITTED")),
      get: [({ say }) => say(says.bare("WORKING")), ({ say }) => say(says.bare("COMPLETED"))],
    });
    const calling = call(plan(agent.url, "push"), MESSAGE, { ...FAST, silentSeconds: 0.02 });
    assert.equal((await calling.result()).task.status.state, "TASK_STATE_COMPLETED");
    assert.deepEqual(agent.operations, ["send", "get", "get"]);
    assert.deepEqual(calling.history.map(({ action, error }) => [action, error]), [["poll", "pushSilent"]]);
  });

  test(`${binding} ${version}: an abort ends the call alone; \`cancel\` ends the task`, async () => {
    const agent = await startAgent({
      stream: ({ event }) => event(says.task("WORKING")),
      cancel: ({ say }) => say(says.bare("CANCELED")),
    });
    const stop = new AbortController();
    const reason = new Error("enough");
    const calling = call(plan(agent.url, "stream"), MESSAGE, { signal: stop.signal });
    await assert.rejects(async () => {
      for await (const _ of calling) stop.abort(reason);
    }, reason);
    assert.deepEqual(agent.operations, ["stream"]);
    assert.equal((await calling.cancel()).status.state, "TASK_STATE_CANCELED");
    assert.deepEqual(agent.operations, ["stream", "cancel"]);
  });
}

test("a question that is asked again ends the call again", async () => {
  const says = shapesOf({ version: "1.0" });
  const asked = says.statusMessage("which year?");
  const agent = await startAgent({
    send: ({ say }) => say(says.task("INPUT_REQUIRED", asked)),
    get: ({ say }) => say(says.bare("INPUT_REQUIRED", asked)),
  });
  const calling = call(planFor({ url: agent.url, mode: "poll" }), MESSAGE, FAST);
  assert.equal((await calling.result()).state, "inputRequired");
  assert.equal((await calling.reply({ parts: [{ text: "no" }] }).result()).state, "inputRequired");
  assert.deepEqual(agent.operations, ["send", "send", "get"]);
});

test("a stream may take longer than an answer may take to begin, and leaves nothing behind", async (test) => {
  const tick = fakeTime(test);
  const says = shapesOf({ version: "1.0" });
  let goOn;
  const agent = await startAgent({
    stream: ({ event, raw }) => {
      goOn = () => raw.end(event(says.status("COMPLETED")));
      event(says.task("WORKING"));
    },
  });
  const { signal } = new AbortController();
  const later = ({ task }) => {
    if (!task) return;
    tick(3600);
    goOn();
  };
  const calling = call(planFor({ url: agent.url, mode: "stream" }), MESSAGE, { timeoutSeconds: 60, signal, onUpdate: later });
  assert.equal((await calling.result()).state, "ended");
  assert.deepEqual(getEventListeners(signal, "abort"), []);
});

test("`cancel` ends the call that is followed, also where the agent does not tell it", async () => {
  const says = shapesOf({ version: "1.0" });
  const agent = await startAgent({
    stream: ({ event }) => event(says.task("WORKING")),
    send: ({ say }) => say(says.task("WORKING")),
    cancel: ({ say }) => say(says.bare("CANCELED")),
  });
  for (const mode of ["stream", "poll", "push"]) {
    const calling = call(planFor({ url: agent.url, mode }), MESSAGE, { pollSeconds: 60 });
    const states = [];
    for await (const { task } of calling) {
      states.push(task.status.state);
      if (states.length === 1) setTimeout(() => calling.cancel(), 30);
    }
    assert.deepEqual(states, ["TASK_STATE_WORKING", "TASK_STATE_CANCELED"]);
    assert.equal(calling.end.state, "ended");
  }
  assert.deepEqual(agent.operations, ["stream", "cancel", "send", "cancel", "send", "cancel"]);
});

test("where notifications end a task piece by piece, the whole task has the last word", async () => {
  const says = shapesOf({ version: "1.0" });
  const agent = await startAgent({
    send: ({ say }) => say(says.task("WORKING", says.artifacts("one"))),
    get: ({ say }) => say(says.bare("COMPLETED", says.artifacts("one"))),
  });
  const calling = call(planFor({ url: agent.url, mode: "push" }), MESSAGE);
  for await (const update of calling) {
    if (!("task" in update) || update.task.status.state !== "TASK_STATE_WORKING") continue;
    // The piece that the task had already, and the end.
    for (const late of [says.piece("one", true), says.status("COMPLETED")]) calling.deliver(late);
  }
  assert.deepEqual(calling.end.task.artifacts[0].parts, [{ text: "one" }]);
  assert.deepEqual(agent.operations, ["send", "get"]);
});

test("an abort ends every kind of waiting", async () => {
  const says = shapesOf({ version: "1.0" });
  const reason = new Error("enough");
  let stop;
  const agent = await startAgent({
    send: [({ say }) => say(says.task("WORKING")), ({ say }) => say(says.task("WORKING")), () => stop.abort(reason)],
  });
  for (const mode of ["poll", "push", "poll"]) {
    stop = new AbortController();
    // What follows an update is waiting.
    const onUpdate = () => setImmediate(() => stop.abort(reason));
    const calling = call(planFor({ url: agent.url, mode }), MESSAGE, { signal: stop.signal, pollSeconds: 3600, silentSeconds: 3600, onUpdate });
    await assert.rejects(calling.result(), reason);
  }
  assert.deepEqual(agent.operations, ["send", "send", "send"]);
});

test("where nobody waits for the result, the call ends with its sending", async () => {
  const says = shapesOf({ version: "1.0" });
  const agent = await startAgent({ send: ({ say }) => say(says.task("WORKING")) });
  const end = await call(planFor({ url: agent.url, mode: "none" }), MESSAGE).result();
  assert.deepEqual([end.state, end.task.id], ["sent", "t1"]);
});

test("nothing is sent before the call is followed, and nothing after it is left", async () => {
  const says = shapesOf({ version: "1.0" });
  const agent = await startAgent({ send: ({ say }) => say(says.task("WORKING")) });
  const calling = call(planFor({ url: agent.url, mode: "poll" }), MESSAGE, FAST);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(agent.operations, []);
  assert.throws(() => calling.resume(), /there is no task/);
  await assert.rejects(calling.cancel(), /there is no task/);
  for await (const _ of calling) break;
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(agent.operations, ["send"]);
  assert.throws(() => calling.reply({ parts: [] }), /does not ask for anything/);
  await assert.rejects(calling.result(), /left before its end/);
});

test("an answer that takes too long is a failure; the message is not sent again", async (test) => {
  const tick = fakeTime(test);
  const agent = await startAgent({
    send: () => tick(60),
    stream: ({ raw }) => {
      raw.writeHead(200).flushHeaders();
      tick(60);
    },
  });
  for (const mode of ["poll", "stream"]) {
    const error = await failureOf(call(planFor({ url: agent.url, mode }), MESSAGE, { timeoutSeconds: 60 }));
    assert.deepEqual([error.action.error, error.failure.transport], ["timeout", "timeout"]);
  }
  assert.deepEqual(agent.operations, ["send", "stream"]);
});

test("a message has an id of its own also where the platform draws no UUIDs", async () => {
  const says = shapesOf({ version: "1.0" });
  const agent = await startAgent({ send: ({ say }) => say(says.task("COMPLETED")) });
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  try {
    for (let times = 0; times < 2; times += 1) await call(planFor({ url: agent.url, mode: "poll" }), MESSAGE).result();
  } finally {
    delete crypto.randomUUID;
  }
  const [first, second] = agent.requests.map(({ json }) => json.message.messageId);
  assert.ok(first.length >= 16 && first !== second, first);
});

test("what keeps a request from being sent is thrown as it is", async () => {
  const credentials = [{ scheme: "bearer", kind: "http", placement: { in: "header", name: "Authorization", prefix: "Bearer " }, scopes: [] }];
  for (const [plan, code] of [
    [planFor({ url: "http://127.0.0.1:9", mode: "poll", credentials }), "noCredential"],
    [planFor({ url: "127.0.0.1:9", binding: "GRPC", mode: "poll" }), "notOverFetch"],
  ]) {
    await assert.rejects(call(plan, MESSAGE).result(), { name: "PlanFetchError", code });
  }
  const gone = await failureOf(call(planFor({ url: "http://127.0.0.1:9", mode: "poll" }), MESSAGE));
  assert.deepEqual([gone.name, gone.action.error], ["CallError", "network"]);
});

test("a secret that the server repeats is in no error", async () => {
  const secret = 'a "secret"\\of mine';
  const key = { scheme: "key", kind: "apiKey", placement: { in: "header", name: "X-Key", prefix: "" }, scopes: [] };
  const echo = ({ request, raw }) => {
    raw.writeHead(500, { "content-type": "application/json", "x-echo": request.headers["x-key"] });
    raw.end(JSON.stringify({ error: { code: 500, message: `wrong key ${request.headers["x-key"]}` } }));
  };
  const agent = await startAgent({ send: echo });
  const plan = planFor({ url: agent.url, binding: "HTTP+JSON", mode: "poll", credentials: [key] });
  const error = await failureOf(call(plan, MESSAGE, { credentials: () => secret }));
  const seen = inspect(error, { depth: 20, showHidden: true, maxStringLength: Infinity });
  assert.ok(!seen.includes("secret") && !JSON.stringify(error).includes("secret"), seen);
  assert.match(seen, /\{key\}/);
});

for (const { binding, version } of WAYS) {
  test(`${binding} ${version}: the agent is told what to show with its notifications, and nobody else is`, async () => {
    const says = shapesOf({ binding, version });
    const secrets = { credentials: "c-s3cret", token: "t-s3cret" };
    const agent = await startAgent({
      send: [
        ({ say }) => say(says.task("COMPLETED")),
        ({ request, status }) => status(500, {}, `cannot take ${request.body}`),
      ],
    });
    const plan = planFor({ url: agent.url, binding, version, mode: "push", push: { authentication: { scheme: "Bearer" } } });
    await call(plan, MESSAGE, { push: secrets }).result();
    const { configuration } = agent.requests[0].json;
    const { token, authentication } = configuration.taskPushNotificationConfig ?? configuration.pushNotificationConfig ?? configuration.pushNotification;
    assert.deepEqual([token, authentication.credentials], ["t-s3cret", "c-s3cret"]);
    const failed = await failureOf(call(plan, MESSAGE, { push: secrets }));
    const seen = inspect(failed, { depth: 20, showHidden: true, maxStringLength: Infinity });
    assert.ok(seen.includes("cannot take") && !seen.includes("s3cret"), seen);
    await assert.rejects(call(plan, MESSAGE, { push: { token: "t-s3cret" } }).result(), {
      name: "PlanFetchError",
      code: "noCredential",
      scheme: "Bearer",
    });
    assert.equal(agent.operations.length, 2);
  });
}
