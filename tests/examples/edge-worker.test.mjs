// The example of an edge worker, started as its README says, from the packed package.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import * as esbuild from "esbuild";

import { importPackage, makeConsumer, workspace } from "../npm/consumer.mjs";
import { readCards, readCases } from "../support/cases.mjs";
import { PATIENCE } from "../support/patience.mjs";

const source = join(workspace, "examples/edge-worker");
const PARTS = ["package.json", "tsconfig.json", "worker.capnp", "src"];
const CASE = readCases("gallery").find(({ name }) => name === "gallery/research-agent").arguments;
const [, profile] = CASE;
const real = readCards().map(({ text }) => JSON.parse(text));
const many = Array.from({ length: 600 }, (_, index) => ({ ...real[index % real.length], name: `Agent ${index}` }));
const LINES = "application/x-ndjson";

const folder = makeConsumer();
const { negotiate, rank, version } = await importPackage(folder);
let address;
let worker;

before(async () => {
  for (const name of PARTS) cpSync(join(source, name), join(folder, name), { recursive: true });
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // A group of its own, since npm does not pass on that it is to end.
  worker = spawn(npm, ["start", "--silent", "--", `--socket-addr=http=127.0.0.1:${port}`], { cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [worker.stdout, worker.stderr]) stream.on("data", (text) => (said += text));
  for (const end = Date.now() + PATIENCE; !(await isHealthy()); await sleep(50)) {
    if (worker.exitCode !== null || Date.now() > end) throw new Error(`the worker does not answer:\n${said}`);
  }
});
after(() => worker?.pid && process.kill(-worker.pid));

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isHealthy() {
  return fetch(`${address}/health`).then(({ ok }) => ok, () => false);
}

async function ask(path, body, type = "application/json", method = "POST") {
  const answer = await fetch(address + path, { method, body, duplex: "half", headers: type ? { "content-type": type } : {} });
  return { status: answer.status, headers: answer.headers, value: await answer.json() };
}

function rankPath(more = "", client = profile) {
  return `/rank?profile=${encodeURIComponent(JSON.stringify(client))}${more}`;
}

const plain = (value) => JSON.parse(JSON.stringify(value));

test("a copy of the folder installs what the workspace tries it with", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const { devDependencies: pinned } = JSON.parse(readFileSync(join(workspace, "package.json"), "utf8"));
  const tarball = `file:${basename(process.env.PACKAGE_TARBALL)}`;
  for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.equal(wanted, name === "a2a-negotiator" ? tarball : pinned[name], name);
  }
});

test("it negotiates as the package does, and a refusal is an answer", async () => {
  const [card, , intent] = CASE;
  const accepted = await ask("/negotiate", JSON.stringify({ card, profile, intent }));
  assert.deepEqual([accepted.status, accepted.value], [200, plain(negotiate(card, profile, intent))]);
  assert.equal(accepted.value.decision, "accept");
  const refused = await ask("/negotiate", JSON.stringify({ card: {}, profile }));
  assert.deepEqual([refused.status, refused.value.decision], [200, "reject"]);
});

test("it ranks lines and arrays as the package does", async () => {
  const expected = plain(rank(many, profile, {}, { top: 10 }));
  assert.ok(expected.counts.accepted > 10 && expected.counts.rejected > 10);
  const lines = many.map((card) => JSON.stringify(card)).join("\n");
  assert.deepEqual((await ask(rankPath(), lines, LINES)).value, expected);
  assert.deepEqual((await ask(rankPath(), JSON.stringify(many))).value, expected);
  const [first] = real.filter((card) => Array.isArray(card.skills) && card.skills[0]?.id);
  const skill = first.skills[0].id;
  const asked = await ask(rankPath(`&skill=${encodeURIComponent(skill)}&top=3`), lines, LINES);
  assert.deepEqual(asked.value, plain(rank(many, profile, { skill }, { top: 3 })));
});

test("cards are taken as they come, wherever the pieces end", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(many.slice(0, 40)));
  const pieces = new ReadableStream({
    start(controller) {
      for (let start = 0; start < bytes.length; start += 997) controller.enqueue(bytes.slice(start, start + 997));
      controller.close();
    },
  });
  const { value } = await ask(rankPath(), pieces);
  assert.deepEqual(value, plain(rank(many.slice(0, 40), profile, {}, { top: 10 })));
});

test("what has been judged of an array is let go", async () => {
  // An array of more than the memory that there is for it.
  const program = `import { elements } from "./src/elements.js";
const element = JSON.stringify({ skills: Array.from({ length: 40 }, (_, id) => ({ id: \`skill-\${id}\`, name: "x".repeat(80) })) });
async function* body() {
  const encoder = new TextEncoder();
  for (let index = 0; index < 10_000; index += 1) yield encoder.encode((index === 0 ? "[" : ",") + element);
  yield encoder.encode("]");
}
let count = 0;
for await (const card of elements(body())) count += card.skills.length;
console.log(count);
`;
  writeFileSync(join(folder, "let-go.ts"), program);
  await esbuild.build({ entryPoints: [join(folder, "let-go.ts")], outfile: join(folder, "let-go.mjs"), bundle: true, format: "esm", platform: "node", logLevel: "error" });
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--max-old-space-size=20", join(folder, "let-go.mjs")], { encoding: "utf8" });
  assert.deepEqual([status, stdout], [0, "400000\n"], stderr);
});

test("a bad line is one entry, with its place", async () => {
  const { status, value } = await ask(rankPath(), `{"name": \n\n${JSON.stringify(many[0])}\n`, LINES);
  assert.deepEqual([status, value.counts.cards, value.counts.unreadable], [200, 2, 1]);
  const [{ index, error }] = value.unreadable;
  assert.deepEqual([index, error.code, error.position.line], [0, "notJson", 1]);
});

const big = " ".repeat(2 * 1024 * 1024 + 1);
const ERRORS = {
  "broken JSON": [["/negotiate", '{"card": }'], 400, "notJson", /the body is not JSON: found `}`/, 1, 10],
  "a text that breaks off": [["/negotiate", '{\n"card": {'], 400, "notJson", /the body is not JSON/, 2, 9],
  "no UTF-8": [["/negotiate", new Uint8Array([0xff])], 400, "notJson", /UTF-8/],
  "no profile": [["/negotiate", '{"card": {}}'], 400, "wrongShape", /no `profile`/],
  "no object": [["/negotiate", "[]"], 400, "wrongShape", /no JSON object/],
  "a member too many": [["/negotiate", '{"card": {}, "profile": {}, "intents": {}}'], 400, "wrongShape", /`intents`/],
  "too large": [["/negotiate", big], 413, "tooLarge", /more than 2097152 bytes/],
  "too large, without its length": [["/negotiate", new Blob([big]).stream()], 413, "tooLarge", /more than/],
  "another type": [["/negotiate", "{}", "text/plain"], 415, "wrongContentType", /`text\/plain`/],
  "no type": [["/rank?profile={}", new Uint8Array([0x7b]), null], 415, "wrongContentType", /has no type/],
  "another method": [["/rank", null, null, "GET"], 405, "wrongMethod", /`GET`/],
  "another address": [["/ranks", "{}"], 404, "notFound", /nothing is served/],
  "no client": [["/rank", "{}", LINES], 400, "wrongQuery", /no client profile/],
  "an unknown parameter": [[rankPath("&skil=x"), "{}", LINES], 400, "wrongQuery", /`skil`/],
  "a number that is none": [[rankPath("&top=101"), "{}", LINES], 400, "wrongQuery", /`101`/],
  "an array that breaks off": [[rankPath(), '[{"name": "A"}, {'], 400, "notJson", /after 1 whole elements/],
  "an array with a mistake": [[rankPath(), "[{},,{}]"], 400, "notJson", /after 1 whole elements/],
  "an object of cards": [[rankPath(), '{"agents": [{}]}'], 400, "notJson", /no JSON array/],
  "nothing": [[rankPath(), ""], 400, "notJson", /no JSON array/],
};
for (const [name, [question, status, code, said, line, column]] of Object.entries(ERRORS)) {
  test(`errors: ${name}`, async () => {
    const { value, ...answer } = await ask(...question);
    assert.deepEqual([answer.status, value.error.code], [status, code]);
    assert.match(value.error.message, said);
    assert.ok(value.error.help);
    assert.deepEqual([value.error.position?.line, value.error.position?.column], [line, column]);
    if (status === 405) assert.equal(answer.headers.get("allow"), "POST, OPTIONS");
  });
}

test("what is wrong in a document is told with its place", async () => {
  const shape = await ask(rankPath("", { bindings: 3 }), "{}", LINES);
  assert.deepEqual([shape.status, shape.value.error.document, shape.value.error.pointer], [400, "profile", "/bindings"]);
  const text = await ask("/negotiate", JSON.stringify({ card: '{\n  "name": x\n}', profile }));
  assert.deepEqual([text.status, text.value.error.document, text.value.error.position.line], [400, "card", 2]);
});

test("a page of another origin may ask, and health is told", async () => {
  const preflight = await fetch(`${address}/rank`, { method: "OPTIONS", headers: { origin: "https://page.example", "access-control-request-method": "POST" } });
  assert.deepEqual([preflight.status, preflight.headers.get("access-control-allow-methods")], [204, "POST, OPTIONS"]);
  assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
  const { value, headers } = await ask("/health", null, null, "GET");
  assert.deepEqual([value, headers.get("access-control-allow-origin")], [{ status: "ok", version }, "*"]);
  assert.equal((await fetch(`${address}/health`, { method: "HEAD" })).status, 200);
});
