// Which client the profile is: said beside its title, in the dialog of presets and among those who can call an agent.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, line, paste, start, textOf, until } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

const clientIs = (page, name) => until(async () => assert.equal(await page.locator(".profile-pane client-name").innerText(), name));

test("the client that is loaded has its name beside the profile, edited or not", async (test) => {
  const page = await playground.open(test);
  await clientIs(page, "Orchestrator");
  await line(page, "profile", '"sends"').click();
  await page.keyboard.press("Home");
  await page.keyboard.insertText('"streamUrl": "x", '.replace("streamUrl", "cardUrl"));
  await clientIs(page, "edited from Orchestrator");
  await paste(page, "profile", '{"accepts": ["text/plain"]}');
  await clientIs(page, "your own");
  await choose(page, "A card of version 0.3");
  await clientIs(page, "of the example");
  await page.locator(".notice p", { hasText: "The client is now: of the example." }).waitFor();
});

test("clients are grouped by where they come from, and the one in use is marked", async (test) => {
  const page = await playground.open(test);
  await page.getByRole("button", { name: "Presets" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiles of clients" });
  await dialog.waitFor();
  assert.deepEqual(await dialog.getByRole("heading", { level: 3 }).allInnerTexts(), ["SDKs, as read from their code", "Typical clients"]);
  assert.match(await dialog.locator("[aria-current]").innerText(), /^Orchestrator[^]*in use$/);
  // All of an entry can be pressed.
  await dialog.getByText("Read from a2aproject/a2a-python").click({ force: true });
  await clientIs(page, "a2a-python");
  await page.getByRole("button", { name: "Presets" }).click();
  await dialog.waitFor();
  assert.match(await dialog.locator("[aria-current]").innerText(), /^a2a-python/);
});

test("a client that the profile is, is not counted twice", async (test) => {
  const page = await playground.open(test, { query: "?view=callers" });
  const table = page.getByRole("table");
  await table.waitFor();
  const clients = async () => (await table.getByRole("rowheader").allInnerTexts()).map((words) => words.split("\n"));
  assert.deepEqual((await clients())[0], ["This profile", "the same as Orchestrator"]);
  assert.ok(!(await clients()).some(([name]) => name === "Orchestrator"));
  const number = (await clients()).length;
  await page.getByText(` of ${number} clients can call`).waitFor();
  await paste(page, "profile", (await textOf(page, "profile")).replace('"GRPC", ', ""));
  await until(async () => assert.deepEqual((await clients())[0], ["This profile", "edited from Orchestrator"]));
  assert.equal((await clients()).length, number + 1);
  await table.getByRole("row", { name: /^a2a-go / }).getByRole("button").first().click();
  await page.locator(".notice p", { hasText: "The client is now: a2a-go." }).waitFor();
});
