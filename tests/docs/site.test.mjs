// The built site of the documentation, in Chromium.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";

import { launch, serve } from "../support/browser.mjs";
import { embeds, pages } from "./markdown.mjs";
import { open, outcomes, violations } from "./pages.mjs";

const folder = process.env.DOCUMENTATION_FOLDER;
if (!folder) throw new Error("set DOCUMENTATION_FOLDER to the built site, or run the tests by `cargo xtask test docs`");
const all = pages();
const address = (name) => name.replace(/\.md$/, ".html");
const withEmbeds = Object.keys(all).filter((name) => name !== "guide/embed.md" && embeds(all[name]).length > 0);
let browser;
let server;

before(async () => {
  [browser, server] = await Promise.all([launch(), serve(folder)]);
});
after(() => Promise.all([browser?.close(), server?.close()]));

/** Opens a page of the site, which must ask for nothing from elsewhere. */
async function visit(test, name, options) {
  const page = await open(test, browser, "about:blank", options);
  const elsewhere = [];
  page.on("request", (request) => request.url().startsWith(server.url) || elsewhere.push(request.url()));
  await page.goto(server.url + address(name));
  test.after(() => assert.deepEqual(elsewhere, []));
  return page;
}

test("every page is there, in the sidebar, and shows what it says", async (test) => {
  const built = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html"));
  assert.deepEqual(built.sort(), [...Object.keys(all).map(address), "404.html"].sort());
  const page = await visit(test, "index.md");
  const links = await page.locator(".VPSidebar a").evaluateAll((found) => found.map(({ pathname }) => pathname.replace(/^\/$/, "/index.html").slice(1)));
  assert.deepEqual(links.sort(), Object.keys(all).map(address).sort(), "the sidebar stands in docs/.vitepress/config.mjs");
  for (const link of links) {
    await page.goto(server.url + link);
    await page.locator("main h1").waitFor();
  }
});

for (const name of withEmbeds) {
  test(`the embeds of ${name} are live, light and dark`, async (test) => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await visit(test, name, { colorScheme });
      const expected = embeds(all[name]).map(({ attributes }) => attributes["data-decision"]);
      assert.deepEqual((await outcomes(page)).map(({ decision }) => decision), expected);
      assert.deepEqual(await violations(page, "a2a-negotiation"), []);
      const isDark = await page.locator("a2a-negotiation").first().evaluate(({ shadowRoot }) => getComputedStyle(shadowRoot.querySelector(".negotiation")).backgroundColor);
      assert.equal(isDark, colorScheme === "dark" ? "rgb(25, 29, 35)" : "rgb(255, 255, 255)");
    }
  });
}

test("a page that is gone to inside the site has live embeds as well", async (test) => {
  const page = await visit(test, "guide/start.md");
  await page.locator(".VPSidebar").getByRole("link", { name: "Concepts" }).click();
  await page.locator("h1", { hasText: "Concepts" }).waitFor();
  assert.deepEqual((await outcomes(page)).map(({ decision }) => decision), ["reject", "escalate"]);
});

test("without JavaScript the documents are there to be read", async (test) => {
  const page = await visit(test, "index.md", { javaScriptEnabled: false });
  const blocks = page.locator("a2a-negotiation pre");
  assert.equal(await blocks.count(), 2);
  for (const block of await blocks.all()) assert.ok(await block.isVisible());
});
