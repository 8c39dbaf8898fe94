// Each fix that the page shows is applied by its button: the step passes, the rest of the text stays as it
// was byte for byte, and undo brings the old text back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { readCases } from "../support/cases.mjs";
import { choose, equipped, line, pane, paste, start, textOf, verdictIs } from "../support/playground.mjs";

const refused = readCases("gallery").filter(({ expect }) => expect.decision !== "accept");
let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

/** Whether the refusing step refuses no more. */
async function passes(page, { step }) {
  await page.waitForFunction((step) => {
    const rung = document.querySelector(`.rung[data-step="${step}"]`);
    const { decision, step: refusing } = document.querySelector(".verdict").dataset;
    return rung ? rung.dataset.status !== "rejected" : decision === "accept" || refusing !== step;
  }, step);
}

/** What is left of two texts once the same beginning and the same end are taken away. */
function difference(before, after) {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { taken: before.slice(start, before.length - end), put: after.slice(start, after.length - end) };
}

function fixes(page) {
  return page.locator(".fix");
}

for (const { name, title, expect } of refused) {
  test(`every fix of ${name} is applied and taken back`, async (test) => {
    const page = await playground.open(test);
    await choose(page, `${title}:`);
    await verdictIs(page, { decision: expect.decision });
    const number = await fixes(page).count();
    assert.ok(number > 0 || (await page.locator(".fixes").count()) > 0, "fixes, or why there are none");
    for (let index = 0; index < number; index++) {
      const fix = fixes(page).nth(index);
      const side = await fix.getAttribute("data-target");
      const message = await fix.locator("span").innerText();
      const old = await textOf(page, side);
      await fix.getByRole("button", { name: `Apply to the ${side}` }).click();
      await passes(page, expect.rejection);

      const edited = await textOf(page, side);
      assert.doesNotThrow(() => JSON.parse(edited), message);
      const { taken, put } = difference(old, edited);
      assert.ok(taken.length + put.length < 160 || name === "gallery/not-a-card", `${message} changed ${taken} into ${put}`);
      const focused = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
      assert.equal(focused, side === "card" ? "Agent card, JSON" : "Client profile, JSON");
      await pane(page, side).locator(".cm-marked-changed").first().waitFor();
      assert.match(await pane(page, side).locator('.fix-notice[role="status"]').innerText(), new RegExp(`^✓\\s*Applied to the ${side}: `));

      // By turns from the keyboard and by the button beside what is announced.
      if (index % 2 === 0) await page.keyboard.press("ControlOrMeta+z");
      else await pane(page, side).getByRole("button", { name: "Undo" }).click();
      await verdictIs(page, { decision: expect.decision, step: expect.rejection.step });
      assert.equal(await textOf(page, side), old, "undo brings the old text back");
      assert.equal(await page.locator(".edited").count(), 0, "the text is that of the gallery again");
    }
  });
}

test("a fix leaves a layout of one's own as it is", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  const profile = '{ "accepts" : [ "application/json" ],\n\n\t"credentials":["bearer"] ,"sends":\n["text/plain"]}\n';
  await paste(page, "profile", profile);
  await page.locator('.fix[data-target="profile"]').first().waitFor();
  const labels = await fixes(page).locator("span").allInnerTexts();
  const fix = fixes(page).nth(labels.findIndex((label) => label.startsWith("Accept application/pdf")));
  await fix.getByRole("button").click();
  await verdictIs(page, { decision: "accept" });
  assert.equal(await textOf(page, "profile"), profile.replace('[ "application/json" ]', '[ "application/json","application/pdf" ]'));

  // What is typed afterwards is a step of its own, and the fix is taken back without it.
  const notice = pane(page, "profile").locator(".fix-notice");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" ");
  await notice.getByRole("button", { name: "Undo the fix alone" }).click();
  await notice.getByText("Taken back").waitFor();
  assert.equal(await textOf(page, "profile"), `${profile} `);
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  assert.equal(await textOf(page, "profile"), profile);
  await page.keyboard.press("ControlOrMeta+y");
  await verdictIs(page, { decision: "accept" });
});

test("undo by its button is said, and keeps the focus in the editor", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  await page.locator('.fix[data-target="profile"] button').first().click();
  const notice = pane(page, "profile").locator(".fix-notice");
  await notice.getByRole("button", { name: "Undo" }).click();
  await notice.getByText("Taken back: the profile is as it was.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Client profile, JSON");
});

test("after the button, the keys go on taking back what was before the fix", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  const first = await textOf(page, "profile");
  await pane(page, "profile").locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" ");
  await verdictIs(page, { decision: "reject" });
  await page.locator('.fix[data-target="profile"] button').first().click();
  const notice = pane(page, "profile").locator(".fix-notice");
  await notice.getByText("Applied to the profile").waitFor();
  const mended = await textOf(page, "profile");
  await notice.getByRole("button", { name: "Undo" }).click();
  await notice.getByText("Taken back").waitFor();
  assert.equal(await textOf(page, "profile"), `${first} `);
  await page.keyboard.press("ControlOrMeta+z");
  assert.equal(await textOf(page, "profile"), first);
  for (const _ of ["what was typed", "the fix"]) await page.keyboard.press("ControlOrMeta+y");
  assert.equal(await textOf(page, "profile"), mended);
});

test("a fix that was edited is not taken back alone, and that is said", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  await page.locator('.fix[data-target="profile"] button').first().click();
  const notice = pane(page, "profile").locator(".fix-notice");
  await notice.getByText("Applied to the profile").waitFor();
  // The caret is at the end of what was put in.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("x");
  const edited = await textOf(page, "profile");
  await notice.getByRole("button", { name: "Undo the fix alone" }).click();
  await notice.getByText("You have edited what the fix changed").waitFor();
  assert.equal(await textOf(page, "profile"), edited);
});

test("a fix that another skill is refused for says so where it is applied", async (test) => {
  const page = await playground.open(test);
  const skill = (id, ...outputModes) => ({ id, name: id, description: id, tags: ["t"], ...(outputModes.length > 0 && { outputModes }) });
  await paste(page, "profile", JSON.stringify({ accepts: ["application/json"], sends: ["text/plain"] }, null, 2));
  await paste(page, "card", JSON.stringify({
    name: "Three", description: "d", version: "1", capabilities: {},
    supportedInterfaces: [{ url: "https://a.example.com", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    defaultInputModes: ["text/plain"], defaultOutputModes: ["image/png"],
    skills: [skill("first"), skill("second"), skill("third", "application/json")],
  }, null, 2));
  await verdictIs(page, { decision: "reject", step: "mediaTypes" });
  await page.locator('.fix[data-target="profile"]', { hasText: "ccept" }).getByRole("button").first().click();
  await pane(page, "profile").getByRole("status").getByText("1 other skill is now accepted too: second.").waitFor();
  await verdictIs(page, { decision: "accept" });
});

test("nothing is applied while a text cannot be read", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  // What is taken back at the end is known to the editor from then on.
  await equipped(page, "card");
  await line(page, "card", '"version"').click();
  await page.keyboard.press("Home");
  await page.keyboard.type("?");
  await verdictIs(page, { stale: "true" });
  const ofCard = page.locator('.fix[data-target="card"] button').first();
  assert.ok(await ofCard.isDisabled());
  const reason = await ofCard.getAttribute("aria-describedby");
  assert.match(await page.locator(`#${reason}`).innerText(), /Nothing can be applied while the card cannot be read/);
  assert.ok(await page.locator('.fix[data-target="profile"] button').first().isDisabled(), "it was tried on another card");
  await page.keyboard.press("ControlOrMeta+z");
  await verdictIs(page, { stale: "false" });
  assert.ok(await ofCard.isEnabled());
});

test("in a narrow window a fix leads to its text, and back", async (test) => {
  const page = await playground.open(test, { width: 390, height: 844 });
  await choose(page, "The agent stops offering JSON");
  await page.locator('.fix[data-target="card"] button').first().click();
  await pane(page, "card").locator(".fix-notice").getByText("Applied to the card").waitFor();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector(".card-pane .cm-marked-changed").getBoundingClientRect();
    return top > 0 && bottom < innerHeight;
  });
  assert.match(await page.locator(".view-switch").innerText(), /accepted/);
  await pane(page, "card").getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: /^Decision/ }).click();
  await verdictIs(page, { decision: "reject", step: "mediaTypes" });
});
