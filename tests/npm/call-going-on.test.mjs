// `call` and its task: what is asked again, cancelled while something is waited for, or handed over that is no update.

import assert from "node:assert/strict";
import { test } from "node:test";

import { planFor, shapesOf, startAgent } from "./agent.mjs";
import { importPackage } from "./consumer.mjs";

const { call } = await importPackage();

const MESSAGE = { parts: [{ text: "how large is the market?" }] };
const FAST = { pollSeconds: 0.01 };
const says = shapesOf({ version: "1.0" });

for (const [way, answers] of Object.entries({
  poll: {
    send: ({ say }) => say(says.task("AUTH_REQUIRED")),
    get: ["AUTH_REQUIRED", "WORKING", "AUTH_REQUIRED"].map((state) => ({ say }) => say(says.bare(state))),
  },
  stream: {
    stream: ({ event, raw }) => raw.end(event(says.task("AUTH_REQUIRED"))),
    subscribe: ({ event, raw }) => {
      for (const said of [says.task("AUTH_REQUIRED"), says.status("WORKING"), says.status("AUTH_REQUIRED")]) event(said);
      raw.end();
    },
    get: ({ say }) => say(says.bare("AUTH_REQUIRED")),
  },
})) {
  test(`by ${way}: a task that works and then asks for the same again ends the call again`, async () => {
    const agent = await startAgent(answers);
    const calling = call(planFor({ url: agent.url, mode: way }), MESSAGE, FAST);
    assert.equal((await calling.result()).state, "authRequired");
    const states = [];
    for await (const update of calling.resume()) states.push((update.task ?? update.statusUpdate).status.state);
    assert.deepEqual(states.slice(-2), ["TASK_STATE_WORKING", "TASK_STATE_AUTH_REQUIRED"]);
  });
}

test("a task that is cancelled while its message waits takes no message any more", async () => {
  const cancelled = ({ say }) => say(says.bare("CANCELED"));
  for (const [mode, cancelling] of [
    // While the server has the message wait.
    ["poll", { send: [({ say }) => say(says.task("INPUT_REQUIRED")), ({ status }) => status(503, { "retry-after": "50" })] }],
    // While the card is fetched again.
    ["poll", { send: [({ say }) => say(says.task("INPUT_REQUIRED")), ({ fail }) => fail(-32005, "CONTENT_TYPE_NOT_SUPPORTED", 400)] }],
    // Before the message is sent at all.
    ["poll", { send: [({ say }) => say(says.task("INPUT_REQUIRED"))] }],
    // While a poll waits.
    ["poll", { send: [({ say }) => say(says.task("INPUT_REQUIRED")), ({ say }) => say(says.task("WORKING"))] }],
  ]) {
    const agent = await startAgent({ ...cancelling, cancel: cancelled });
    const card = { ...CARD, supportedInterfaces: [{ url: agent.url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }] };
    const changed = { ...card, supportedInterfaces: [{ ...card.supportedInterfaces[0], tenant: "t" }] };
    let cancel = () => undefined;
    const calling = call(planFor({ url: agent.url, mode }), MESSAGE, {
      card,
      profile: { credentials: [], sends: ["text/plain"], accepts: ["text/plain"], delivery: ["poll"], deduplicates: true },
      pollSeconds: 50,
      onAction: ({ action }) => action === "wait" && setImmediate(() => cancel()),
      refreshCard: async () => {
        await cancel();
        return changed;
      },
      onUpdate: ({ task }) => task?.status.state === "TASK_STATE_WORKING" && setImmediate(() => cancel()),
    });
    assert.equal((await calling.result()).state, "inputRequired");
    const reply = calling.reply({ parts: [{ text: "2026" }] });
    cancel = () => reply.cancel();
    const { length } = cancelling.send;
    if (length === 1) await reply.cancel();
    const end = await reply.result();
    assert.deepEqual([end.state, end.task.status.state], ["ended", "TASK_STATE_CANCELED"]);
    assert.deepEqual(agent.operations, [...Array(length).fill("send"), "cancel"]);
  }
});

test("a task that is cancelled ends the call, also where the card that it asks for never comes", async () => {
  const agent = await startAgent({
    send: ({ say }) => say(says.task("WORKING")),
    get: ({ fail }) => fail(-32005, "CONTENT_TYPE_NOT_SUPPORTED", 400),
    cancel: ({ say }) => say(says.bare("CANCELED")),
  });
  const calling = call(planFor({ url: agent.url, mode: "poll" }), MESSAGE, {
    ...FAST,
    refreshCard: () => {
      setImmediate(() => calling.cancel());
      return new Promise(() => {});
    },
  });
  const end = await calling.result();
  assert.deepEqual([end.state, end.task.status.state], ["ended", "TASK_STATE_CANCELED"]);
});

test("a card or a profile that cannot be read is told before anything is sent", async () => {
  const agent = await startAgent({});
  for (const [options, document] of [[{ card: CARD, profile: "{" }, "profile"], [{ card: "<html>", profile: {} }, "card"], [{ profile: { bindings: 5 } }, "profile"]]) {
    assert.throws(() => call(planFor({ url: agent.url, mode: "poll" }), MESSAGE, options), { name: "NegotiatorInputError", document });
  }
  assert.deepEqual(agent.operations, []);
});

const CARD = {
  name: "agent",
  description: "an agent",
  version: "1.0.0",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "s", name: "s", description: "s", tags: ["s"] }],
};

test("an agent that names the conversation by no text is replied to without it", async () => {
  for (const contextId of [null, 5, {}, ["c1"], ""]) {
    const agent = await startAgent({ send: [({ say }) => say(says.task("INPUT_REQUIRED", { contextId })), ({ say }) => say(says.task("COMPLETED"))] });
    const calling = call(planFor({ url: agent.url, mode: "poll" }), MESSAGE);
    await calling.result();
    assert.equal((await calling.reply({ parts: [{ text: "2026" }] }).result()).state, "ended");
    const { taskId, contextId: sent } = agent.requests[1].json.message;
    assert.deepEqual([taskId, sent], ["t1", undefined]);
  }
});

test("what is handed over and is no update is refused, before the task is named and after", async () => {
  const agent = await startAgent({ send: ({ say }) => say(says.task("WORKING")) });
  const calling = call(planFor({ url: agent.url, mode: "push" }), MESSAGE);
  const throwing = { get task() { throw new Error("no"); } };
  const wrong = [undefined, null, 5, "x", [], {}, { task: null }, { task: {} }, { statusUpdate: { taskId: "t1" } }, { message: {} }, throwing];
  const refuses = (update) => assert.throws(() => calling.deliver(update), { name: "NegotiatorInputError", code: "wrongShape", document: "update" });
  for (const update of wrong) refuses(update);
  for await (const { task } of calling) {
    for (const update of wrong) refuses(update);
    if (task.status.state === "TASK_STATE_WORKING") assert.equal(calling.deliver(says.task("COMPLETED")), true);
  }
  assert.equal(calling.end.state, "ended");
});
