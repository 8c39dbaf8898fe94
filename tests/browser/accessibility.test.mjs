// axe-core finds nothing to mend, whatever is shown, light and dark, wide and narrow.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

import { VIEWS, choose, line, openView, start } from "../support/playground.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

async function check(page, what) {
  const violations = await page.evaluate(async () => {
    // A list of completions has no focus of its own: the editor scrolls it as the arrow keys go through it.
    globalThis.axe.configure({
      rules: [{ id: "scrollable-region-focusable", selector: "*:not(select, textarea, .cm-tooltip-autocomplete > ul)" }],
    });
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any.map((check) => check.message).join(" ")}`).join(" | ")}`);
  });
  assert.deepEqual(violations, [], what);
}

for (const scheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    test(`nothing to mend, ${scheme}, ${width} pixels wide`, async (test) => {
      const page = await playground.open(test, { scheme, width });
      await page.evaluate(axe);
      await check(page, "as it opens");

      await page.getByRole("button", { name: "Show all candidates" }).click();
      await page.getByText("Explanation as text").click();
      await page.getByText("The request as it goes out").click();
      await page.getByText("What if the server answers").click();
      for (const round of [0, 1]) await page.locator(`#failure-${round}`).selectOption("0");
      await page.getByText("The failure as it is passed to").first().click();
      await check(page, "everything opened");

      await page.getByRole("button", { name: "Interfaces side by side" }).click();
      await page.getByRole("button", { name: "Pin this outcome" }).click();
      await choose(page, "The same client without gRPC");
      await page.locator(".what-if .plan-comparison").first().waitFor();
      await check(page, "interfaces and plans compared");
      await page.getByRole("button", { name: "Unpin" }).click();
      await page.getByRole("button", { name: "Back to the steps" }).click();

      for (const [opens, name] of [["Presets", "Profiles of clients"], ["Search", "Examples"], ["Keys", "Keys"]]) {
        if (width < 900 && opens === "Presets") await page.getByRole("button", { name: "Profile", exact: true }).click();
        await page.getByRole("button", { name: opens }).first().click();
        await page.getByRole("dialog", { name }).waitFor();
        await check(page, name);
        await page.keyboard.press("Escape");
      }
      await page.getByRole("button", { name: "Form", exact: true }).click();
      await page.locator("profile-form").getByText("More fields").click();
      await check(page, "the profile as a form");
      await page.getByRole("button", { name: "Form", exact: true }).click();
      if (width < 900) await page.getByRole("button", { name: /^Decision/ }).click();

      for (const title of ["The agent stops offering JSON", "A card of version 0.3", "A list of agents", "Live speech, and a client", "Push that needs"]) {
        await choose(page, title);
        await check(page, title);
      }
      await choose(page, "The agent stops offering JSON");
      await page.locator(".fix button").first().click();
      await page.locator(".fix-notice").getByText("Applied to the profile").waitFor();
      await check(page, "an applied fix");
      await page.keyboard.press("ControlOrMeta+End");
      for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowLeft");
      await page.keyboard.type(', "');
      await page.locator(".cm-completionInfo").waitFor();
      await check(page, "completions of a profile");
      await page.keyboard.press("Escape");
      if (width < 900) await page.getByRole("button", { name: /^Decision/ }).click();
      await choose(page, "Research agent");
      await page.locator('.rung[data-step="interface"] button').first().click();
      if (width < 900) {
        await page.getByRole("button", { name: "Card", exact: true }).click();
        await check(page, "the card by itself");
      }
      await line(page, "card", '"version"').click();
      await check(page, "a step chosen, and the caret in a line");
      await page.keyboard.press("Home");
      await page.keyboard.type("?");
      await page.locator(".reading.refused").waitFor();
      await check(page, "a broken card");
      await page.keyboard.press("ControlOrMeta+f");
      await check(page, "the search panel");
      await page.getByLabel("Host or address of a card").fill("two words");
      await page.keyboard.press("Enter");
      await page.getByText("no spaces").waitFor();
      await choose(page, "A payment extension");
      await check(page, "a failed fetch and a replaced card");

      if ((scheme === "light") === (width === 390)) return;
      if (width < 900) await page.getByRole("button", { name: /^Decision/ }).click();
      await choose(page, "A card of version 0.3");
      for (const view of VIEWS) {
        await openView(page, view);
        await check(page, view);
      }
    });
  }
}

test("the verdict is told to those who listen, and the parts have names", async (test) => {
  const page = await playground.open(test);
  const said = page.locator('.verdict [role="status"]');
  assert.equal(await said.getAttribute("aria-live"), "polite");
  assert.match(await said.innerText(), /Accepted: this client can call this agent/);
  const ladder = page.getByRole("list").filter({ has: page.locator(".rung") });
  assert.equal(await ladder.getByRole("heading", { level: 3 }).count(), 7);
  for (const name of ["Agent card", "Client profile", "Decision"]) {
    assert.equal(await page.getByRole("region", { name, exact: true }).count(), 1, name);
  }
  assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
});

test("nothing moves for those who want nothing to move", async (test) => {
  const page = await playground.open(test, { reducedMotion: "reduce" });
  const moving = await page.evaluate(() =>
    document.getAnimations().length +
    [...document.querySelectorAll(".page *")].filter((element) => parseFloat(getComputedStyle(element).transitionDuration) > 0).length,
  );
  assert.equal(moving, 0);
});
