// Every plan under `tests/requests` gives its request, and every request its forms, which are run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { readRequests } from "../support/requests.mjs";
import { importPackage, makeConsumer } from "./consumer.mjs";

const consumer = makeConsumer();
const { NegotiatorInputError, buildRequest, formatRequest } = await importPackage(consumer);
const requests = readRequests();

for (const { name, arguments: values, expect } of requests) {
  test(`${name}, as objects`, () => check(expect, values));
  test(`${name}, as text`, () => check(expect, values.map((value) => JSON.stringify(value))));
}

function check(expect, values) {
  let request;
  try {
    request = buildRequest(...values);
  } catch (error) {
    assert.ok(error instanceof NegotiatorInputError, error);
    for (const [key, expected] of Object.entries(expect.error ?? assert.fail(error))) {
      if (["message", "help"].includes(key)) assert.ok(error[key].includes(expected), error[key]);
      else assert.equal(error[key], expected);
    }
    assert.ok(["plan", "message", "options"].includes(error.document), error.document);
    return;
  }
  const { method, url, headers, body, credentials, pushSecrets } = request;
  const findings = request.findings.map(({ code, severity, target, pointer }, index) => {
    const told = expect.findings?.[index] ?? {};
    return { code, ...("severity" in told && { severity }), target, pointer };
  });
  const { body: expectedBody, ...others } = expect;
  assert.deepEqual({ method, url, headers, credentials, pushSecrets, findings }, others);
  assert.deepEqual(body, expectedBody);
}

test("misuse names the argument that is wrong", () => {
  const [plan] = requests[0].arguments;
  const documentOf = (...values) => {
    try {
      buildRequest(...values);
    } catch (error) {
      return error.document;
    }
  };
  assert.equal(documentOf({ ...plan, binding: "x:y" }, { messageId: "m", parts: [{ text: "" }] }), "plan");
  assert.equal(documentOf({ decision: "accept", plan }, null), "plan");
  assert.equal(documentOf(plan, null), "message");
  assert.equal(documentOf(plan, null, { operation: "getTask" }), "options");
  assert.throws(() => formatRequest({}, "curl"), { document: "request" });
  assert.throws(() => formatRequest({}, "wget"), { document: "style", help: /curl/ });
});

test("numbers that JavaScript can hold are not changed", () => {
  const [plan] = requests.find(({ name }) => name.startsWith("JSON-RPC of 1.0")).arguments;
  const data = [0.1, -1.5e-300, 1e21, Number.MAX_SAFE_INTEGER];
  const request = buildRequest(plan, { messageId: "m", parts: [{ data }], metadata: { data } });
  assert.deepEqual(request.body.params.message.parts[0].data, data);
  assert.deepEqual(request.body.params.message.metadata.data, data);
});

// What shells, scripts and connections give a meaning.
const HOSTILE = `it's "x" \`id\` $(id) $HOME \\ \\' \${y} !1 ; & | > \u2028 ä {z} --help @file %41 #`;
const SECRETS = { A2A_BEARER: "s'e\"c$(id)`r`\\et", A2A_KEY: "k&e=y +%", A2A_COOKIE: "c", A2A_BEARER_: "second" };
const hostile = hostileRequest();

function hostileRequest() {
  const place = (location, name, prefix = "") => ({ in: location, name, prefix });
  const plan = {
    ...requests.find(({ name }) => name.startsWith("JSON-RPC of 1.0")).arguments[0],
    url: "https://agent.example.com/it's/$(id)/`id`?x='&y=\"{}[1-9]",
    headers: { "A2A-Version": "1.0", "A2A-Extensions": HOSTILE.replace(/[^ -~]/g, ""), "X-Empty": "", __proto__x: "y" },
    credentials: [
      { scheme: "bearer", kind: "http", placement: place("header", "Authorization", "It's \"$(id)\" "), scopes: [] },
      { scheme: "key", kind: "apiKey", placement: place("query", "k'e$(y)&z"), scopes: [] },
      { scheme: "cookie", kind: "apiKey", placement: place("cookie", "sid"), scopes: [] },
      { scheme: "Bearer", kind: "apiKey", placement: place("header", "X-Second"), scopes: [] },
    ],
    delivery: { mode: "push", fallbacks: [], returnImmediately: true, push: { url: `https://c.example/${HOSTILE}`, authentication: { scheme: HOSTILE } } },
  };
  return buildRequest(plan, { messageId: HOSTILE, parts: [{ text: HOSTILE }, { data: { [HOSTILE]: HOSTILE, "__proto__x": "\u0001\n" } }] }, { pushToken: "hook" });
}

/** A request with its secrets. */
function filled(request, environment) {
  const fill = (text) => Object.entries({
    "{bearer}": environment.A2A_BEARER, "{cookie}": environment.A2A_COOKIE, "{Bearer}": environment.A2A_BEARER_,
  }).reduce((filled, [placeholder, secret]) => filled.replaceAll(placeholder, () => secret), text);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, fill(value)]));
  const body = structuredClone(request.body);
  const push = body?.params?.configuration?.taskPushNotificationConfig;
  if (push) Object.assign(push, { token: environment.A2A_HOOK, authentication: { ...push.authentication, credentials: environment.A2A_PUSHCREDENTIALS } });
  return { headers, body };
}

test("a command of curl sends what the request says, whatever stands in it", () => {
  const environment = { ...SECRETS, A2A_HOOK: "h$(id)'", A2A_PUSHCREDENTIALS: "p`id`" };
  const { options, values } = runInShell("curl", formatRequest(hostile, "curl"), environment);
  const { headers, body } = filled(hostile, environment);
  assert.deepEqual(options, ["--globoff", "--no-buffer"]);
  assert.deepEqual(values["--request"], ["POST"]);
  assert.deepEqual(values["--url"], [hostile.url.replace(/&[^&]*=\{key\}$/, "")]);
  assert.deepEqual(values["--url-query"], [`k%27e%24%28y%29%26z=${environment.A2A_KEY}`]);
  assert.deepEqual(values["--header"], Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  assert.deepEqual(JSON.parse(values["--data-raw"][0]), body);
});

test("code for fetch sends what the request says, whatever stands in it", async () => {
  const environment = { ...SECRETS, A2A_HOOK: 'h"\\', A2A_PUSHCREDENTIALS: "p\n" };
  const [url, { method, headers, body }] = await runCode(formatRequest(hostile, "fetch"), environment);
  const expected = filled(hostile, environment);
  assert.equal(url, hostile.url.replace("{key}", encodeURIComponent(environment.A2A_KEY)));
  assert.equal(method, "POST");
  assert.deepEqual(headers, expected.headers);
  assert.deepEqual(JSON.parse(body), expected.body);
});

test("the text of HTTP has each header on its line, and the body after an empty one", () => {
  const [head, body, ...rest] = formatRequest(hostile, "http").split("\n\n");
  const [first, host, ...lines] = head.split("\n");
  assert.deepEqual(rest, []);
  assert.equal(first, `POST ${hostile.url.slice("https://agent.example.com".length)} HTTP/1.1`);
  assert.equal(host, "Host: agent.example.com");
  assert.deepEqual(lines, Object.entries(hostile.headers).map(([name, value]) => `${name}: ${value}`));
  assert.deepEqual(JSON.parse(body), hostile.body);
});

test("every request can be sent by hand, in every form that it has", async () => {
  const possible = requests.filter(({ expect }) => !expect.error);
  assert.ok(possible.length > 100);
  for (const { name, arguments: values } of possible) {
    const request = buildRequest(...values);
    const environment = { A2A_BEARER: "b", A2A_SESSION: "s", A2A_SECOND: "t", A2A_Q_KEY: "q", A2A_KEY: "k", A2A_HOOK: "h" };
    const command = request.binding === "GRPC" ? "grpcurl" : "curl";
    const { values: sent } = runInShell(command, formatRequest(request, "curl"), environment);
    for (const { placeholder, placement } of request.credentials) {
      for (const style of request.binding === "GRPC" ? ["curl"] : ["curl", "fetch"]) {
        assert.ok(!placement || !formatRequest(request, style).includes(placeholder), `${name}: ${placeholder} is left`);
      }
    }
    const body = sent["--data-raw"] ?? sent["-d"];
    assert.equal(body !== undefined, request.body !== undefined, name);
    if (request.binding === "GRPC") {
      assert.deepEqual(sent.rest, ["grpc.example.com:443", request.method.slice(1)], name);
      for (const style of ["fetch", "http"]) assert.throws(() => formatRequest(request, style), { code: "unsupported" });
      continue;
    }
    const [url, init] = await runCode(formatRequest(request, "fetch"), environment);
    const built = new Request(url, init);
    assert.equal(built.method, request.method, name);
    assert.equal(built.headers.get("a2a-version"), request.headers["A2A-Version"], name);
    const first = formatRequest(request, "http").split("\n", 1)[0];
    assert.ok(first.startsWith(`${request.method} /`) && first.endsWith(" HTTP/1.1"), first);
  }
});

test("a client certificate is presented by the connection", async () => {
  const { arguments: values } = requests.find(({ name }) => name.includes("client certificate"));
  const request = buildRequest(...values);
  const { values: sent } = runInShell("curl", formatRequest(request, "curl"), { A2A_CERTIFICATE: "my file.pem" });
  assert.deepEqual(sent["--cert"], ["my file.pem"]);
  assert.match(formatRequest(request, "fetch"), /^\/\/ .*process\.env\.A2A_CERTIFICATE\n/);
});

test("no scheme names a variable of its reader's environment", () => {
  const [plan] = requests.find(({ name }) => name.startsWith("JSON-RPC of 1.0")).arguments;
  for (const scheme of ["PATH", "AWS_SECRET_ACCESS_KEY", "x$(id)", "a\nb", "}${HOME}"]) {
    const placement = { in: "header", name: "X-Key", prefix: "" };
    const request = buildRequest({ ...plan, credentials: [{ scheme, kind: "apiKey", placement, scopes: [] }] }, null, { operation: "listTasks" });
    const variables = formatRequest(request, "curl").match(/"\$(\w*)"/g);
    assert.equal(variables.length, 1);
    assert.match(variables[0], /^"\$A2A_\w+"$/);
    assert.match(formatRequest(request, "fetch"), /'X-Key': process\.env\.A2A_\w+,\n/);
  }
});

/** Runs a command with a program in place of its own that says what it was called with. */
function runInShell(program, command, environment) {
  execFileSync("sh", ["-n"], { input: command });
  const file = join(consumer, program);
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\0' "$@"\n`);
  chmodSync(file, 0o755);
  const path = `${consumer}:${process.env.PATH}`;
  const said = execFileSync("sh", [], { input: command, env: { ...environment, PATH: path }, encoding: "utf8" });
  const words = said.split("\0").slice(0, -1);
  const options = [];
  const values = {};
  while (words.length > 0) {
    const word = words.shift();
    if (word === "--") values.rest = words.splice(0);
    else if (["--globoff", "--no-buffer", "-plaintext"].includes(word)) options.push(word);
    else (values[word] ??= []).push(words.shift());
  }
  return { options, values };
}

/** Runs code, and returns what it called `fetch` with. */
async function runCode(code, environment) {
  const AsyncFunction = (async () => {}).constructor;
  const calls = [];
  await new AsyncFunction("fetch", "process", code)((...call) => calls.push(call), { env: environment });
  assert.equal(calls.length, 1);
  return calls[0];
}
