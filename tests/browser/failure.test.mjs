// What the page says when its program cannot be loaded, or comes to a sudden end.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { start, textOf } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

test("a program that cannot be loaded is said to be missing", async (test) => {
  const page = await playground.open(test, { logs: /Failed to load resource/, thrown: /fetch/ });
  await page.route("**/*.wasm", (route) => route.abort());
  await page.reload();
  await page.getByText("could not be loaded").waitFor();
});

test("an editor that cannot be loaded is said to be missing, and what was decided is there", async (test) => {
  const page = await playground.open(test, { equip: false, logs: /Failed to load resource/ });
  await page.route("**/code-editor-*.js", (route) => route.abort());
  await page.reload();
  await page.locator(".card-pane").getByText("The editor could not be loaded").waitFor();
  await page.locator('.verdict[data-decision="accept"]').waitFor();
});

test("in a narrow window the end of the page is out of sight until all is there, and so is not seen to move", async (test) => {
  const page = await playground.open(test, { width: 390, equip: false, logs: /Failed to load resource/, thrown: /fetch/ });
  await page.route("**/*.wasm", (route) => route.abort());
  await page.reload();
  await page.locator(".is-loading").waitFor();
  const [top, height] = await page.locator(".page-footer").evaluate((footer) => [footer.getBoundingClientRect().top, innerHeight]);
  assert.ok(top >= height, `${top} of ${height}`);
});

test("a sudden end is said, and what was typed can still be read", async (test) => {
  const page = await playground.open(test, { thrown: /unreachable/ });
  await page.evaluate(() => setTimeout(() => { throw new WebAssembly.RuntimeError("unreachable"); }));
  await page.getByRole("alert").filter({ hasText: "has stopped" }).waitFor();
  assert.match(await textOf(page, "card"), /Market Research Agent/);
});
