// `call` and its secrets: which are asked for, and that none is in a failure, however long ago it was given.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import { planFor, shapesOf, startAgent } from "./agent.mjs";
import { importPackage } from "./consumer.mjs";

const { call } = await importPackage();

const MESSAGE = { parts: [{ text: "how large is the market?" }] };
const FAST = { pollSeconds: 0.01 };
const says = shapesOf({ version: "1.0" });
const header = (scheme, kind, name, prefix, scopes = []) => ({ scheme, kind, placement: { in: "header", name, prefix }, scopes });
const TOKEN = header("token", "http", "Authorization", "Bearer ");

const failureOf = (calling) => calling.result().then(() => assert.fail("the call did not fail"), (error) => error);
const seenIn = (error) => inspect(error, { depth: 20, showHidden: true, maxStringLength: Infinity });

test("a secret that was given earlier in the call is in no failure", async () => {
  const echo = ({ request, status }) => status(500, {}, `neither token-0-a nor push-a, but ${request.headers.authorization}`);
  for (const answers of [
    { send: [({ status }) => status(401), echo] },
    { send: ({ say }) => say(says.task("WORKING")), get: echo },
    { send: ({ say }) => say(says.task("INPUT_REQUIRED")), get: echo, cancel: echo },
  ]) {
    const agent = await startAgent(answers);
    let given = 0;
    const credentials = () => `token-${given++}-a`;
    const calling = call(planFor({ url: agent.url, mode: "poll", credentials: [TOKEN] }), MESSAGE, { ...FAST, credentials, push: { token: "push-a" } });
    const end = await calling.result().catch((error) => error);
    const failed = end.state === "inputRequired" ? await calling.cancel().catch((error) => error) : end;
    assert.match(failed.failure.http.body, /neither \{token\} nor \{push\.token\}, but Bearer \{token\}/);
    assert.doesNotMatch(seenIn(failed), /token-\d|push-a/);
  }
});

test("of the secret of basic authentication neither the name nor the password is in a failure", async () => {
  const BASIC = header("login", "http", "Authorization", "Basic ");
  const base64 = (text) => Buffer.from(text).toString("base64");
  for (const [name, password] of [["alice", "hunter2:and more"], ["zoë.b", "пароль-x"], ["key-in-name", ""], ["", "alone-as-password"]]) {
    const echoes = [`${name}:${password}`, name, password, encodeURIComponent(password), base64(password), JSON.stringify({ name, password })];
    const agent = await startAgent({ send: ({ status }) => status(403, {}, echoes.map((echo) => `<${echo}>`).join(" ")) });
    const plan = planFor({ url: agent.url, mode: "poll", credentials: [BASIC] });
    const seen = seenIn(await failureOf(call(plan, MESSAGE, { credentials: () => base64(`${name}:${password}`) })));
    for (const part of [name, password, base64(password), encodeURIComponent(password)].filter(Boolean)) assert.ok(!seen.includes(part), `${part}: ${seen}`);
    assert.match(seen, /<\{login\}>/);
  }
});

test("a secret is in no failure where each of its letters is escaped, as JSON may have it", async () => {
  const escaped = Array.from("token-secret", (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  const agent = await startAgent({ send: ({ raw }) => raw.writeHead(500).end(`{"error":{"message":"bad ${escaped}"}}`) });
  const plan = planFor({ url: agent.url, mode: "poll", credentials: [TOKEN] });
  const failed = await failureOf(call(plan, MESSAGE, { credentials: () => "token-secret" }));
  assert.match(failed.message, /\(the server answers 500: `bad \{token\}`\)$/);
  assert.deepEqual(JSON.parse(failed.failure.http.body), { error: { message: "bad {token}" } });
});

test("what is thrown in place of an answer names neither an earlier secret nor one for notifications", async () => {
  const agent = await startAgent({});
  let given = 0;
  let sent = 0;
  const fetch = async () => {
    if (sent++ === 0) return new Response("", { status: 401 });
    throw new Error("sent token-0-a, then token-1-a, and push-a");
  };
  const plan = planFor({ url: agent.url, mode: "poll", credentials: [TOKEN] });
  const failed = await failureOf(call(plan, MESSAGE, { fetch, credentials: () => `token-${given++}-a`, push: { token: "push-a" } }));
  assert.equal(given, 2);
  assert.match(failed.message, /sent \{token\}, then \{token\}, and \{push\.token\}/);
  assert.doesNotMatch(seenIn(failed), /token-\d|push-a/);
});

test("what is no name and password is looked for as it is", async () => {
  const agent = await startAgent({ send: ({ status }) => status(403, {}, "a: it is so") });
  const plan = planFor({ url: agent.url, mode: "poll", credentials: [TOKEN] });
  // A short name, bytes that are no text, and what is in no base64.
  for (const secret of ["YTpsb25nZXI=", "//86YQ==", "a:it"]) {
    const failed = await failureOf(call(plan, MESSAGE, { credentials: () => secret }));
    assert.equal(failed.failure.http.body, "a: it is so");
  }
});

test("further scopes are asked for with the credential that the server's challenge is about", async () => {
  const OAUTH = header("oauth", "oauth2", "Authorization", "Bearer ", ["read"]);
  const KEY = header("key", "apiKey", "X-Key", "");
  const agent = await startAgent({
    send: [({ status }) => status(403, { "www-authenticate": 'Bearer error="insufficient_scope", scope="write"' }), ({ say }) => say(says.task("WORKING"))],
    get: ({ say }) => say(says.bare("COMPLETED")),
  });
  const asked = [];
  const credentials = function ({ scheme, scopes }) {
    assert.equal(this, undefined);
    asked.push([scheme, ...scopes]);
    return "a-s3cret";
  };
  await call(planFor({ url: agent.url, mode: "poll", credentials: [KEY, OAUTH] }), MESSAGE, { ...FAST, credentials }).result();
  const later = [["key"], ["oauth", "read", "write"]];
  assert.deepEqual(asked, [["key"], ["oauth", "read"], ...later, ...later]);
});

test("a callback that gives nothing in time is no fault of the agent", async () => {
  const agent = await startAgent({ send: ({ say }) => say(says.task("COMPLETED")) });
  const plan = planFor({ url: agent.url, mode: "poll", credentials: [TOKEN] });
  const failed = await failureOf(call(plan, MESSAGE, { timeoutSeconds: 0.01, credentials: () => new Promise(() => {}) }));
  assert.deepEqual([failed.name, failed.code, failed.scheme], ["PlanFetchError", "credentialsFailed", "token"]);
  assert.match(failed.cause.message, /within 0\.01 seconds/);
  assert.deepEqual(agent.operations, []);
});
