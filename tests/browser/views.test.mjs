// What is said beside the decision: who can call the agent, its card in 1.0, a registry, signatures.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { signCard } from "../../target/npm/index.js";
import { choose, paste, start, textOf, until, verdictIs } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

test("who can call an agent is a table, whose cells lead to the decision", async (test) => {
  const page = await playground.open(test, { ...clipboard, query: "?view=callers" });
  const table = page.getByRole("table");
  await table.waitFor();
  await choose(page, "A card of version 0.3");
  const skills = JSON.parse(await textOf(page, "card")).skills.map(({ id }) => id);
  await until(async () => assert.deepEqual(await table.getByRole("columnheader").allInnerTexts(), ["Client", ...skills]));
  const clients = (await table.getByRole("rowheader").allInnerTexts()).map((words) => words.split("\n")[0]);
  assert.equal(clients[0], "This profile");
  for (const client of ["a2a-python", "a2a-js", "a2a-go", "0.3 only"]) assert.ok(clients.includes(client), client);

  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByText("Copied").waitFor();
  const markdown = await copied(page);
  assert.match(markdown, /^\| client \| translate \| .* \|\n\|(---\|)+\n\| This profile \| ✓ accepted \|[^]*\n\| a2a-go \| ✗ refused at /);
  await page.getByRole("button", { name: "Copy as CSV" }).click();
  await until(async () => assert.match(await copied(page), /^client,translate,/));

  const cell = table.getByRole("row", { name: "0.3 only" }).getByRole("cell").nth(1).getByRole("button");
  const words = await cell.innerText();
  assert.match(words, /^(✓ accepted|✗ refused at )/);
  await cell.click();
  await verdictIs(page, { decision: words.includes("accepted") ? "accept" : "reject" });
  assert.deepEqual(JSON.parse(await textOf(page, "profile")).versions, ["0.3"]);
  assert.equal(await page.locator(".edited").innerText(), "edited", "what the example promises is not of this profile");
  assert.match(await page.locator("#skill option:checked").innerText(), /Detect the language|detect-language/);

  await choose(page, "A list of agents");
  await page.getByRole("link", { name: "Who can call this?" }).click();
  await page.getByText("This is not an agent card").waitFor();
});

test("a card of 0.3 is shown as one of 1.0, migrated by one press, and had back by another", async (test) => {
  const page = await playground.open(test, { query: "?view=migrate" });
  await page.getByText("It is a clean card of 1.0").waitFor();
  await choose(page, "A card of version 0.3");
  await page.getByText("It is read as a card of 0.3. It can be called as before; 1 field is left out, as the notes say.").waitFor();
  const before = await textOf(page, "card");
  const diff = page.getByRole("region", { name: "The change, line by line" });
  assert.match(await diff.innerText(), /\+.*"supportedInterfaces": \[/);
  assert.match(await diff.innerText(), /-.*"preferredTransport": "JSONRPC"/);
  const moved = page.getByRole("row", { name: "/preferredTransport" });
  assert.match(await moved.innerText(), /0\.3\s+\/supportedInterfaces\/0\/protocolBinding/);
  assert.match(await page.getByRole("row", { name: /^\/name / }).innerText(), /0\.3 and 1\.0\s+stays/);
  await moved.getByRole("button", { name: /^line / }).click();
  assert.match(await page.locator(".card-pane .cm-activeLine").innerText(), /"preferredTransport"/);

  await page.getByRole("button", { name: "Migrate the card to 1.0" }).click();
  await page.getByText("It is a clean card of 1.0").waitFor();
  const after = await textOf(page, "card");
  assert.equal(JSON.parse(after).supportedInterfaces[0].protocolVersion, "0.3");
  assert.ok(after.includes('"defaultInputModes": ["text/plain"]') === before.includes('"defaultInputModes": ["text/plain"]'), "the author's layout stays");
  await page.getByRole("button", { name: "Take the migration back" }).click();
  await page.getByText("It can be called as before").waitFor();
  assert.equal(await textOf(page, "card"), before);
});

test("what a migration leaves out is said, and so are fields that no version has", async (test) => {
  const page = await playground.open(test, { query: "?view=migrate" });
  await choose(page, "A card of version 0.3");
  await page.getByText("It can be called as before").waitFor();
  const { capabilities, ...card } = JSON.parse(await textOf(page, "card"));
  const own = { ...card, capabilities: { streaming: true } };
  await paste(page, "card", JSON.stringify(own, null, 2));
  await page.getByText("All of it can be carried over").waitFor();
  const both = { supportsAuthenticatedExtendedCard: true, capabilities: { ...capabilities, stateTransitionHistory: true } };
  await paste(page, "card", JSON.stringify({ ...card, ...both }, null, 2));
  const flag = page.getByRole("row", { name: "/supportsAuthenticatedExtendedCard" });
  await flag.waitFor();
  assert.match(await page.getByRole("row", { name: "/capabilities/stateTransitionHistory" }).innerText(), /0\.3\s+left out/);
  assert.match(await flag.innerText(), /0\.3\s+\/capabilities\/extendedAgentCard/);
  const note = page.getByRole("listitem").filter({ hasText: "was removed in 1.0" });
  await note.getByRole("button", { name: /^line / }).click();
  assert.match(await page.locator(".card-pane .cm-activeLine").innerText(), /"stateTransitionHistory"/);

  await choose(page, "Research agent");
  await page.getByText("It is a clean card of 1.0").waitFor();
  const further = { ...JSON.parse(await textOf(page, "card")), capabilities2: {}, foo: 1 };
  await paste(page, "card", JSON.stringify(further, null, 2));
  await page.getByText("It is a card of 1.0, with 2 fields that no version of A2A has.").waitFor();
  for (const name of ["/capabilities2", "/foo"]) {
    assert.match(await page.getByRole("row", { name: new RegExp(`^${name} `) }).innerText(), /no version\s+stays/);
  }
});

test("a registry is ranked, searched, sorted and copied, with a line for what cannot be read", async (test) => {
  const page = await playground.open(test, { ...clipboard, query: "?view=registry" });
  const card = JSON.parse(await textOf(page, "card"));
  const gone = { ...card, name: "=Gone <img src=x onerror=alert(1)>", supportedInterfaces: [{ url: "https://x.example.com", protocolBinding: "SOAP", protocolVersion: "1.0" }] };
  const lines = Array.from({ length: 250 }, (_, index) => JSON.stringify({ ...card, name: `Agent ${index}` }));
  const files = page.getByLabel("Choose files");
  await files.setInputFiles({ name: "registry.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.from([...lines, "{ broken", JSON.stringify(gone)].join("\n")) });
  await page.getByText("252 cards: 250 can be called, 1 refused, 1 cannot be read").waitFor();
  await page.getByText("1 ✗ refused at interface").waitFor();
  await page.getByText("registry.ndjson:251").waitFor();
  const rows = page.getByRole("table").locator("tbody tr");
  assert.equal(await rows.count(), 100);
  await page.getByRole("button", { name: "Show 100 more" }).click();
  assert.equal(await rows.count(), 200);
  await page.getByText("51 rows left out").waitFor();

  await page.getByRole("button", { name: "Agent", exact: true }).click();
  await page.getByRole("button", { name: /^Agent/ }).and(page.locator("thead button")).click();
  assert.match(await rows.first().innerText(), /Agent 99/);
  await page.getByLabel("Show").selectOption("refused");
  assert.equal(await rows.count(), 1);
  assert.match(await rows.innerText(), /interface: [a-z ]+\s/, "in words");
  await page.getByRole("button", { name: "Copy as CSV" }).click();
  await page.getByText("Copied").waitFor();
  assert.match(await copied(page), /\r\n'=Gone <img /, "no formula for a program of tables");
  await page.getByLabel("Show").selectOption("all");
  await page.getByRole("searchbox").fill("agent 17");
  assert.deepEqual(await rows.locator("th button").allInnerTexts(), ["Agent 179", "Agent 178", "Agent 177", "Agent 176", "Agent 175", "Agent 174", "Agent 173", "Agent 172", "Agent 171", "Agent 170", "Agent 17"]);
  await rows.first().getByRole("button").click();
  await verdictIs(page, { decision: "accept" });
  assert.equal(JSON.parse(await textOf(page, "card")).name, "Agent 179");

  // What was ranked is still there, and another list takes its place.
  await page.getByRole("link", { name: "Registry" }).click();
  assert.equal(await rows.count(), 11);
  await page.getByLabel("Paste cards").fill(`[${lines[0]}, ${lines[1]}]`);
  await page.getByLabel("Paste cards").blur();
  await page.getByText("2 cards: 2 can be called").waitFor();
});

test("ten thousand cards can be stopped, and are all counted", async (test) => {
  const page = await playground.open(test, { query: "?view=registry" });
  const interfaces = [{ url: "https://a.example.com", protocolBinding: "GRPC", protocolVersion: "1.0" }];
  const card = JSON.stringify({ name: "Agent", supportedInterfaces: interfaces, defaultOutputModes: ["application/json"] });
  const many = { name: "many.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.from(`${card}\n`.repeat(10_000)) };
  const files = page.getByLabel("Choose files");
  await files.setInputFiles(many);
  await page.getByText("10,000 cards: 10,000 can be called").waitFor();
  assert.equal(await page.getByRole("table").locator("tbody tr").count(), 100);
  await page.getByText("9,900 rows left out").waitFor();
  // Stopped before anything else can happen, so that there is something to stop.
  await files.evaluate((input, card) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([`${card}\n`.repeat(10_000)], "again.ndjson"));
    input.files = transfer.files;
    input.dispatchEvent(new Event("change"));
    document.querySelector(".view-progress button").click();
  }, card);
  await page.locator(".view-progress").waitFor({ state: "detached" });
  assert.equal(await page.getByRole("table").count(), 0);
});

test("signatures are verified with public keys alone", async (test) => {
  const page = await playground.open(test, { query: "?view=signatures" });
  await page.getByText("The card has no signatures").waitFor();
  const { subtle } = globalThis.crypto;
  const pair = await subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const [secret, open] = await Promise.all([pair.privateKey, pair.publicKey].map((key) => subtle.exportKey("jwk", key)));
  const card = JSON.parse(await textOf(page, "card"));
  const signed = await signCard(card, { ...secret, kid: "key-1", alg: "ES256" });
  await paste(page, "card", JSON.stringify(signed, null, 2));
  const row = page.getByRole("row", { name: /key-1/ });
  await row.getByText("unknown key").waitFor();
  assert.match(await page.getByRole("region", { name: "Payload" }).innerText(), /^\{"capabilities":/);

  const keys = page.getByLabel("Public keys");
  await keys.fill(JSON.stringify({ keys: [{ ...secret, kid: "key-1" }] }));
  await page.getByRole("alert").getByText("private or secret key").waitFor();
  assert.equal(await keys.inputValue(), "");
  await keys.fill(JSON.stringify({ keys: [{ ...open, kid: "key-1" }] }));
  await row.getByText("✓ holds").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  await row.getByRole("button", { name: /^line / }).click();
  assert.match(await page.locator(".card-pane .cm-activeLine").innerText(), /\{/);

  await paste(page, "card", JSON.stringify({ ...signed, version: "9.9.9" }, null, 2));
  await row.getByText("does not hold").waitFor();
  await keys.fill("{");
  await page.getByRole("alert").getByText("The keys cannot be read").waitFor();
});

test("a card that was locked may change its texts, and needs a review where a plan changes", async (test) => {
  const page = await playground.open(test, { ...clipboard, query: "?view=lock" });
  await page.getByRole("button", { name: "Take the card as it is now as reviewed" }).click();
  await page.getByText("Every call is as it was reviewed").waitFor();
  const card = JSON.parse(await textOf(page, "card"));
  const lockfile = page.getByLabel("Lockfile", { exact: true });
  const { skills } = JSON.parse(await lockfile.inputValue());
  assert.deepEqual(Object.keys(skills).sort(), card.skills.map(({ id }) => id).sort());
  await page.getByRole("button", { name: "Copy the lockfile" }).click();
  await page.getByText("Copied").waitFor();
  assert.equal(await copied(page), await lockfile.inputValue());

  await paste(page, "card", JSON.stringify({ ...card, description: "Another text" }, null, 2));
  await until(async () => assert.doesNotMatch(await page.getByRole("region", { name: "Text of the lockfile" }).innerText(), new RegExp(JSON.parse(await lockfile.inputValue()).card.sha256)));
  await page.getByText("Every call is as it was reviewed").waitFor();

  const [gone, ...others] = card.skills;
  await paste(page, "card", JSON.stringify({ ...card, description: "A later card", capabilities: { ...card.capabilities, streaming: false }, skills: others }, null, 2));
  await page.getByText("calls need a review").waitFor();
  const rows = page.getByRole("region", { name: "Skills and plans" }).locator("tbody tr");
  assert.match(await rows.filter({ hasText: gone.id }).innerText(), /needs a review/);
  const defaults = rows.filter({ hasText: "no skill named" });
  assert.match(await defaults.innerText(), /poll, and was stream/);
  await defaults.getByRole("button", { name: /^line / }).click();
  assert.match(await page.locator(".card-pane .cm-activeLine").innerText(), /"capabilities"/);

  // A reload loses neither the lockfile nor what is said of it.
  const locked = await lockfile.inputValue();
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes("A later card"));
  await page.reload();
  await page.getByText("calls need a review").waitFor();
  assert.equal(await lockfile.inputValue(), locked);

  await lockfile.fill("{");
  await page.getByRole("alert").getByText("The lockfile cannot be read").waitFor();
  await lockfile.fill('{"lockfileVersion": 2}');
  await page.getByRole("alert").getByText("another version").waitFor();
});

test("what could not be loaded is said, and loaded when it is asked for again", async (test) => {
  const page = await playground.open(test, { logs: /ERR_FAILED/ });
  const core = "**/negotiator-*.wasm";
  await page.route(core, (route) => route.abort());
  await page.getByRole("link", { name: "Signatures" }).click();
  await page.getByRole("alert").getByText("could not be loaded").waitFor();
  await page.unroute(core);
  await page.getByLabel("Public keys").fill('{"keys": []}');
  await page.getByText("The card has no signatures").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});
