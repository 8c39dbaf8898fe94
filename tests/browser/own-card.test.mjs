// A card of one's own put over the one of the page: it is looked at from its verdict on, for no task that came with an
// example; and while it cannot be read, all that is shown says that it is of the card before.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, line, pane, paste, start, until, verdictIs } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

const OWN = {
  name: "Unit Converter",
  description: "Converts units",
  version: "1.0.0",
  supportedInterfaces: [{ url: "https://units.example.com/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "convert", name: "Convert", description: "Converts one", tags: ["units"] }],
};
const own = (changed = {}) => JSON.stringify({ ...OWN, ...changed }, null, 2);

test("another card is read from its verdict on, and for no class of task that came with an example", async (test) => {
  const page = await playground.open(test);
  await choose(page, "Live speech, and no stream");
  await until(async () => assert.equal(await page.locator("#task-class").inputValue(), "liveInput"));
  const scrolled = () => page.locator(".decision-pane").evaluate(({ scrollTop }) => scrollTop);
  await page.locator(".decision-pane").evaluate((element) => (element.scrollTop = 400));
  await paste(page, "card", own());
  await until(async () => assert.equal(await page.locator("#task-class").inputValue(), "standard"));
  await until(async () => assert.equal(await scrolled(), 0));

  // What is chosen for one's own card stays while it is edited.
  await page.locator("#task-class").selectOption("asyncCompletion");
  await page.locator(".decision-pane").evaluate((element) => (element.scrollTop = 400));
  await line(page, "card", '"version"').click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText('"iconUrl": "https://units.example.com/icon.png",');
  await until(async () => assert.match(await pane(page, "card").locator(".reading").innerText(), /Read as a card of 1\.0/));
  assert.equal(await page.locator("#task-class").inputValue(), "asyncCompletion");
  assert.ok((await scrolled()) > 0);
});

test("what is of an earlier text is grey, says so and cannot be copied", async (test) => {
  const page = await playground.open(test);
  await page.getByRole("button", { name: "Pin this outcome" }).click();
  await paste(page, "card", own().replace('"JSONRPC",', '"JSONRPC"'));
  await verdictIs(page, { stale: "true" });
  assert.match(await page.locator(".stale-note").innerText(), /All that follows is of Market Research Agent as it could last be read/);
  await page.getByRole("heading", { name: "Steps, of the earlier text" }).waitFor();
  assert.equal(await page.locator(".block", { has: page.locator(".ladder") }).evaluate((block) => getComputedStyle(block).filter), "grayscale(1)");
  for (const name of ["Copy as Markdown", "Copy as TypeScript", "Copy as test case", "Copy as JSON"]) {
    assert.ok(await page.getByRole("button", { name }).isDisabled(), name);
  }
  assert.ok(await page.getByRole("button", { name: "Copy link" }).isEnabled(), "a link holds the text as it stands");
  const compared = page.locator(".what-if");
  assert.match(await compared.innerText(), /^Not decided now, since the card \(line \d+\) cannot be read\. It was: Accepted/);
  assert.equal(await compared.getByRole("table").count(), 0);

  await paste(page, "card", own());
  await verdictIs(page, { stale: "false" });
  assert.ok(await page.getByRole("button", { name: "Copy as Markdown" }).isEnabled());
  const same = compared.getByRole("row", { name: /^May send/ });
  assert.match(await same.innerText(), /text\/plain\s+the same/, "no column is empty");
});

test("a card that this client can call all the same says how many errors it has, and leads to them", async (test) => {
  const page = await playground.open(test);
  await paste(page, "card", own({ description: undefined, version: undefined }));
  await verdictIs(page, { decision: "accept" });
  const errors = page.locator(".verdict").getByRole("button", { name: "2 errors in the card" });
  assert.match(await page.locator(".verdict").innerText(), /2 errors in the card: other clients may refuse it\./);
  await errors.click();
  const isThere = async () => {
    assert.equal(await page.evaluate(() => document.activeElement.id), "findings-title");
    assert.ok(await page.locator("#findings-title").evaluate((title) => title.getBoundingClientRect().top < innerHeight));
  };
  await until(isThere);
  await page.getByRole("link", { name: "Lock" }).click();
  await pane(page, "card").locator(".reading").getByRole("button", { name: /findings?$/ }).click();
  await until(isThere);
  assert.ok(await page.locator(".verdict").count(), "the decision is shown again");
});
