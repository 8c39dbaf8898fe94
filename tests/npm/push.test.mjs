// `readPush`: who has sent a notification, what it is about, and whether it is news.

import assert from "node:assert/strict";
import { test } from "node:test";

import { importPackage } from "./consumer.mjs";

const { readPush } = await importPackage();

/** A plan whose notifications are authenticated by a scheme, or by nothing. */
function planOf(version, scheme) {
  const push = { url: "https://client.example/hook", ...(scheme && { authentication: { scheme } }) };
  return {
    url: "https://agent.example",
    binding: "JSONRPC",
    version,
    credentials: [],
    inputModes: ["text/plain"],
    acceptedOutputModes: ["text/plain"],
    delivery: { mode: "push", fallbacks: ["poll"], returnImmediately: true, push },
    extensions: [],
    headers: { "A2A-Version": version },
    fetchExtendedCard: false,
  };
}

const statusOf = (state, timestamp) => ({ state, ...(timestamp && { timestamp }) });
const task = (state, timestamp) => ({ id: "t1", contextId: "c1", status: statusOf(state, timestamp) });
const status = (state, timestamp) => ({ statusUpdate: { taskId: "t1", contextId: "c1", status: statusOf(state, timestamp) } });
const chunk = (text, append) => ({
  artifactUpdate: { taskId: "t1", contextId: "c1", artifact: { artifactId: "a", parts: [{ text }] }, append },
});

/** Reads a notification without authentication. */
const read = (body, { version = "1.0", ...more } = {}) =>
  readPush({ headers: {}, body: typeof body === "string" ? body : JSON.stringify(body) }, { plan: planOf(version), taskIds: ["t1"], ...more });

test("the sender shows the secret that was agreed on, by the scheme that was agreed on", () => {
  const expected = { plan: planOf("1.0", "Bearer"), taskIds: ["t1"], credentials: "s3cret" };
  const body = { task: task("TASK_STATE_WORKING") };
  const verdict = (headers, expectations = expected) => readPush({ headers, body }, expectations);
  for (const headers of [
    { authorization: "Bearer s3cret" },
    { Authorization: ["bearer s3cret"] },
    new Headers({ authorization: "BEARER s3cret" }),
  ]) {
    const reading = verdict(headers);
    assert.deepEqual([reading.accepted, reading.authenticated, reading.status], [true, true, 204]);
    assert.match(reading.reason, /`t1` is expected, and the sender is authenticated/);
  }
  for (const headers of [
    {},
    { authorization: "s3cret" },
    { authorization: "Basic s3cret" },
    { authorization: "Bearer S3cret" },
    { authorization: "Bearer s3cre" },
    { authorization: "Bearer s3crets3cret" },
    { authorization: "Bearer " },
    { "x-a2a-notification-token": "s3cret" },
    { authorization: "Bearer  s3cret2" },
  ]) {
    const reading = verdict(headers);
    assert.deepEqual([reading.accepted, reading.status, reading.task, reading.record], [false, 401, undefined, undefined]);
    assert.match(reading.reason, /`Authorization`/);
    assert.ok(!reading.reason.toLowerCase().includes("s3cret"));
  }
});

test("a token is compared where one was given; of two secrets one must be shown, and none that is wrong", () => {
  const body = { task: task("TASK_STATE_WORKING") };
  const header = { "X-A2A-Notification-Token": "töken" };
  const alone = { plan: planOf("1.0"), taskIds: ["t1"], token: "töken" };
  assert.equal(readPush({ headers: header, body }, alone).authenticated, true);
  assert.equal(readPush({ headers: {}, body }, alone).status, 401);
  assert.equal(readPush({ headers: { "x-a2a-notification-token": "toeken" }, body }, alone).status, 401);
  assert.equal(readPush({ headers: header, body }, { ...alone, plan: planOf("1.0", "Bearer") }).accepted, true);
  const both = { ...alone, plan: planOf("1.0", "Bearer"), credentials: "s3cret" };
  for (const [headers, accepted] of [
    [header, true],
    [{ authorization: "Bearer s3cret" }, true],
    [{ ...header, authorization: "Bearer s3cret" }, true],
    [{ ...header, authorization: "Bearer other" }, false],
    [{ "x-a2a-notification-token": "other", authorization: "Bearer s3cret" }, false],
    [{}, false],
  ]) {
    assert.equal(readPush({ headers, body }, both).accepted, accepted, JSON.stringify(headers));
  }
});

test("an authentication that was agreed on cannot be left out by the receiver", () => {
  for (const [plan, secrets] of [
    [planOf("1.0", "Bearer"), {}],
    [planOf("1.0", "Bearer"), { credentials: "" }],
    [planOf("1.0", "Bearer"), { credentials: "x", token: "" }],
    [planOf("1.0"), { credentials: "x" }],
  ]) {
    assert.throws(() => readPush({ headers: { authorization: "Bearer " }, body: {} }, { plan, taskIds: [], ...secrets }), {
      name: "NegotiatorInputError",
      code: "wrongShape",
      message: /secret to compare with|no scheme/,
    });
  }
  assert.equal(read({ task: task("TASK_STATE_WORKING") }).authenticated, false);
});

test("each payload of 1.0 is read", () => {
  const message = { messageId: "m", taskId: "t1", role: "ROLE_AGENT", parts: [{ data: { data: 1 } }] };
  for (const body of [{ task: task("TASK_STATE_COMPLETED", "2026-01-01T00:00:00Z") }, status("TASK_STATE_WORKING"), chunk("x", true), { message }]) {
    const reading = read(body);
    assert.deepEqual(reading.update, body);
    assert.deepEqual(reading.task, body.task);
    assert.equal(reading.record.taskId, "t1");
  }
  assert.equal(readPush({ headers: {}, body: Buffer.from(JSON.stringify({ message })) }, { plan: planOf("1.0"), taskIds: new Set(["t1"]) }).accepted, true);
});

test("the task of 0.3 is read into the shape of 1.0", () => {
  const body = {
    kind: "task",
    id: "t1",
    contextId: "c1",
    status: {
      state: "input-required",
      timestamp: "2026-01-01T00:00:00Z",
      message: { kind: "message", messageId: "m", role: "agent", parts: [{ kind: "text", text: "which one?", metadata: { a: 1 } }] },
    },
    artifacts: [
      {
        artifactId: "a",
        name: "result",
        parts: [
          { kind: "file", file: { bytes: "AA==", mimeType: "image/png", name: "x.png" } },
          { kind: "file", file: { uri: "https://agent.example/x", mimeType: "image/png" } },
          { kind: "data", data: { data: 1 } },
        ],
      },
    ],
    history: [{ kind: "message", messageId: "u", role: "user", parts: [] }],
    metadata: { kind: "mine" },
  };
  const expected = {
    id: "t1",
    contextId: "c1",
    status: {
      state: "TASK_STATE_INPUT_REQUIRED",
      timestamp: "2026-01-01T00:00:00Z",
      message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "which one?", metadata: { a: 1 } }] },
    },
    artifacts: [
      {
        artifactId: "a",
        name: "result",
        parts: [
          { raw: "AA==", mediaType: "image/png", filename: "x.png" },
          { url: "https://agent.example/x", mediaType: "image/png" },
          { data: { data: 1 } },
        ],
      },
    ],
    history: [{ messageId: "u", role: "ROLE_USER", parts: [] }],
    metadata: { kind: "mine" },
  };
  const reading = read(body, { version: "0.3" });
  assert.deepEqual(reading.task, expected);
  assert.deepEqual(reading.update, { task: expected });
});

test("a plan of 0.3 may be answered in the shape of 1.0, the proto of 0.3, or by events", () => {
  const wasProto = { messageId: "m", taskId: "t1", role: "ROLE_AGENT", content: [{ text: "a" }, { data: { b: 1 } }, { file: { fileWithUri: "https://x", mimeType: "a/b" } }] };
  const parts = [{ text: "a" }, { data: { b: 1 } }, { url: "https://x", mediaType: "a/b" }];
  for (const [body, update] of [
    [
      { kind: "status-update", taskId: "t1", contextId: "c1", status: { state: "canceled" }, final: true },
      { statusUpdate: { taskId: "t1", contextId: "c1", status: { state: "TASK_STATE_CANCELED" } } },
    ],
    [
      { kind: "artifact-update", taskId: "t1", contextId: "c1", artifact: { artifactId: "a", parts: [{ kind: "text", text: "x" }] }, lastChunk: true },
      { artifactUpdate: { taskId: "t1", contextId: "c1", artifact: { artifactId: "a", parts: [{ text: "x" }] }, lastChunk: true } },
    ],
    [{ msg: wasProto }, { message: { messageId: "m", taskId: "t1", role: "ROLE_AGENT", parts } }],
    [{ statusUpdate: { taskId: "t1", status: { state: "TASK_STATE_CANCELLED" } } }, { statusUpdate: { taskId: "t1", status: { state: "TASK_STATE_CANCELED" } } }],
    [{ task: task("TASK_STATE_WORKING") }, { task: task("TASK_STATE_WORKING") }],
    [chunk("x", true), chunk("x", true)],
    [task("unknown"), { task: task("TASK_STATE_UNSPECIFIED") }],
  ]) {
    assert.deepEqual(read(body, { version: "0.3" }).update, update);
  }
});

test("what is no notification, or not one that is expected, is refused", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  for (const [body, code] of [
    ["<html>", 400],
    ["null", 400],
    ["[]", 400],
    ["{}", 400],
    [{ task: { id: "t1" } }, 400],
    [{ task: { id: 1, status: { state: "TASK_STATE_WORKING" } } }, 400],
    [{ statusUpdate: { status: { state: "TASK_STATE_WORKING" } } }, 400],
    [{ message: { messageId: "m", role: "ROLE_AGENT", parts: [] } }, 400],
    [{ message: { messageId: "m", taskId: 5, role: "ROLE_AGENT", parts: [] } }, 400],
    [{ message: { messageId: "m", taskId: ["t1"], role: "ROLE_AGENT", parts: [] } }, 400],
    [`{"task":{"id":"t1","status":{"state":"TASK_STATE_WORKING"},"metadata":{"x":${deep}}}}`, 400],
    [{ task: { ...task("TASK_STATE_WORKING"), id: "t2" } }, 404],
  ]) {
    const reading = read(body);
    assert.deepEqual([reading.accepted, reading.status, reading.update], [false, code, undefined], String(body).slice(0, 60));
  }
});

test("a body that is yet to come is the caller's mistake", () => {
  const body = Promise.resolve("{}");
  assert.throws(() => readPush({ headers: {}, body }, { plan: planOf("1.0"), taskIds: ["t1"] }), { name: "NegotiatorInputError", message: /`body` that is a promise/ });
});

test("what must be text and is none is left out", () => {
  const contextId = { toString: "c" };
  const timestamp = 5;
  const state = "TASK_STATE_WORKING";
  const said = { messageId: "m", role: "ROLE_AGENT", parts: [], taskId: null, contextId };
  const artifact = { artifactId: "a", name: 5, description: null, parts: [] };
  const { update, record } = read({ task: { id: "t1", contextId, status: { state, timestamp, message: said }, artifacts: [artifact], history: [said] } });
  const message = { messageId: "m", role: "ROLE_AGENT", parts: [] };
  assert.deepEqual(update.task, { id: "t1", status: { state, message }, artifacts: [{ artifactId: "a", parts: [] }], history: [message] });
  assert.equal("timestamp" in record, false);
  for (const body of [{ statusUpdate: { taskId: "t1", contextId, status: { state, timestamp } } }, { artifactUpdate: { taskId: "t1", contextId, artifact } }]) {
    assert.doesNotMatch(JSON.stringify(read(body, { seen: [{ ...record, timestamp: Symbol() }] }).update), /contextId|timestamp|name|description/);
  }
});

test("headers and bodies come in the forms that runtimes give them", () => {
  const body = { task: task("TASK_STATE_WORKING") };
  const text = JSON.stringify(body);
  const bytes = new TextEncoder().encode(`\ufeff${text}`);
  const expected = { plan: planOf("1.0", "Bearer"), taskIds: ["t1"], credentials: "s3cret" };
  const getting = (value) => ({ get: (name) => (name === "Authorization" ? value : undefined) });
  for (const [headers, status] of [
    [getting(["Bearer s3cret"]), 204],
    [new Map([["authorization", "Bearer s3cret"]]), 204],
    [getting(["Bearer s3cret", "Bearer other"]), 401],
    [getting(5), 401],
    [getting({}), 401],
    [getting(null), 401],
  ]) {
    assert.equal(readPush({ headers, body }, expected).status, status);
  }
  const forms = [`\ufeff${text}`, bytes, bytes.buffer, new DataView(bytes.buffer), Buffer.from(text)];
  for (const form of forms) assert.equal(readPush({ headers: getting("Bearer s3cret"), body: form }, expected).status, 204);
  assert.match(readPush({ headers: getting("Bearer s3cret") }, expected).reason, /is neither a task nor an update of one/);
  const throwing = { *[Symbol.iterator]() { throw new Error("the database is gone"); } };
  assert.throws(() => readPush({ headers: {}, body }, { plan: planOf("1.0"), taskIds: throwing }), { name: "NegotiatorInputError", document: "expectations" });
});

test("a notification that comes twice is told, in whatever order its members stand", () => {
  const first = read(status("TASK_STATE_WORKING", "2026-01-01T00:00:00Z"));
  const again = { statusUpdate: { status: { timestamp: "2026-01-01T00:00:00Z", state: "TASK_STATE_WORKING" }, contextId: "c1", taskId: "t1" } };
  const seen = JSON.parse(JSON.stringify([first.record]));
  assert.deepEqual([first.duplicate, read(again, { seen }).duplicate], [false, true]);
  assert.equal(read(again, { seen: [{ ...first.record, taskId: "t2" }] }).duplicate, false);
  assert.equal(read(status("TASK_STATE_WORKING", "2026-01-01T00:00:01Z"), { seen }).duplicate, false);
  // Two equal pieces may both be meant.
  for (const [append, duplicate] of [[true, false], [false, true]]) {
    const piece = read(chunk("ha", append));
    assert.equal(read(chunk("ha", append), { seen: [piece.record] }).duplicate, duplicate);
  }
});

test("what is older than what has come already is told", () => {
  const later = read(status("TASK_STATE_WORKING", "2026-01-01T00:00:02.000Z")).record;
  const ended = read(status("TASK_STATE_COMPLETED")).record;
  for (const [body, seen, outOfOrder] of [
    [status("TASK_STATE_SUBMITTED", "2026-01-01T00:00:01Z"), [later], true],
    [status("TASK_STATE_INPUT_REQUIRED", "2026-01-01T00:00:02Z"), [later], false],
    [status("TASK_STATE_COMPLETED", "2026-01-01T02:00:03+02:00"), [later], false],
    [status("TASK_STATE_COMPLETED", "2026-01-01T02:00:01+02:00"), [later], true],
    [status("TASK_STATE_WORKING"), [later], false],
    [status("TASK_STATE_WORKING"), [ended], true],
    [chunk("x", true), [later, ended], true],
    [chunk("x", true), [later], false],
    [{ task: task("TASK_STATE_COMPLETED") }, [ended], false],
  ]) {
    assert.equal(read(body, { seen }).outOfOrder, outOfOrder, JSON.stringify([body, seen]));
  }
});

test("a task id of a stranger's cannot break the form of what is said about it", () => {
  const body = { task: { id: `one\n\u001b[31m\u202e\`${"x".repeat(500)}`, contextId: "c", status: { state: "TASK_STATE_WORKING" } } };
  const { accepted, reason } = read(body);
  assert.equal(accepted, false);
  assert.match(reason, /^the task `one\ufffd\ufffd\[31m\ufffd'x{69}…` is not expected$/);
});
