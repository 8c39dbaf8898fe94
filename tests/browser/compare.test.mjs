// What changed since another card, and whom it breaks: kept or pasted, told with places in both, copied as Markdown.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, line, paste, start, textOf, until } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

const rows = (page, name) => page.getByRole("table").filter({ has: page.getByRole("columnheader", { name }) }).locator("tbody tr");

test("a card that is kept and edited is compared with what it was", async (test) => {
  const page = await playground.open(test, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("link", { name: "Compare" }).click();
  assert.match(page.url(), /\?view=compare$/);
  await page.getByText("There is no card to compare with yet").waitFor();
  await page.getByRole("button", { name: "Keep the card as it stands now" }).click();
  await page.getByText("Both cards say the same").waitFor();

  const card = JSON.parse(await textOf(page, "card"));
  const [gone, ...others] = card.skills;
  await paste(page, "card", JSON.stringify({ ...card, description: "<img src=x onerror=alert(1)>", skills: others }, null, 2));
  const changes = rows(page, "What");
  await until(async () => assert.equal(await changes.count(), 2));
  assert.deepEqual((await changes.evaluateAll((list) => list.map(({ dataset }) => dataset.class))).sort(), ["breaking", "cosmetic"]);
  assert.equal(await page.locator("card-view img").count(), 0);
  assert.match(await page.locator(".view-verdict").innerText(), /^2 changes, the gravest ✗ breaking$/);
  await page.getByText("meant for the client of this profile").waitFor();
  const effects = rows(page, "Plan");
  assert.match(await effects.filter({ hasText: gone.id }).innerText(), /no plan any more/);

  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByText("Copied").waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^### Agent card: breaking\n\n\| class \| where \| what \|\n/);

  // The places lead into both texts.
  await changes.filter({ hasText: "onerror" }).getByRole("button", { name: / of the card$/ }).click();
  assert.match(await page.locator(".card-pane .cm-activeLine").innerText(), /"description"/);
  await changes.filter({ hasText: "onerror" }).getByRole("button", { name: "of the card before" }).click();
  assert.match(await page.locator("card-view .cm-activeLine").innerText(), /"description"/);

  // What was kept is there again after a look elsewhere.
  await page.goBack();
  await page.locator(".verdict").waitFor();
  assert.doesNotMatch(page.url(), /view=/);
  await page.goForward();
  await until(async () => assert.equal(await changes.count(), 2));
  assert.match(await page.locator("card-view json-editor").evaluate((editor) => editor.text), new RegExp(gone.id));
});

test("a link leads to it; what cannot be read is said, and what is of two generations can be the same", async (test) => {
  const page = await playground.open(test, { query: "?view=compare" });
  await choose(page, "A card of version 0.3");
  const old = await textOf(page, "card");
  await page.locator("card-view .cm-content").fill("{ \"name\": ");
  await page.getByRole("alert").getByText("The card before cannot be read").waitFor();
  await page.locator("card-view .cm-content").fill(old);
  await page.getByText("Both cards say the same").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  await paste(page, "card", old.replace('"preferredTransport": "JSONRPC"', '"preferredTransport": "GRPC"'));
  await until(async () => assert.ok((await rows(page, "What").count()) > 0));
  await line(page, "profile", "{").click();
  await page.keyboard.press("Home");
  await page.keyboard.type("?");
  await page.getByText("The profile cannot be read").waitFor();
});
