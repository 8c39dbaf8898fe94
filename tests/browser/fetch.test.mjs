// Fetching a card from an agent on loopback, and what is said when it does not give one.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { choose, line, pane, paste, start, textOf, verdictIs } from "../support/playground.mjs";

const CARD = JSON.stringify(
  {
    name: "Fetched",
    description: "An agent on loopback",
    version: "1.0.0",
    supportedInterfaces: [{ url: "http://127.0.0.1:9/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "fetched-skill", name: "Fetched skill", description: "Is there", tags: ["test"] }],
  },
  null,
  2,
);
const OPEN = { "access-control-allow-origin": "*" };
// What the browser itself writes about answers that are no success.
const NETWORK = /Failed to load resource|blocked by CORS policy/;
let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

/** An agent that answers as `answers` says, path by path, and 404 otherwise. */
async function agent(test, answers) {
  const paths = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    const answer = answers[request.url];
    if (answer) answer(response, request);
    else response.writeHead(404, OPEN).end("not here");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${server.address().port}`;
  return { host, url: `http://${host}/`, paths };
}

function json(response) {
  response.writeHead(200, { ...OPEN, "content-type": "application/json" }).end(CARD);
}

async function open(test, from) {
  return playground.open(test, { logs: NETWORK, asks: [from.url] });
}

test("an address that is put where the card belongs is offered to be fetched", async (test) => {
  const from = await agent(test, { "/card.json": json });
  const page = await open(test, from);
  await paste(page, "card", `${from.url}card.json\n`);
  await pane(page, "card").getByText("This is an address and no card").waitFor();
  await page.getByRole("button", { name: "Fetch the card from there" }).click();
  await verdictIs(page, { decision: "accept", stale: "false" });
  assert.equal(await textOf(page, "card"), CARD);
});

/** Asks for a card, and returns what the page says of it. */
async function ask(page, typed) {
  await page.getByLabel("Host or address of a card").fill(typed);
  await page.getByRole("button", { name: "Fetch card" }).click();
  const said = page.locator(".fetch-said");
  await page.waitForFunction(() => !/^(Waiting|$)/.test(document.querySelector(".fetch-said").textContent));
  return said.innerText();
}

test("what came of a fetch is forgotten once another card stands there", async (test) => {
  const from = await agent(test, {});
  const page = await open(test, from);
  const said = page.locator(".fetch-said");
  for (const goOn of [
    () => choose(page, "A card of version 0.3"),
    () => paste(page, "card", CARD),
  ]) {
    assert.match(await ask(page, from.host), /has no card/);
    await line(page, "profile", '"accepts"').click();
    await page.keyboard.type(" ");
    assert.match(await said.innerText(), /has no card/, "the profile has nothing to do with it");
    await goOn();
    await page.waitForFunction(() => document.querySelector(".fetch-said").textContent === "");
  }
});

test("a bare host is asked at the well-known place, and its first skill is tried", async (test) => {
  const from = await agent(test, { "/.well-known/agent-card.json": json });
  const page = await open(test, from);
  const before = await textOf(page, "profile");
  const said = await ask(page, from.host);
  assert.match(said, /Read from .*agent-card\.json/);
  assert.match(said, /cardUrl/);
  assert.equal(await textOf(page, "card"), CARD);
  assert.equal(await textOf(page, "profile"), before, "the profile is left as it was");
  assert.equal(await page.locator("#skill").evaluate((select) => select.selectedOptions[0].text), "fetched-skill (Fetched skill)");
  assert.equal(await page.locator("#example").evaluate((select) => select.selectedOptions[0].text), "a card of your own");
  assert.deepEqual(from.paths, ["/.well-known/agent-card.json"]);
});

test("where there is none, the place before 0.3 is asked", async (test) => {
  const from = await agent(test, { "/.well-known/agent.json": json });
  const page = await open(test, from);
  assert.match(await ask(page, from.url), /agent\.json, where cards were before 0\.3/);
  assert.deepEqual(from.paths, ["/.well-known/agent-card.json", "/.well-known/agent.json"]);
});

test("an address with a path is asked as it is", async (test) => {
  const from = await agent(test, { "/cards/one.json?v=2": json });
  const page = await open(test, from);
  await ask(page, `${from.url}cards/one.json?v=2`);
  assert.equal(await textOf(page, "card"), CARD);
});

test("404 says which places were tried", async (test) => {
  const from = await agent(test, {});
  const page = await open(test, from);
  const before = await textOf(page, "card");
  const said = await ask(page, from.host);
  assert.match(said, /no card at the well-known places \(404\)/);
  assert.match(said, /agent-card\.json and \/\.well-known\/agent\.json/);
  assert.equal(await textOf(page, "card"), before, "what was there stays");
});

test("a web page instead of a card is called one", async (test) => {
  const html = (response) => response.writeHead(200, { ...OPEN, "content-type": "text/html" }).end("<!doctype html><title>Hi</title>");
  const from = await agent(test, { "/.well-known/agent-card.json": html });
  const page = await open(test, from);
  assert.match(await ask(page, from.host), /answers with a web page \(HTML\)/);
  await verdictIs(page, { decision: "accept", stale: "false" });
});

test("an answer that CORS hides is told from no answer, with the command to use instead", async (test) => {
  const hidden = (response) => response.writeHead(200, { "content-type": "application/json" }).end(CARD);
  const from = await agent(test, { "/.well-known/agent-card.json": hidden });
  const page = await open(test, from);
  assert.match(await ask(page, from.host), /does not allow pages of other origins to read the answer \(CORS\)/);
  assert.equal(await page.locator(".command code").innerText(), `curl -sSL '${from.url}.well-known/agent-card.json'`);
});

test("no answer at all is called that", async (test) => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  const page = await open(test, { url: `http://127.0.0.1:${port}/` });
  assert.match(await ask(page, `127.0.0.1:${port}`), /Nothing could be reached/);
});

test("other statuses say what they mean", async (test) => {
  const refuse = (status) => (response) => response.writeHead(status, OPEN).end();
  const from = await agent(test, { "/401": refuse(401), "/503": refuse(503) });
  const page = await open(test, from);
  assert.match(await ask(page, `${from.url}401`), /status 401: it asks who is calling[^]*curl -sSL -i/);
  assert.match(await ask(page, `${from.url}503`), /status 503: something is wrong with the server/);
});

test("more than the limit is not read", async (test) => {
  let sent = 0;
  const endless = async (response) => {
    response.writeHead(200, { ...OPEN, "content-type": "application/json" });
    const part = Buffer.alloc(1 << 20, " ");
    while (!response.destroyed && sent < 64) {
      sent += 1;
      if (!response.write(part)) await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
    }
    response.end();
  };
  const from = await agent(test, { "/.well-known/agent-card.json": endless });
  const page = await open(test, from);
  assert.match(await ask(page, from.host), /sends more than 5 MiB/);
  assert.ok(sent < 64, "the answer was cut off");
});

test("what is no JSON is shown with its error", async (test) => {
  const broken = (response) => response.writeHead(200, { ...OPEN, "content-type": "application/json" }).end('{"name": "x",}');
  const from = await agent(test, { "/card.json": broken });
  const page = await open(test, from);
  await ask(page, `${from.url}card.json`);
  await verdictIs(page, { stale: "true" });
  assert.match(await pane(page, "card").locator(".reading").innerText(), /not JSON/);
});

test("what is no address is said without asking anybody", async (test) => {
  const page = await playground.open(test);
  assert.match(await ask(page, "two words"), /no spaces/);
  assert.match(await ask(page, "https://me:secret@agent.example.com"), /Leave user name and password out/);
  assert.match(await ask(page, "javascript:alert(1)"), /not an address a browser can call/);
});

test("a slow agent is given up after ten seconds, and can be stopped before", async (test) => {
  const from = await agent(test, { "/slow": () => {} });
  const page = await open(test, from);
  await page.getByLabel("Host or address of a card").fill(`${from.url}slow`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped.").waitFor();
  const started = Date.now();
  assert.match(await ask(page, `${from.url}slow`), /has not answered within 10 seconds/);
  assert.ok(Date.now() - started > 9000);
});
