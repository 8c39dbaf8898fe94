// The main job by keyboard alone: choose an example, read the refusal, go to its lines, mend it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, start, textOf, until, verdictIs } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

/** What has the focus, as somebody who listens would name it. */
function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText;
    return label.replace(/\s+/g, " ").trim();
  });
}

/** Presses Tab until what has the focus is called so. */
async function tabTo(page, name, key = "Tab", most = 60) {
  const seen = [];
  for (let step = 0; step < most; step++) {
    await page.keyboard.press(key);
    const label = await focused(page);
    if (name.test(label)) return;
    seen.push(label);
  }
  throw new Error(`Tab never came to ${name}: ${seen.join(", ")}`);
}

test("a refusal is found and mended without a pointer", async (test) => {
  const page = await playground.open(test);
  await tabTo(page, /^Example/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await verdictIs(page, { decision: "reject", step: "mediaTypes" });

  await tabTo(page, /^Host or address/);
  await tabTo(page, /^Agent card, JSON/);
  // Tab leaves the editors: nobody is caught in one.
  await tabTo(page, /^Client profile, JSON/);
  await tabTo(page, /^Skill to call/);
  await tabTo(page, /^Class of task/);
  await tabTo(page, /^card line 44/);
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "Agent card, JSON");
  await page.keyboard.press("End");
  for (let step = 0; step < '"application/pdf"]'.length; step++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.insertText('"application/json", ');
  assert.match(await textOf(page, "card"), /"outputModes": \["application\/json", "application\/pdf"\]/);
  await verdictIs(page, { decision: "accept" });

  await tabTo(page, /1\. Interface/);
  await page.keyboard.press("Space");
  assert.equal(await page.locator('.rung[data-step="interface"] button').first().getAttribute("aria-expanded"), "true");
  await page.keyboard.press("Space");
  assert.equal(await page.locator('.rung[data-step="interface"] button').first().getAttribute("aria-expanded"), "false");
});

test("one key leads from an editor to the decision, and the next to what mends it", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  await page.getByRole("link", { name: "Lock" }).click();
  await page.locator(".card-pane .cm-content").focus();
  const text = await textOf(page, "card");
  await page.keyboard.press("ControlOrMeta+Enter");
  await until(async () => assert.equal(await page.evaluate(() => document.activeElement.id), "verdict-title"));
  assert.equal(await textOf(page, "card"), text);
  await tabTo(page, /^Apply to the card/, "Tab", 4);
});

test("what has the focus can be seen to have it", async (test) => {
  const page = await playground.open(test);
  const seen = new Set();
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press("Tab");
    const shown = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body) return null;
      const drawn = element.closest("json-editor") ?? element;
      const style = getComputedStyle(drawn, drawn === element ? null : "::after");
      const visible = drawn === element ? style.outlineStyle !== "none" : style.borderStyle === "solid";
      return { name: element.outerHTML.slice(0, 80), visible };
    });
    if (!shown) break;
    seen.add(shown.name);
    assert.ok(shown.visible, shown.name);
  }
  assert.ok(seen.size > 10, `${seen.size} stops`);
});

test("the editor searches, folds and goes to the next finding", async (test) => {
  const page = await playground.open(test);
  await tabTo(page, /^Agent card, JSON/);
  await page.keyboard.press("ControlOrMeta+f");
  await page.locator(".cm-search [name=search]:focus").waitFor();
  await page.keyboard.type("legacy");
  await page.keyboard.press("Enter");
  await page.locator(".cm-searchMatch-selected", { hasText: "legacy" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "Agent card, JSON");
  const text = await textOf(page, "card");
  await page.keyboard.press("F8");
  await page.locator(".cm-tooltip", { hasText: "card's own order" }).waitFor();
  assert.equal(await page.evaluate(() => getSelection().toString()), "", "what is typed next writes over nothing");
  await page.keyboard.press("F8");
  assert.equal(await textOf(page, "card"), text);
  await page.keyboard.press("ControlOrMeta+Alt+BracketLeft");
  await page.locator(".cm-foldPlaceholder").first().waitFor();
});
