// Every entry of the gallery keeps its promise: the page shows what the case expects.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { readCases } from "../support/cases.mjs";
import { choose, line, paste, start, textOf, verdictIs } from "../support/playground.mjs";

const cases = readCases("gallery");
let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

test("all cases of the gallery can be chosen", async (test) => {
  const page = await playground.open(test);
  const offered = await page.locator("#example option").allTextContents();
  assert.deepEqual(offered.sort(), cases.map(({ title, promise }) => `${title}: ${promise}`).sort());
});

for (const { name, title, note, expect, arguments: [card, profile, intent] } of cases) {
  test(`${name} is decided as promised`, async (test) => {
    const page = await playground.open(test);
    await choose(page, `${title}:`);
    const { decision, rejection } = expect;
    await verdictIs(page, { decision, step: rejection?.step ?? null, code: rejection?.code ?? null, stale: "false" });

    assert.deepEqual(JSON.parse(await textOf(page, "card")), card);
    assert.deepEqual(JSON.parse(await textOf(page, "profile")), profile);
    assert.equal(await page.locator("#task-class").inputValue(), intent.taskClass ?? "standard");
    assert.equal(await page.locator(".gallery-note").textContent(), note);
    for (const [step, { status }] of Object.entries(expect.steps ?? {})) {
      assert.equal(await page.locator(`.rung[data-step="${step}"]`).getAttribute("data-status"), status, step);
    }
    for (const { code } of expect.degradations ?? []) {
      assert.equal(await page.locator(`.degradation[data-code="${code}"] .status`).innerText(), "degraded");
    }
    for (const { code } of expect.findings ?? []) {
      assert.ok((await page.locator(`.finding[data-code="${code}"]`).count()) > 0, code);
    }

    const pageTitle = await page.title();
    if (decision === "accept") {
      assert.ok(pageTitle.startsWith(`✓ Accepted: ${expect.plan.binding} ${expect.plan.version}`), pageTitle);
      const plan = await page.locator(".plan").innerText();
      for (const part of [expect.plan.url, ...expect.plan.acceptedOutputModes, expect.plan.delivery.mode]) {
        assert.ok(plan.includes(part), `${part} in ${plan}`);
      }
    } else {
      assert.match(pageTitle, decision === "escalate" ? /^\? To be settled first/ : /^✗ Refused/);
      assert.equal(await page.locator(".plan").count(), 0);
    }
  });
}

test("one button at a time says that it has copied, and nothing moves", async (test) => {
  const page = await playground.open(test, { permissions: ["clipboard-read", "clipboard-write"] });
  const places = () => page.locator(".take-along button, .ladder").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const before = await places();
  for (const name of ["Copy as Markdown", "Copy as TypeScript", "Copy link"]) {
    await page.getByRole("button", { name }).click();
    await page.locator(".copy", { has: page.getByRole("button", { name }) }).getByText("Copied", { exact: true }).waitFor();
    assert.equal(await page.getByText("Copied", { exact: true }).count(), 1);
    assert.deepEqual(await places(), before);
  }
});

test("the plan is copied as JSON", async (test) => {
  const page = await playground.open(test, { permissions: ["clipboard-read", "clipboard-write"] });
  const { expect } = cases.find(({ name }) => name === "gallery/research-agent");
  await page.getByRole("button", { name: "Copy as JSON" }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.deepEqual(copied.headers, expect.plan.headers);
  assert.equal(copied.url, expect.plan.url);
});

test("the explanation says as text what the ladder shows", async (test) => {
  const page = await playground.open(test);
  await choose(page, "The agent stops offering JSON");
  await page.getByText("Explanation as text").click();
  const text = await page.locator(".explanation pre").textContent();
  assert.match(text, /^refused at .*noSharedOutput/);
  assert.match(text, /✗ /);
});

test("an example's words go with its card, and come back with it", async (test) => {
  const page = await playground.open(test);
  const chosen = () => page.locator("#example").evaluate((select) => select.selectedOptions[0].text);
  const note = page.locator(".gallery-note");
  await line(page, "card", '"description"').click();
  await page.keyboard.press("End");
  await page.keyboard.insertText(" ");
  await page.locator(".edited").waitFor();
  await page.getByText("Before it was edited: ").waitFor();
  assert.equal(await chosen(), "Research agent and orchestrator, edited", "what the example promises is not said of what was made of it");
  await paste(page, "card", '{"name": "Mine", "supportedInterfaces": [], "skills": []}');
  await note.waitFor({ state: "detached" });
  assert.equal(await chosen(), "a card of your own");
  await page.keyboard.press("ControlOrMeta+z");
  await note.waitFor();
  assert.match(await chosen(), /^Research agent/);
  // The example as it was is still offered, and takes nothing away.
  await choose(page, "Research agent and orchestrator:");
  await page.locator(".edited").waitFor({ state: "detached" });
  assert.match(await chosen(), /^Research agent and orchestrator: /);
  await page.getByRole("button", { name: "Bring it back" }).waitFor();
});
