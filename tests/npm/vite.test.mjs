// A page built by Vite that imports the package, in Chromium, under a strict content security policy.

import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { build } from "vite";

import { launch, serve } from "../support/browser.mjs";
import { readCases } from "../support/cases.mjs";
import { mismatches } from "../support/match.mjs";
import { makeConsumer } from "./consumer.mjs";

const consumer = makeConsumer();
const dist = join(consumer, "dist");
const cases = readCases("gallery");
let browser;

before(async () => {
  writeFileSync(join(consumer, "index.html"), '<!doctype html><title>A page</title><script type="module" src="/page.js"></script>\n');
  writeFileSync(join(consumer, "page.js"), 'import * as negotiator from "a2a-negotiator";\nwindow.negotiator = negotiator;\n');
  await build({ root: consumer, logLevel: "error", configFile: false });
  browser = await launch();
});
after(() => browser?.close());

/** Opens the page under a content security policy, until the end of the test. */
async function open(test, policy) {
  const server = await serve(dist, { "content-security-policy": policy });
  const page = await browser.newPage();
  test.after(() => Promise.all([page.close(), server.close()]));
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(server.url, { waitUntil: "load" });
  return { page, problems };
}

test("Vite makes one script of it, without a file for the module", () => {
  const files = readdirSync(dist, { recursive: true }).filter((name) => !name.endsWith("assets"));
  assert.equal(files.length, 2, files.join(" "));
  assert.ok(files.some((name) => name.endsWith(".js")) && files.includes("index.html"));
});

test("the page negotiates the gallery", async (test) => {
  const { page, problems } = await open(test, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
  for (const { name, expect, arguments: values } of cases) {
    const outcome = await page.evaluate((given) => window.negotiator.negotiate(...given), values);
    assert.deepEqual(mismatches(expect, outcome), [], name);
  }
  const error = await page.evaluate(() => {
    try {
      window.negotiator.readCard("{");
    } catch (thrown) {
      return { name: thrown.name, code: thrown.code, line: thrown.position.line };
    }
  });
  assert.deepEqual(error, { name: "NegotiatorInputError", code: "notJson", line: 1 });
  assert.deepEqual(problems, []);
});

test("a policy that forbids WebAssembly is named by the browser", async (test) => {
  const { problems } = await open(test, "default-src 'self'");
  assert.match(problems.join("\n"), /WebAssembly/);
});
