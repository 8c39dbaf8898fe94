// Pages with embeds in Chromium, and what can be asked of all of them.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { serve } from "../support/browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What a strict page allows: its own scripts, and WebAssembly. */
export const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** Writes pages into a folder and serves it; a page is its body, or a whole document. */
export async function site(folder, pages, headers = {}) {
  for (const [name, body] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const isWhole = !name.endsWith(".html") || body.startsWith("<!doctype");
    const scheme = '<meta name="color-scheme" content="light dark">';
    writeFileSync(join(folder, name), isWhole ? body : `<!doctype html><html lang="en"><meta charset="utf-8">${scheme}<title>A page</title><main>\n<h1>A page</h1>\n${body}\n</main></html>\n`);
  }
  return serve(folder, headers);
}

/** Opens a page until the end of the test, which fails for anything that the page logs as an error or throws. */
export async function open(test, browser, url, { logs = /^$/, ...options } = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", ({ message }) => logs.test(message) || problems.push(message));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !logs.test(message.text()) && problems.push(message.text()));
  page.requested = [];
  page.on("request", (request) => page.requested.push(new URL(request.url()).pathname));
  await page.goto(url);
  test.after(async () => {
    const found = [...problems];
    await context.close();
    assert.deepEqual(found, []);
  });
  return page;
}

/** Waits until every embed of the page was in view and has its outcome, and returns the outcomes in order. */
export async function outcomes(page) {
  const embeds = page.locator("a2a-negotiation");
  for (let index = 0; index < (await embeds.count()); index++) {
    const embed = embeds.nth(index);
    await embed.scrollIntoViewIfNeeded();
    await embed.locator(".verdict, .misuse:not(:empty)").first().waitFor();
  }
  return embeds.evaluateAll((all) => all.map((embed) => embed.outcome));
}

/** What axe-core finds to mend. */
export async function violations(page, context = "body") {
  await page.evaluate(axe);
  return page.evaluate(async (given) => {
    const { violations } = await globalThis.axe.run(given, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any.map(({ message }) => message).join(" ")}`).join(" | ")}`);
  }, context);
}
