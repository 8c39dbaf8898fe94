// What a `CallError` says: what the server said, or what happened in place of an answer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { planFor, shapesOf, startAgent } from "./agent.mjs";
import { importPackage } from "./consumer.mjs";

const { call } = await importPackage();

const MESSAGE = { parts: [{ text: "how large is the market?" }] };
const says = shapesOf({ version: "1.0" });
const TOKEN = { scheme: "token", kind: "http", placement: { in: "header", name: "Authorization", prefix: "Bearer " }, scopes: [] };

async function failureOf(answer, { mode = "poll", binding = "JSONRPC", ...options } = {}) {
  const agent = await startAgent({ send: answer, stream: answer });
  const plan = planFor({ url: agent.url, binding, mode, credentials: [TOKEN] });
  const calling = call(plan, MESSAGE, { credentials: () => "a-s3cret", ...options });
  return calling.result().then(() => assert.fail("the call did not fail"), (error) => error);
}

test("the server's own words are at the end of the message, short and on its line", async () => {
  const json = (status, body) => ({ raw }) => raw.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  for (const [binding, answer, words] of [
    ["JSONRPC", ({ fail }) => fail(-32603, "the database is gone", 500), "the server says `the database is gone`"],
    ["HTTP+JSON", ({ fail }) => fail(-32603, "the database is gone", 500), "the server answers 500: `the database is gone`"],
    ["JSONRPC", json(500, { error: "wrong", error_description: "no such client" }), "the server answers 500: `no such client`"],
    ["JSONRPC", json(500, { type: "about:blank", title: "Sorry", detail: "no room" }), "the server answers 500: `no room`"],
    ["JSONRPC", json(500, { error: "wrong a-s3cret" }), "the server answers 500: `wrong {token}`"],
    ["JSONRPC", json(500, "upstream"), "the server answers 500: `upstream`"],
    ["JSONRPC", ({ status }) => status(502, {}, "bad\n\u001b[31mgateway`\u202e"), "the server answers 502: `bad\ufffd\ufffd[31mgateway'\ufffd`"],
    ["JSONRPC", ({ status }) => status(502, {}, "x".repeat(1000)), `the server answers 502: \`${"x".repeat(80)}…\``],
    ["JSONRPC", ({ status }) => status(502, {}, "<html><h1>Bad Gateway</h1>"), "the server answers 502"],
    ["JSONRPC", ({ status }) => status(500, {}, " "), "the server answers 500"],
    ["JSONRPC", json(500, { message: { text: "x" }, error: null }), "the server answers 500"],
    ["JSONRPC", json(500, { error: { message: 5 } }), "the server answers 500"],
  ]) {
    const { message, action, cause } = await failureOf(answer, { binding });
    assert.equal(message, `${action.reason} (${words})`);
    assert.equal(cause, undefined);
  }
});

test("what is thrown is said short, without control characters, and may throw on being looked at", async () => {
  const long = new TypeError("fetch failed", { cause: new Error(`\u001b[31m\u202e\r${"A".repeat(10_000)}`) });
  const { message, action } = await failureOf(undefined, { fetch: async () => { throw long; } });
  assert.equal(action.error, "network");
  assert.match(message, /fetch failed: \ufffd\[31m\ufffd\ufffdA+…\)$/);
  assert.ok(message.length < 1_000, `${message.length}`);
  const broken = async () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("🂡".repeat(10_000))) }));
  const { message: astral } = await failureOf(undefined, { fetch: broken });
  assert.ok(astral.length < 1_500 && astral.endsWith("🂡…)"), `${astral.length}`);
  const hostile = Object.defineProperties(new Error("broken"), {
    cause: { get: () => { throw new Error("inner a-s3cret"); } },
    code: { get: () => { throw new Error("inner a-s3cret"); } },
  });
  const other = await failureOf(undefined, { fetch: async () => { throw hostile; } });
  assert.equal(other.name, "CallError");
  assert.match(other.message, /: broken\)$/);
});

test("what happened in place of an answer is the cause, and at the end of the message", async () => {
  const cut = ({ event, raw }) => {
    event(says.status("WORKING"));
    raw.destroy();
  };
  const broken = async () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("a-s3cret broke off", { cause: new Error("by a-s3cret") })) }));
  for (const [answer, options, kind, words] of [
    [cut, { mode: "poll" }, "network", /\S/],
    [undefined, { fetch: broken }, "network", /^\{token\} broke off: by \{token\}$/],
    [undefined, { fetch: async () => { throw new Error("no route for a-s3cret"); } }, "network", /^there is no answer from `http:.*`: no route for \{token\}$/],
    [undefined, { fetch: () => new Promise(() => {}), timeoutSeconds: 0.01 }, "timeout", /^there was no answer within 0\.01 seconds$/],
    [({ raw }) => raw.end(JSON.stringify({ jsonrpc: "2.0", id: "other", result: {} })), {}, "InvalidAgentResponseError", /^the answer is to another request$/],
  ]) {
    const { message, action, cause } = await failureOf(answer, options);
    assert.equal(action.error, kind);
    assert.ok(cause instanceof Error && words.test(cause.message), cause?.message);
    assert.equal(message, `${action.reason} (${cause.message})`);
  }
});
