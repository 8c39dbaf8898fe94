// Cards that the program fetches: where it looks, what it refuses, and what it keeps to itself.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { folder, negotiator, write, writeCase } from "./program.mjs";

const research = writeCase("research-agent");
const card = readFileSync(join(folder, research.card), "utf8");
const SECRET = "s3cr3t";
const seen = [];
let routes = {};
let origin;

const server = createServer((request, response) => {
  seen.push(request);
  const route = routes[request.url.split("?")[0]];
  if (!route) return void response.writeHead(404).end("nothing");
  route(response, request);
});
const serve = (text) => (response) => response.writeHead(200, { "content-type": "application/json" }).end(text);
const redirect = (location) => (response) => response.writeHead(302, { location }).end();

before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

async function misuse(...words) {
  const { code, stdout, stderr } = await negotiator(["migrate", ...words]);
  assert.deepEqual([code, stdout], [64, ""]);
  assert.match(stderr, /^error: .+\n {2}what to do: .+\n$/);
  assert.ok(!stderr.includes(SECRET), stderr);
  return stderr;
}

test("of an address without a path, the well-known places", async () => {
  routes = { "/.well-known/agent-card.json": serve(card) };
  for (const address of [origin, `${origin}/`]) {
    seen.length = 0;
    assert.equal((await negotiator(["negotiate", address, "-p", research.profile, "-s", research.skill])).code, 0);
    assert.deepEqual(seen.map(({ url }) => url), ["/.well-known/agent-card.json"]);
  }
  assert.match(seen[0].headers["user-agent"], /^a2a-negotiator\/\d/);
  assert.equal(seen[0].headers.accept, "application/json");
  routes = { "/.well-known/agent.json": serve(card) };
  const { code, stdout } = await negotiator(["check", origin, "-f", "json"]);
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).cards[0].card, `${origin}/.well-known/agent.json`);
  routes = {};
  assert.match(await misuse(origin), /serves no agent card, neither at `\/\.well-known\/agent-card\.json` nor at/);
  routes = { "/.well-known/agent-card.json": (response) => response.writeHead(500).end(), "/.well-known/agent.json": serve(card) };
  assert.match(await misuse(origin), /the server answers 500/);
});

test("the profile learns where the card came from", async () => {
  const relative = JSON.stringify({ ...JSON.parse(card), supportedInterfaces: [{ url: "/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }] });
  routes = { "/cards/one.json": serve(relative) };
  const words = ["negotiate", `${origin}/cards/one.json?key=${SECRET}`, "--json", "-s", research.skill];
  const found = await negotiator([...words, "-p", research.profile]);
  assert.equal(JSON.parse(found.stdout).plan.url, `${origin}/a2a`);
  assert.ok(!found.stdout.includes(SECRET));
  const fixed = { ...JSON.parse(readFileSync(join(folder, research.profile), "utf8")), cardUrl: "https://agent.example.com/card.json" };
  const kept = await negotiator([...words, "-p", write("fixed.json", fixed)]);
  assert.equal(JSON.parse(kept.stdout).plan.url, "https://agent.example.com/a2a");
  for (const profile of ["{}", "{ }\n", '{"bindings": ["JSONRPC"]}\n']) {
    const { code, stderr } = await negotiator(["explain", words[1], "-p", write("small.json", profile)]);
    assert.deepEqual([code, stderr], [0, ""]);
  }
  const wrong = await negotiator(["explain", words[1], "-p", write("wrong.json", '{"bindings": 1}')]);
  assert.match(wrong.stderr, /^wrong\.json:1:14: error/);
});

test("a redirect to another origin does not make it the card's own", async () => {
  const relative = JSON.stringify({ ...JSON.parse(card), supportedInterfaces: [{ url: "/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }] });
  const other = createServer((_, response) => serve(relative)(response));
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  const elsewhere = `http://127.0.0.1:${other.address().port}/card.json`;
  routes = { "/moved.json": redirect(elsewhere), "/old/card.json": redirect("/new/card.json"), "/new/card.json": serve(relative.replace("/a2a", "a2a")) };
  const profile = { ...JSON.parse(readFileSync(join(folder, research.profile), "utf8")), sameOrigin: true };
  const ask = async (path) => {
    const { stdout } = await negotiator(["negotiate", `${origin}${path}`, "--json", "-s", research.skill, "-p", write("same-origin.json", profile)]);
    return JSON.parse(stdout).plan.url;
  };
  assert.equal(await ask("/moved.json"), `${origin}/a2a`);
  assert.equal(await ask("/old/card.json"), `${origin}/new/a2a`);
  other.close();
  other.closeAllConnections();
});

test("redirects are followed, within reason", async () => {
  routes = { "/old.json": redirect("/new.json?again=1"), "/new.json": serve(card), "/loop": redirect("/loop"), "/file": redirect("file:///etc/passwd"), "/none": (response) => response.writeHead(302).end() };
  assert.equal((await negotiator(["migrate", `${origin}/old.json`])).code, 0);
  assert.match(await misuse(`${origin}/loop?token=${SECRET}`), /redirected 5 times without an end/);
  assert.match(await misuse(`${origin}/file`), /redirected to where no document can be fetched/);
  assert.match(await misuse(`${origin}/none`), /redirected to where no document can be fetched/);
});

test("what goes wrong is told, without what may be secret", async () => {
  routes = {
    "/401": (response) => response.writeHead(401).end(),
    "/html": serve("<!doctype html>"),
    "/silent": () => {},
    "/slow": (response) => response.writeHead(200).write("{"),
    "/cut": (response) => response.writeHead(200, { "content-length": 100 }).write("{", () => response.destroy()),
    "/endless": (response) => {
      const chunk = " ".repeat(64 * 1024);
      const more = () => response.write(chunk, (error) => error || more());
      more();
    },
  };
  assert.match(await misuse(`${origin}/401?key=${SECRET}`), /the server answers 401\n.*curl/);
  assert.match(await misuse(`${origin}/404?key=${SECRET}`), /is not there: the server answers 404/);
  assert.match(await misuse(`${origin}/silent?key=${SECRET}`, "--timeout", "0.3"), /did not answer within 0\.3 seconds\n.*--timeout SECONDS/);
  assert.match(await misuse(`${origin}/slow`, "--timeout", "0.3"), /did not answer within 0\.3 seconds/);
  assert.match(await misuse(`${origin}/cut`), /cannot be reached/);
  assert.match(await misuse(`http://user:${SECRET}@127.0.0.1/`), /contains credentials/);
  assert.match(await misuse(`http://user:${SECRET}@[not an address`), /is no address/);
  const closed = createServer();
  await new Promise((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address();
  await new Promise((resolve) => closed.close(resolve));
  assert.match(await misuse(`http://127.0.0.1:${port}/card.json`), /cannot be reached: nothing listens there/);
  // Without a network, looking a name up may take longer than the program waits.
  assert.match(await misuse("https://nowhere.invalid", "--timeout", "600"), /cannot be reached: /);
  const html = await negotiator(["migrate", `${origin}/html`]);
  assert.match(html.stderr, new RegExp(`^${origin}/html:1:1: error: the card is not JSON`));
  const endless = await negotiator(["migrate", `${origin}/endless`]);
  assert.match(endless.stderr, /more than 5242880 bytes/);
});
