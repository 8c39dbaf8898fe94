// The playground in Chromium, as a person would use it.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

import { launch, serve } from "./browser.mjs";
import { PATIENCE } from "./patience.mjs";

/** Where `cargo xtask dist` leaves the page; `cargo xtask test` says where. */
export const folder = process.env.PLAYGROUND_FOLDER ?? fileURLToPath(new URL("../../target/playground", import.meta.url));

/** The browser and the server of one test file. Call `close` after its last test. */
export async function start() {
  // One after the other, so that nothing is left running without a browser.
  const browser = await launch();
  const server = await serve(folder);
  return {
    url: server.url,
    /**
     * Opens the page until the end of the test, which fails if anything was logged as an error or if a
     * request left the page. `logs`, `thrown` and `asks` say which of these the test is about.
     */
    async open(test, { width = 1280, height = 800, scheme = "light", logs = /^$/, thrown = /^$/, asks = [], equip = true, query = "", ...options } = {}) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, serviceWorkers: "block", ...options });
      const page = await context.newPage();
      const problems = [];
      page.on("pageerror", (error) => thrown.test(error.message) || problems.push(`thrown: ${error.message}`));
      page.on("dialog", (dialog) => {
        problems.push(`a dialog: ${dialog.message()}`);
        dialog.dismiss();
      });
      page.on("console", (message) => {
        const isByTest = message.text().startsWith("Service Worker registration blocked");
        const isProblem = ["error", "warning"].includes(message.type()) && !isByTest && !logs.test(message.text());
        if (isProblem) problems.push(`${message.type()}: ${message.text()}`);
      });
      page.on("request", (request) => {
        const allowed = [server.url, "data:", ...asks];
        if (!allowed.some((start) => request.url().startsWith(start))) problems.push(`a request to ${request.url()}`);
      });
      await page.goto(server.url + query);
      await page.locator(".decision-pane").waitFor();
      // What is pressed is for an editor that has all its keys, unless a test is about those that come late.
      if (equip) for (const side of ["card", "profile"]) await equipped(page, side);
      test.after(async () => {
        await context.close();
        assert.deepEqual(problems, []);
      });
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** The verdict as the page shows it. */
export async function verdict(page) {
  const { decision, step = null, code = null, stale } = await page.locator(".verdict").evaluate((element) => ({ ...element.dataset }));
  return { decision, step, code, stale: stale === "true" };
}

/** Waits until the verdict has these values, and what is below it has followed. */
export async function verdictIs(page, expected) {
  await page
    .waitForFunction((expected) => {
      const shown = document.querySelector(".decision-pane:not([aria-busy]) > .verdict")?.dataset ?? {};
      return Object.entries(expected).every(([name, value]) => (shown[name] ?? null) === value);
    }, expected)
    .catch(async (error) => {
      throw new Error(`expected ${JSON.stringify(expected)}, and the page shows ${JSON.stringify(await verdict(page))}`, { cause: error });
    });
}

/** Waits until an assertion holds; fails with what it says last. */
export async function until(holds) {
  for (const end = Date.now() + PATIENCE; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    try {
      return await holds();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** The part of the page that holds a document. */
export function pane(page, side) {
  return page.locator(`.${side}-pane`);
}

/** The text in an editor. */
export function textOf(page, side) {
  return pane(page, side).locator("json-editor").evaluate((editor) => editor.text);
}

/** Waits until an editor has all that it needs to be worked in, which it loads when somebody first does. */
export function equipped(page, side) {
  return pane(page, side).locator("json-editor").evaluate((editor) => editor.equip().then((writing) => writing !== null));
}

/** Replaces the text of an editor, as pasting over all of it does. */
export async function paste(page, side, text) {
  await equipped(page, side);
  await pane(page, side).locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** A line of an editor that contains a text. */
export function line(page, side, text) {
  return pane(page, side).locator(".cm-line", { hasText: text }).first();
}

/** Chooses an entry of the gallery by the beginning of its title. */
export async function choose(page, title) {
  const option = page.locator("#example option:enabled", { hasText: title }).first();
  await page.locator("#example").selectOption(await option.getAttribute("value"));
}

const TITLES = {
  "Who can call this?": "Who can call this agent?",
  "Compare cards": "What changed since another card?",
  Lock: "Is this card still what was reviewed?",
  Migrate: "What is this card in 1.0?",
  Registry: "Which of many agents can this client call?",
  Signatures: "Which signatures of this card hold?",
};

/** The views beside the decision, by their links. */
export const VIEWS = Object.keys(TITLES);

/** Opens a view, and waits until it says something of the card. */
export async function openView(page, view) {
  await page.getByRole("link", { name: view }).click();
  await page.getByRole("heading", { name: TITLES[view] }).waitFor();
  if (view === "Compare cards") await page.getByRole("button", { name: "Use the card as it is now" }).click();
  if (view === "Lock") await page.getByRole("button", { name: "Take the card as it is now as reviewed" }).click();
  if (view === "Registry") {
    await page.getByLabel("Paste cards").fill('{"name": "Agent"}\n{ broken');
    await page.getByLabel("Paste cards").blur();
  }
  await page.locator(".view-verdict").waitFor();
}
