// What one expects of a page that one keeps open: its keys are told, its panes stay where they were put, and it prints.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, pane, start, textOf } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

test("a question mark tells the keys, but not while somebody writes, where `F1` does", async (test) => {
  const page = await playground.open(test);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.getByText("goes to the next finding").waitFor();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.getByLabel("Host or address of a card").focus();
  await page.keyboard.press("?");
  assert.equal(await page.getByLabel("Host or address of a card").inputValue(), "?");
  assert.equal(await keys.count(), 0);
  await page.locator(".card-pane .cm-content").focus();
  await page.keyboard.press("F1");
  await keys.getByText("outside of what one writes in, ? does too").waitFor();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Keys/ }).click();
  await keys.getByRole("button", { name: "Close" }).click();
  await keys.waitFor({ state: "detached" });
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^Keys/, "the focus is where it was");
});

test("in a narrow window a key stands above what it does, which is not squeezed", async (test) => {
  const page = await playground.open(test, { width: 320 });
  await page.getByRole("button", { name: /^Keys/ }).click();
  const keys = page.getByRole("dialog", { name: "Keys" });
  const widths = await keys.locator("dd").evaluateAll((all) => all.map((one) => one.clientWidth));
  assert.ok(Math.min(...widths) > 200, `${widths} pixels wide`);
});

test("panes are made larger by pointer and by keys, and stay so", async (test) => {
  const page = await playground.open(test);
  const width = async () => (await pane(page, "card").boundingBox()).width;
  const height = async () => (await pane(page, "card").boundingBox()).height;
  const columns = page.getByRole("separator", { name: "Documents and decision" });
  const [before, tall] = [await width(), await height()];
  const { x, y, width: thick } = await columns.boundingBox();
  await page.mouse.move(x + thick / 2, y + 100);
  await page.mouse.down();
  await page.mouse.move(x + thick / 2 + 120, y + 100, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs((await width()) - before - 120) < 3, `${before} became ${await width()}`);
  const rows = page.getByRole("separator", { name: "Card and profile" });
  await rows.focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowDown");
  assert.ok((await height()) > tall + 20, `${tall} became ${await height()}`);
  const [wide, high] = [await width(), await height()];

  await page.reload();
  await page.locator(".verdict").waitFor();
  assert.deepEqual([await width(), await height()], [wide, high]);
  await columns.focus();
  await page.keyboard.press("Home");
  await rows.dblclick();
  assert.deepEqual([await width(), await height()], [before, tall]);
  await columns.focus();
  for (let press = 0; press < 40; press++) await page.keyboard.press("ArrowLeft");
  assert.ok((await width()) > 200, "no pane goes away");
});

test("what is printed is the verdict and both documents, whole", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  const texts = [await textOf(page, "card"), await textOf(page, "profile")];
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.deepEqual(await page.locator(".printed").allTextContents(), texts);
  for (const seen of [".verdict", ".ladder", ".printed"]) assert.ok(await page.locator(seen).first().isVisible(), seen);
  for (const hidden of [".gallery", ".fetch-row", ".cm-editor", ".take-along", "#theme"]) {
    assert.ok(!(await page.locator(hidden).first().isVisible()), hidden);
  }
  const [verdict, card] = [await page.locator(".verdict").boundingBox(), await pane(page, "card").boundingBox()];
  assert.ok(verdict.y < card.y, "the verdict comes first");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator(".printed").count(), 0);
});
