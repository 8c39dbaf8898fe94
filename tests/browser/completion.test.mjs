// The profile's editor completes by the schema, from the keyboard alone, and says what things mean.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, equipped, line, pane, paste, start, textOf, verdictIs } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

function offered(page) {
  return page.locator(".cm-tooltip-autocomplete li .cm-completionLabel");
}

/** Asks for completions, and returns what is offered. */
async function ask(page) {
  await page.keyboard.press("Control+Space");
  await offered(page).first().waitFor();
  return offered(page).allInnerTexts();
}

/** Takes the completion that is chosen. Just after they appear they are not taken, lest somebody does so by mistake. */
async function take(page) {
  await offered(page).first().waitFor();
  await page.waitForTimeout(120);
  await page.keyboard.press("Enter");
}

async function isClosed(page) {
  await page.waitForTimeout(250);
  assert.equal(await offered(page).count(), 0);
}

test("what completes is loaded when somebody comes to work in an editor, and not before", async (test) => {
  const page = await playground.open(test, { equip: false });
  const asked = [];
  page.on("request", (request) => asked.push(...(request.url().match(/writing-\w+\.js$/) ?? [])));
  await choose(page, "A card of version 0.3");
  await page.locator("#verdict-title").hover();
  assert.deepEqual(asked, []);
  const completes = page.waitForResponse(/writing-/);
  await pane(page, "profile").locator(".cm-content").hover();
  await completes;
  await pane(page, "profile").locator(".cm-content").click();
  await pane(page, "card").locator(".cm-content").click();
  assert.ok(await equipped(page, "card"));
  assert.match(asked.join(), /^writing-\w+\.js$/, "once for both");
});

test("a key that is pressed before what it is for is there is not lost", async (test) => {
  const page = await playground.open(test, { equip: false });
  let answer;
  const answered = new Promise((resolve) => (answer = resolve));
  await page.route(/writing-/, async (route) => {
    await answered;
    await route.continue();
  });
  await line(page, "profile", '"delivery"').click();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Space");
  assert.equal(await offered(page).count(), 0);
  answer();
  await offered(page).first().waitFor();
});

test("an editor that cannot load what completes is an editor still, and tries again", async (test) => {
  const page = await playground.open(test, { equip: false, logs: /ERR_FAILED/ });
  await page.route(/writing-/, (route) => route.abort());
  await paste(page, "profile", "{}");
  assert.equal(await equipped(page, "profile"), false);
  await page.keyboard.insertText(" ");
  assert.equal(await textOf(page, "profile"), "{} ");
});

test("a profile is written from the keyboard by what is offered", async (test) => {
  const page = await playground.open(test);
  await paste(page, "profile", "{\n  \n}");
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");

  assert.ok((await ask(page)).includes("interfaceOrder"));
  await page.keyboard.type("deli");
  await take(page);
  assert.equal(await textOf(page, "profile"), '{\n  "delivery": [""]\n}');
  // The ways are offered at once.
  await offered(page).first().waitFor();
  assert.deepEqual(await offered(page).allInnerTexts(), ["stream", "push", "poll"]);
  await page.keyboard.type("po");
  await take(page);
  assert.equal(await textOf(page, "profile"), '{\n  "delivery": ["poll"]\n}');

  // A second property before it gets its comma.
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type('"sameO');
  await take(page);
  await page.keyboard.type("t");
  await take(page);
  assert.equal(await textOf(page, "profile"), '{\n  "sameOrigin": true,\n  "delivery": ["poll"]\n}');
  await verdictIs(page, { stale: "false" });
});

test("nested objects are completed by their own schema", async (test) => {
  const page = await playground.open(test);
  await paste(page, "profile", '{\n  "push": {},\n  "credentials": [{"type": ""}],\n  "interfaces": [{}]\n}');
  const caretAfter = async (text, part) => {
    await line(page, "profile", text).click();
    await page.keyboard.press("Home");
    for (let step = 0; step < part.length; step++) await page.keyboard.press("ArrowRight");
  };
  await caretAfter('"push"', '"push": {');
  assert.deepEqual(await ask(page), ["url", "mtls", "authentication"]);
  await page.keyboard.press("Escape");
  await caretAfter('"credentials"', '"credentials": [{"type": "');
  assert.deepEqual(await ask(page), ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"]);
  await page.keyboard.press("Escape");
  await caretAfter('"credentials"', '"credentials": [{"type": ""');
  await page.keyboard.type(', "');
  await offered(page).first().waitFor();
  assert.deepEqual(await offered(page).allInnerTexts(), ["scheme", "scopes"]);
  await page.keyboard.press("Escape");
  await caretAfter('"interfaces"', '"interfaces": [{');
  assert.deepEqual(await ask(page), ["binding", "version"]);
});

test("nothing is offered where nothing is known, nor in the card", async (test) => {
  const page = await playground.open(test);
  await paste(page, "profile", '{\n  "accepts": [""],\n  "unknown": {}\n}');
  for (const [text, part] of [['"accepts"', '"accepts": ["'], ['"unknown"', '"unknown": {'], ['"unknown"', '"unknown"']]) {
    await line(page, "profile", text).click();
    await page.keyboard.press("Home");
    for (let step = 0; step < part.length; step++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+Space");
    await isClosed(page);
  }
  await line(page, "card", '"version"').click();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Space");
  await isClosed(page);
});

test("what is offered is a list for those who listen, described and left by Escape", async (test) => {
  const page = await playground.open(test);
  await line(page, "profile", '"delivery"').click();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await ask(page);
  const editor = pane(page, "profile").locator(".cm-content");
  const chosen = page.locator(`[id="${await editor.getAttribute("aria-activedescendant")}"]`);
  assert.match(await chosen.innerText(), /^interfaceOrder/);
  assert.equal(await page.getByRole("listbox", { name: "Completions" }).count(), 1);
  await page.locator(".cm-completionInfo", { hasText: "In which order interfaces are tried" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await offered(page).count(), 0);
  // The Tab key leaves the editor also while completions are open.
  await ask(page);
  await page.keyboard.press("Tab");
  assert.ok(!(await editor.evaluate((content) => content.contains(document.activeElement))));
});

test("names and values say what they mean under the pointer", async (test) => {
  const page = await playground.open(test);
  await paste(page, "profile", '{\n  "normalizeMediaTypes": true,\n  "interfaceOrder": "cardOrder",\n  "unknown": 1\n}');
  const help = page.locator(".cm-tooltip-hover .cm-schema-help");
  await page.locator(".profile-pane .cm-line span", { hasText: "normalizeMediaTypes" }).first().hover();
  await help.getByText("Whether media types are compared by RFC 9110").waitFor();
  assert.equal(await help.locator("code").innerText(), "image/*");
  await page.locator(".profile-pane .cm-line span", { hasText: "cardOrder" }).first().hover();
  await help.getByText("The card's own order").waitFor();
});
