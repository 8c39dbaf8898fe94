// Editing: every keystroke shows its outcome, nothing typed is lost, and both documents and the ladder
// point at one another.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, line, pane, paste, start, textOf, until, verdict, verdictIs } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

test("a keystroke changes the outcome, and another one changes it back", async (test) => {
  const page = await playground.open(test);
  await verdictIs(page, { decision: "accept" });
  await line(page, "profile", '"bindings"').click();
  await page.keyboard.press("Home");
  for (let step = 0; step < '"bindings": ["G'.length; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.type("X");
  assert.match(await textOf(page, "profile"), /"GXRPC"/);
  await page.waitForFunction(() => document.title.includes("JSONRPC 1.0"));
  await page.keyboard.press("Backspace");
  await page.waitForFunction(() => document.title.includes("GRPC 1.0") && !document.title.includes("JSONRPC"));
});

test("broken JSON marks its line and leaves the last outcome, named as of an earlier text", async (test) => {
  const page = await playground.open(test);
  await line(page, "card", '"version"').click();
  await page.keyboard.press("Home");
  await page.keyboard.type("?");
  await verdictIs(page, { decision: "accept", stale: "true" });
  assert.equal(await page.locator(".stale-tag").innerText(), "earlier text");
  assert.match(await page.locator("#verdict-title").innerText(), /^–\s+Not decided: the card \(line 4\) cannot be read$/);
  assert.match(await page.locator(".stale-note").innerText(), /decided before: Accepted: this client can call this agent/);
  assert.match(await page.title(), /^– Not decided/);
  assert.match(await pane(page, "card").locator(".reading").innerText(), /not JSON/);
  assert.match(await pane(page, "card").locator(".cm-marked-refused").innerText(), /"version"/);
  await until(async () => assert.equal(await pane(page, "card").locator(".cm-lint-marker-error").count(), 1));

  // The other document is still judged, with the last card that could be read.
  await line(page, "profile", '"bindings"').click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText('"interfaceOrder": "cardOrder",');
  await page.locator(".verdict-why", { hasText: "Call JSONRPC 1.0" }).waitFor();
  assert.equal((await verdict(page)).stale, true);

  await pane(page, "card").getByRole("button", { name: "line 4, column 3" }).click();
  await page.keyboard.press("Delete");
  await verdictIs(page, { decision: "accept", stale: "false" });
  await until(async () => assert.equal(await pane(page, "card").locator(".cm-marked-refused").count(), 0));
});

test("a profile of the wrong shape is refused with its place, and kept", async (test) => {
  const page = await playground.open(test);
  await paste(page, "profile", '{\n  "accepts": ["text/plain"],\n  "bindings": "GRPC"\n}');
  await verdictIs(page, { stale: "true" });
  assert.match(await pane(page, "profile").locator(".reading").innerText(), /expected a list/);
  assert.match(await pane(page, "profile").locator(".cm-marked-refused").innerText(), /"bindings"/);
  assert.match(await textOf(page, "profile"), /"bindings": "GRPC"/);
});

test("the texts of a gallery entry are replaced; edited ones can be had back", async (test) => {
  const page = await playground.open(test);
  await choose(page, "A binding in lower case");
  assert.equal(await page.locator(".notice").count(), 0);
  await paste(page, "card", (await textOf(page, "card")).replace('"jsonrpc"', '"json-rpc"'));
  assert.equal(await page.locator(".edited").innerText(), "edited");
  await paste(page, "card", '{"name": "Mine", "skills": [{"id": "mine"}]}');
  await page.locator("#task-class").selectOption("fireAndForget");
  assert.equal(await page.locator("#example option:checked").innerText(), "a card of your own");
  await choose(page, "A card of version 0.3");
  assert.match(await textOf(page, "card"), /Translation Agent/);
  await page.getByRole("button", { name: "Bring it back" }).click();
  assert.equal(await textOf(page, "card"), '{"name": "Mine", "skills": [{"id": "mine"}]}');
  assert.equal(await page.locator("#task-class").inputValue(), "fireAndForget");
  assert.equal(await page.locator(".notice").count(), 0);
});

test("skill and class of task come from the card, and are chosen", async (test) => {
  const page = await playground.open(test);
  await choose(page, "A skill that asks for more");
  await verdictIs(page, { decision: "reject", step: "credentials" });
  const offered = await page.locator("#skill option").allTextContents();
  assert.deepEqual(offered, ["show-balance (Show a balance)", "transfer (Transfer money)", "no skill: the card's defaults"]);
  await page.getByLabel("Skill to call").selectOption({ label: "show-balance (Show a balance)" });
  await verdictIs(page, { decision: "accept" });
  await page.getByLabel("Class of task").selectOption("asyncCompletion");
  await page.waitForFunction(() => document.querySelector(".verdict-why").textContent.includes("poll"));

  await paste(page, "card", '{"name": "New", "skills": [{"id": "other"}], "supportedInterfaces": []}');
  await page.waitForFunction(() => document.querySelector("#skill").selectedOptions[0].text === "other");

  await paste(page, "card", JSON.stringify({ name: "Many", skills: Array.from({ length: 1200 }, (_, index) => ({ id: `s${index}` })), supportedInterfaces: [] }));
  await page.locator("#skill option", { hasText: "200 more skills of the card are left out here" }).waitFor({ state: "attached" });
});

test("a refusal marks its lines in both documents", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  const marked = async (side) => (await pane(page, side).locator(".cm-marked-refused").allInnerTexts()).join("\n");
  await pane(page, "card").locator(".cm-marked-refused").waitFor();
  assert.match(await marked("card"), /"outputModes": \["application\/pdf"\]/);
  assert.match(await marked("profile"), /"accepts"/);
});

test("choosing a step moves both editors to what it read", async (test) => {
  const page = await playground.open(test);
  const step = page.locator('.rung[data-step="delivery"]');
  await step.getByRole("button", { name: /Delivery/ }).click();
  await pane(page, "card").locator(".cm-marked-chosen", { hasText: '"streaming"' }).waitFor();
  await pane(page, "profile").locator(".cm-marked-chosen", { hasText: '"delivery"' }).waitFor();
  const isSeen = await line(page, "card", '"streaming"').evaluate((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    const frame = line.closest(".cm-scroller").getBoundingClientRect();
    return top >= frame.top && bottom <= frame.bottom;
  });
  assert.ok(isSeen, "the line is in view");
  assert.deepEqual(await step.locator(".candidate-label").allInnerTexts(), ["stream", "push", "poll"]);
  assert.equal(await step.getByRole("button", { name: /Delivery/ }).getAttribute("aria-expanded"), "true");

  await step.getByRole("button", { name: /^card line/ }).first().click();
  assert.match(await pane(page, "card").locator(".cm-activeLine").innerText(), /"streaming"/);
});

test("the line of the caret lights up the step that read it", async (test) => {
  const page = await playground.open(test);
  await line(page, "profile", '"credentials"').click();
  await page.locator('.rung[data-step="credentials"].is-lit').waitFor();
  assert.match(await page.locator('.rung[data-step="credentials"] .rung-lit').innerText(), /reads the line/);
  await line(page, "profile", '"extensions"').click();
  await page.locator('.rung[data-step="extensions"].is-lit').waitFor();
  assert.equal(await page.locator(".is-lit").count(), 1);
});

test("what is to be settled and what is gone without stand in the margin, each as what it is", async (test) => {
  const page = await playground.open(test);
  await choose(page, "Live speech, and a client that can adapt");
  const settled = pane(page, "card").locator(".cm-margin-escalated .cm-lint-marker");
  await settled.first().waitFor();
  assert.equal(await settled.first().evaluate((marker) => getComputedStyle(marker, "::before").content), '"?"');
  await settled.first().hover();
  await page.locator(".cm-tooltip", { hasText: "to be settled after negotiability" }).waitFor();
  assert.match(await page.locator('.rung[data-step="negotiability"] .rung-head').innerText(), /to be settled/);

  await choose(page, "Push that needs a certificate");
  assert.match(await page.locator(".verdict-headline").innerText(), /Accepted with 1 degradation/);
  const degraded = pane(page, "profile").locator(".cm-lint-marker-hint");
  await degraded.hover();
  await page.locator(".cm-tooltip .cm-diagnostic-hint", { hasText: "degraded: " }).waitFor();
  await page.locator(".degradation").getByRole("button", { name: "profile line 5" }).click();
  assert.match(await pane(page, "profile").locator(".cm-activeLine").innerText(), /"push"/);
});

test("findings are in the gutter and in the list, and lead to their line", async (test) => {
  const page = await playground.open(test);
  await choose(page, "A card of version 0.3");
  const entry = '"url": "https://a.example/a2a", "protocolBinding": "JSONRPC",\n    "protocolVersion": "1.0.1"';
  await paste(page, "card", `{\n  "name": "Mine",\n  "supportedInterfaces": [{\n    ${entry}\n  }],\n  "skills": []\n}`);
  const finding = page.locator('.finding[data-code="patchVersion"]');
  await finding.getByRole("button", { name: "card line 5" }).click();
  assert.match(await pane(page, "card").locator(".cm-activeLine").innerText(), /"1\.0\.1"/);
  await pane(page, "card").locator(".cm-lint-marker-warning").first().hover();
  await page.locator(".cm-tooltip", { hasText: "carries a patch number" }).waitFor();
});

test("names in a message of the margin are set as code", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  await pane(page, "card").locator(".cm-content").focus();
  await page.keyboard.press("F8");
  const message = page.locator(".cm-tooltip .cm-message").first();
  await message.waitFor();
  assert.ok((await message.locator("code").count()) > 0);
  assert.ok(!(await message.innerText()).includes("`"));
});

test("of a card that is pasted over the whole text its beginning is seen", async (test) => {
  const page = await playground.open(test, { permissions: ["clipboard-read", "clipboard-write"] });
  const card = JSON.stringify({ name: "Long", skills: Array.from({ length: 60 }, (_, index) => ({ id: `skill-${index}` })) }, null, 2);
  await page.evaluate((card) => navigator.clipboard.writeText(card), card);
  await pane(page, "card").locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+v");
  await page.waitForFunction(() => document.querySelector(".card-pane json-editor").text.includes("skill-59"));
  const scroller = pane(page, "card").locator(".cm-scroller");
  await until(async () => assert.ok((await scroller.evaluate(({ scrollTop }) => scrollTop)) < 20));
});
