// The columns of the matrix: what is done with each peer, binding, version and credential.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import { PATIENCE } from "../support/patience.mjs";
import { read } from "./answers.mjs";
import { SECRET } from "./peers.mjs";
import { send } from "./sending.mjs";

export const EXTENSION = "https://example.com/extensions/heard";
const PUSH_TOKEN = "the-token-of-the-tests";
const PUSH_SECRET = "the-push-secret-of-the-tests";

/** One combination: the agent's card, the client's profile, and the package under test. */
export class Combination {
  constructor({ negotiator, card, profile, webhook }) {
    Object.assign(this, { negotiator, card, profile, webhook });
  }

  /** The plan for a skill by one way of delivery. */
  plan(skill, delivery, hook) {
    const push = hook && { push: { url: this.webhook.url(hook), authentication: { scheme: "Bearer" } } };
    const sends = skill === "echo" ? ["text/plain", "image/png", "application/json"] : ["text/plain"];
    const profile = { ...this.profile, ...push, sends, delivery: [delivery, "poll"] };
    const outcome = this.negotiator.negotiate(this.card, profile, { skill });
    assert.equal(outcome.decision, "accept", this.negotiator.explain(outcome));
    assert.equal(outcome.plan.delivery.mode, delivery);
    return outcome.plan;
  }

  /** Builds a request, sends it as it was built, and returns the values of the answer. */
  async send(plan, message, options, signal) {
    const request = this.negotiator.buildRequest(plan, message, options);
    assert.deepEqual(request.findings, []);
    const text = JSON.stringify(request);
    for (const secret of [SECRET, PUSH_SECRET, PUSH_TOKEN]) assert.ok(!text.includes(secret));
    return send(request, (placeholder) => secretFor(placeholder), signal);
  }

  async getTask(plan, taskId) {
    return read((await this.send(plan, null, { operation: "getTask", taskId }))[0]);
  }

  /** Asks about a task until it has ended. */
  async poll(plan, taskId) {
    const limit = AbortSignal.timeout(PATIENCE);
    for (;;) {
      const task = await this.getTask(plan, taskId);
      if (!["submitted", "working"].includes(task.state)) return task;
      await pause(50, undefined, { signal: limit });
    }
  }

  /** Makes the whole call, and returns it with its updates, which are in the shape of 1.0. */
  async call(plan, text, options) {
    const call = this.negotiator.call(plan, message(text), { credentials: () => SECRET, pollSeconds: 0.1, ...options });
    const updates = [];
    for await (const update of call) updates.push(read(update));
    assert.deepEqual(call.history, []);
    return { call, updates };
  }
}

export function message(text, more = {}) {
  return { messageId: randomUUID(), role: "ROLE_USER", parts: [{ text }], ...more };
}

function secretFor(placeholder) {
  if (placeholder === "{pushToken}") return PUSH_TOKEN;
  return placeholder.toLowerCase().includes("push") ? PUSH_SECRET : SECRET;
}

/** A task that was started and goes on. */
async function started(combination, text, delivery = "poll") {
  const plan = combination.plan(text.split(" ")[0], delivery);
  const [answer] = await combination.send(plan, message(text), { operation: "sendMessage" });
  const task = read(answer);
  assert.ok(["submitted", "working"].includes(task.state), `the task is ${task.state}`);
  return { plan, taskId: task.taskId };
}

/** What comes of subscribing to a task. */
async function subscribed(combination, plan, taskId) {
  const options = { operation: "subscribeToTask", taskId };
  // The specification's text and its proto file name different HTTP methods, and a server may have one alone.
  return combination.send(plan, null, options).catch((refusal) => {
    const { card, profile, negotiator } = combination;
    const failure = { ...refusal.failure, ...options };
    const { request } = negotiator.recover(plan, failure, { card, profile, intent: { skill: "slow" } });
    assert.deepEqual(request, { subscribeMethod: "GET" }, refusal.message);
    return combination.send(plan, null, { ...options, ...request });
  });
}

/** A task with a push notification configuration, and how to ask about it. */
async function configure(combination) {
  const hook = randomUUID();
  const { taskId } = await started(combination, "wait here");
  const plan = combination.plan("wait", "push", hook);
  const ask = (operation, configId) => combination.send(plan, null, { operation, taskId, ...(configId && { configId }) });
  const url = combination.webhook.url(hook);
  const [config] = await ask("createTaskPushNotificationConfig", "first");
  assert.equal((config.pushNotificationConfig ?? config).url, url);
  return { ask, url };
}

/** What the agent says that it has heard. */
async function heardParts(combination, parts) {
  const plan = combination.plan("echo", "stream");
  const [answer] = await combination.send(plan, { ...message(""), parts }, { operation: "sendMessage" });
  return read(answer).heard.parts;
}

/** Checks that the agent hears a tenant, which the interface of a card may declare. */
async function heardTenant(combination, options) {
  const plan = { ...combination.plan("echo", "stream"), tenant: "blue 1" };
  const request = combination.negotiator.buildRequest(plan, message("echo this"), { operation: "sendMessage", ...options });
  for (const finding of request.findings) throw new Error(finding.message);
  const [answer] = await send(request, secretFor);
  const { tenant } = read(answer).heard;
  if (tenant !== plan.tenant) throw new Error(`the agent has heard the tenant \`${tenant}\``);
}

function completed(task, text) {
  assert.equal(task.state, "completed");
  assert.equal(task.text, `result of ${text}`);
}

/** Each column by name; a cell passes where nothing is thrown. */
export const COLUMNS = {
  async send(combination) {
    const plan = combination.plan("echo", "stream");
    const [answer] = await combination.send(plan, message("echo this"), { operation: "sendMessage" });
    const task = read(answer);
    completed(task, "echo this");
    assert.deepEqual(task.heard.extensions, [EXTENSION]);
    // What this peer's agent is not told it cannot tell.
    if (task.heard.acceptedOutputModes) assert.deepEqual(task.heard.acceptedOutputModes, plan.acceptedOutputModes);
  },

  async parts(combination) {
    const picture = { value: "https://example.com/picture.png", mediaType: "image/png" };
    const data = { count: 3, of: ["a", { b: true }] };
    const parts = [
      { text: "echo all" },
      { url: picture.value, mediaType: picture.mediaType, filename: "picture.png" },
      { data, mediaType: "application/json" },
    ];
    assert.deepEqual(await heardParts(combination, parts), [
      { kind: "text", value: "echo all" },
      { kind: "url", ...picture },
      { kind: "data", value: data },
    ]);
  },

  async bytes(combination) {
    const parts = [{ text: "echo all" }, { raw: "aGVsbG8h", mediaType: "image/png" }];
    const [, { kind, value }] = await heardParts(combination, parts);
    assert.deepEqual([kind, value], ["raw", "aGVsbG8h"], `the agent has heard \`${kind}\`: \`${value}\``);
  },

  async tenant(combination) {
    await heardTenant(combination, {});
  },

  async "tenant in path"(combination) {
    await heardTenant(combination, { tenantInPath: true });
  },

  async message(combination) {
    const plan = combination.plan("message", "stream");
    const [answer] = await combination.send(plan, message("message me"), { operation: "sendMessage" });
    const { isMessage, text } = read(answer);
    assert.deepEqual([isMessage, text], [true, "answer to message me"]);
  },

  async stream(combination) {
    const values = await combination.send(combination.plan("count", "stream"), message("count to three"));
    streamed(values.map(read));
  },

  async poll(combination) {
    const { plan, taskId } = await started(combination, "slow 0.4");
    completed(await combination.poll(plan, taskId), "slow 0.4");
  },

  async push(combination) {
    const hook = randomUUID();
    const plan = combination.plan("slow", "push", hook);
    const [answer] = await combination.send(plan, message("slow 0.4"), { pushToken: "pushToken" });
    const { taskId } = read(answer);
    const seen = [];
    const expected = { plan, taskIds: [taskId], token: PUSH_TOKEN, credentials: PUSH_SECRET };
    for (let state; state !== "TASK_STATE_COMPLETED"; ) {
      const notification = await combination.webhook.next(hook);
      const reading = combination.negotiator.readPush(notification, { ...expected, seen });
      assert.ok(reading.accepted && reading.authenticated, reading.reason);
      seen.push(reading.record);
      ({ state } = reading.record);
    }
    completed(await combination.poll(plan, taskId), "slow 0.4");
  },

  async ask(combination) {
    const plan = combination.plan("ask", "stream");
    const [answer] = await combination.send(plan, message("ask me"), { operation: "sendMessage" });
    const { state, question, taskId, contextId } = read(answer);
    assert.deepEqual([state, question], ["input-required", "which colour?"]);
    const [next] = await combination.send(plan, message("blue", { taskId, contextId }), { operation: "sendMessage" });
    completed(read(next), "blue");
  },

  async cancel(combination) {
    const { plan, taskId } = await started(combination, "wait here");
    const [answer] = await combination.send(plan, null, { operation: "cancelTask", taskId });
    assert.equal(read(answer).state, "canceled");
  },

  async subscribe(combination) {
    let values;
    let plan;
    let taskId;
    // A task that has ended is none to subscribe to, and on a busy machine a short one may have.
    for (let seconds = 0.4; !values; seconds *= 4) {
      ({ plan, taskId } = await started(combination, `slow ${seconds}`));
      values = await subscribed(combination, plan, taskId).catch(async (error) => {
        if (seconds > 60 || (await combination.getTask(plan, taskId)).state !== "completed") throw error;
      });
    }
    const last = values.map(read).at(-1);
    assert.equal(last.taskId, taskId);
    // That of the Python SDK 0.3 may end before the task does; what comes of it must then be asked for.
    assert.equal((last.state ? last : await combination.poll(plan, taskId)).state, "completed");
  },

  async list(combination) {
    const { plan, taskId } = await started(combination, "wait here");
    const [{ tasks }] = await combination.send(plan, null, { operation: "listTasks", pageSize: 100, includeArtifacts: true });
    assert.ok(tasks.some(({ id }) => id === taskId), "the task is not in the list");
  },

  async "config: create, get"(combination) {
    const configured = await configure(combination);
    const [config] = await configured.ask("getTaskPushNotificationConfig", "first");
    assert.equal((config.pushNotificationConfig ?? config).url, configured.url);
  },

  async "config: list"(combination) {
    const [listed] = await (await configure(combination)).ask("listTaskPushNotificationConfigs");
    assert.equal((listed.configs ?? listed).length, 1);
  },

  async "config: delete"(combination) {
    const { ask } = await configure(combination);
    await ask("deleteTaskPushNotificationConfig", "first");
    await assert.rejects(ask("getTaskPushNotificationConfig", "first"), "it is still there");
  },

  async "extended card"(combination) {
    const { negotiator } = combination;
    const hidden = negotiator.negotiate(combination.card, combination.profile, { skill: "archive" });
    assert.deepEqual([hidden.decision, hidden.rejection.fetchExtendedCard], ["reject", true]);
    const [card] = await combination.send(combination.plan("echo", "stream"), null, { operation: "getExtendedAgentCard" });
    // Over gRPC in 0.3 the extended card lacks all interfaces but the first.
    const profile = { ...combination.profile, bindings: ["JSONRPC", "HTTP+JSON", "GRPC"], versions: ["1.0", "0.3"] };
    const outcome = negotiator.negotiate(card, profile, { skill: "archive" }, { extended: true });
    assert.equal(outcome.decision, "accept", negotiator.explain(outcome));
    assert.equal(outcome.plan.fetchExtendedCard, false);
    assert.equal(outcome.plan.credentials.length, combination.profile.credentials.length);
  },

  async "call, stream"(combination) {
    const { call, updates } = await combination.call(combination.plan("count", "stream"), "count to three");
    streamed(updates);
    assert.equal(call.end.state, "ended");
  },

  async "call, poll"(combination) {
    const { call } = await combination.call(combination.plan("slow", "poll"), "slow 0.4");
    completed(read(call.task), "slow 0.4");
  },

  async "call, push"(combination) {
    const hook = randomUUID();
    const plan = combination.plan("slow", "push", hook);
    const push = { token: PUSH_TOKEN, credentials: PUSH_SECRET };
    // Asks for the task only when nothing comes, so that what ends the call is what was delivered.
    const options = { credentials: () => SECRET, push, silentSeconds: PATIENCE / 1000 };
    const call = combination.negotiator.call(plan, message("slow 0.4"), options);
    const ended = call.result();
    const seen = [];
    while (!call.end) {
      const notification = await Promise.race([combination.webhook.next(hook), ended]);
      if (notification === call.end) break;
      // It may be faster than the answer that names the task.
      while (!call.task) await pause(5);
      const reading = combination.negotiator.readPush(notification, { plan, ...push, taskIds: [call.task.id], seen });
      assert.ok(reading.accepted, reading.reason);
      seen.push(reading.record);
      call.deliver(reading.update);
      await pause(0);
    }
    await ended;
    assert.notEqual(seen.length, 0);
    assert.deepEqual(call.history, []);
    completed(read(call.task), "slow 0.4");
  },
};

/** What must be in a stream of a task that counts. */
function streamed(events) {
  const pieces = events.filter(({ isArtifact }) => isArtifact).map(({ text }) => text);
  assert.deepEqual(pieces, ["one", "two", "three"]);
  assert.equal(events.at(-1).state, "completed");
}
