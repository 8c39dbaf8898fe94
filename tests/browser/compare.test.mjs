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
  await page.getByText("Nothing to compare with yet").waitFor();
  await page.getByRole("button", { name: "Use the card as it is now" }).click();
  await page.getByText("Both cards say the same").waitFor();

  const card = JSON.parse(await textOf(page, "card"));
  const [gone, ...others] = card.skills;
  await paste(page, "card", JSON.stringify({ ...card, description: "<img src=x onerror=alert(1)>", skills: others }, null, 2));
  const changes = rows(page, "Change");
  await until(async () => assert.equal(await changes.count(), 2));
  assert.deepEqual((await changes.evaluateAll((list) => list.map(({ dataset }) => dataset.class))).sort(), ["breaking", "cosmetic"]);
  assert.equal(await page.locator("card-view img").count(), 0);
  assert.match(await page.locator(".view-verdict").innerText(), /^2 changes, the worst of them: ✗ breaking$/);
  await page.getByText("is judged for the client of your profile").waitFor();
  const effects = rows(page, "The call");
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

test("a call that was refused already is said to be refused, as before", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  await page.getByRole("link", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Use the card as it is now" }).click();
  await page.getByText("Both cards say the same.", { exact: true }).waitFor();
  const effects = rows(page, "The call");
  await until(async () => assert.match(await effects.filter({ hasText: "market-size" }).innerText(), /refused, as before/));
  assert.match(await effects.filter({ hasText: "no skill named" }).innerText(), /– as before/);
});

test("a call that is accepted now is said to be, with what refused it before", async (test) => {
  const page = await playground.open(test);
  const card = await textOf(page, "card");
  await choose(page, "The agent stops offering JSON");
  await page.getByRole("link", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Use the card as it is now" }).click();
  await paste(page, "card", card);
  const effect = rows(page, "The call").filter({ hasText: "market-size" });
  await until(async () => assert.match(await effect.innerText(), /a plan now\s+Refused before: the agent offers/));
});

test("in a narrow window what changed stands in one column, and nothing is cut off", async (test) => {
  const page = await playground.open(test, { width: 390, height: 844, query: "?view=compare" });
  await page.getByRole("button", { name: "Use the card as it is now" }).click();
  const card = JSON.parse(await textOf(page, "card"));
  await page.getByRole("button", { name: "Card", exact: true }).click();
  await paste(page, "card", JSON.stringify({ ...card, description: "Another", skills: card.skills.slice(1) }, null, 2));
  await page.getByRole("button", { name: /^Decision/ }).click();
  await until(async () => assert.equal(await rows(page, "Change").count(), 2));
  for (const region of await page.locator(".view-scroll").all()) {
    const beyond = await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.ok(beyond <= 0, `${beyond} pixels beyond what is seen`);
  }
  assert.equal(await rows(page, "Change").first().getByRole("cell").count(), 4, "it is a table all the same");
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
  await until(async () => assert.ok((await rows(page, "Change").count()) > 0));
  await line(page, "profile", "{").click();
  await page.keyboard.press("Home");
  await page.keyboard.type("?");
  await page.getByText("The profile cannot be read").waitFor();
});
