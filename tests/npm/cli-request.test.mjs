// The program's `request`: what it prints is sent as it stands, and reaches the agent.

import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { folder, negotiator, write, writeCase } from "./program.mjs";

const TEXT = "it's \"$HOME\" `id` \\ \u20ac\nand more";
const SECRET = "s3cr3t";
const research = writeCase("research-agent");
const refused = writeCase("missing-credentials");
const profile = write("client.json", { credentials: ["bearer"], sends: ["text/plain"], accepts: ["text/plain"] });
const received = [];
let words;

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text) => (body += text));
  request.on("end", () => {
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    response.writeHead(200, { "content-type": "application/json" }).end('{"jsonrpc": "2.0", "id": 1, "result": {}}');
  });
});

before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const card = write("agent-card.json", {
    name: "An agent",
    description: "Answers.",
    version: "1.0.0",
    supportedInterfaces: [{ url: `http://127.0.0.1:${server.address().port}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: {},
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "bearer" } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  });
  words = ["request", card, "-p", profile];
});
after(() => server.close());

async function printed(...more) {
  const { code, stdout, stderr } = await negotiator([...words, ...more]);
  assert.deepEqual([code, stderr], [0, ""]);
  return stdout;
}

/** That the one request that the agent received is the one that was meant. */
function arrived() {
  const [{ method, url, headers, body }, ...others] = received.splice(0);
  assert.deepEqual([method, url, others], ["POST", "/a2a", []]);
  assert.equal(headers.authorization, `Bearer ${SECRET}`);
  assert.equal(headers["a2a-version"], "1.0");
  const { method: name, params } = JSON.parse(body);
  assert.equal(name, "SendMessage");
  assert.equal(params.message.parts[0].text, TEXT);
  assert.match(params.message.messageId, /^[0-9a-f-]{36}$/);
}

const hasCurl = spawnSync("curl", ["--version"]).status === 0 && process.platform !== "win32";
test("curl: the default, which a shell sends", { skip: hasCurl ? false : "there is no curl" }, async () => {
  const text = await printed("--text", TEXT);
  assert.match(text, /^curl /);
  assert.equal(await printed("--text", "x", "--curl").then((other) => other.split("\n")[0]), text.split("\n")[0]);
  await promisify(execFile)("sh", ["-c", text], { env: { ...process.env, A2A_BEARER: SECRET } });
  arrived();
});

test("fetch: JavaScript, which Node.js runs", async () => {
  write("sent.mjs", await printed("--text", TEXT, "--fetch"));
  await promisify(execFile)(process.execPath, [join(folder, "sent.mjs")], { env: { ...process.env, A2A_BEARER: SECRET } });
  arrived();
});

test("http and json: with placeholders for secrets", async () => {
  assert.equal(JSON.parse(await printed("--format", "json", "--json")).method, "POST");
  assert.match(await printed("--http"), /^POST \/a2a HTTP\/1\.1\r?\n[\s\S]*Authorization: Bearer \{bearer\}/);
  const request = JSON.parse(await printed("--json"));
  assert.equal(request.body.params.message.parts[0].text, "Hello");
  assert.equal(request.credentials[0].scheme, "bearer");
});

test("a message of one's own, from a file or from standard input", async () => {
  const message = { messageId: "m-1", parts: [{ text: "mine" }], contextId: "c-1" };
  const { body } = JSON.parse(await printed("--json", "--message", write("message.json", message)));
  assert.deepEqual(body.params.message, { role: "ROLE_USER", ...message });
  const piped = await negotiator([...words, "--json", "--message", "-"], { input: '{"parts": [{"text": "x"}]}' });
  assert.match(JSON.parse(piped.stdout).body.params.message.messageId, /^[0-9a-f-]{36}$/);
  const wrong = await negotiator([...words, "--message", write("wrong.json", '{\n  "parts": 7\n}')]);
  assert.equal(wrong.code, 64);
  assert.match(wrong.stderr, /^wrong\.json:2:12: error: `\/parts` of the message/);
});

test("other operations", async () => {
  const { method, operation, body } = JSON.parse(await printed("--operation", "getTask", "--task-id", "t-1", "--json"));
  assert.deepEqual([method, operation, body.method, body.params], ["POST", "getTask", "GetTask", { id: "t-1" }]);
  const none = await negotiator([...words, "--operation", "getTask"]);
  assert.equal(none.code, 64);
  assert.match(none.stderr, /`taskId`/);
});

test("a refusal prints no request", async () => {
  const { code, stdout, stderr } = await negotiator(["request", refused.card, "-p", refused.profile, "-s", "transfer"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^refused at credentials/);
});

test("over gRPC: grpcurl, and no other text", async () => {
  const call = ["request", research.card, "-p", research.profile, "-s", research.skill];
  assert.match((await negotiator(call)).stdout, /^grpcurl /);
  assert.equal((await negotiator([...call, "--http"])).code, 64);
});

test("misuse", async () => {
  for (const [more, said] of [
    [["--curl", "--http"], /`curl` and `http` exclude each other/],
    [["--format", "json", "--http"], /`json` and `http` exclude each other/],
    [["--format", "text"], /it takes `curl`, `http`, `fetch` or `json`/],
    [["--text", "x", "--message", "y"], /`--text` and `--message` exclude each other/],
    [["--operation", "getTask", "--task-id", "t", "--text", "x"], /this operation sends no message/],
    [["--operation", "gettask"], /did you mean `getTask`\?/],
    [["--message", "nowhere.json"], /the file that holds the message/],
  ]) {
    const { code, stdout, stderr } = await negotiator([...words, ...more]);
    assert.deepEqual([code, stdout], [64, ""]);
    assert.match(stderr, said);
  }
});
