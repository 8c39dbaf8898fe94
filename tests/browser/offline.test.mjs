// The page without a connection, once it was there.

import assert from "node:assert/strict";
import { test } from "node:test";

import { launch, serve } from "../support/browser.mjs";
import { folder, until } from "../support/playground.mjs";

const FETCHED = { name: "Fetched agent", supportedInterfaces: [{ url: "https://a.example.com", protocolBinding: "GRPC", protocolVersion: "1.0" }] };

test("the page opens without its server, with all its parts, and keeps no card that was fetched", async (test) => {
  const browser = await launch();
  test.after(() => browser.close());
  const server = await serve(folder);
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(server.url);
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel="manifest"]').href)).json());
  assert.equal(manifest.start_url, "./");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload();
  await page.locator(".verdict").waitFor();
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));

  // A card from the page's own server, which is none of its files.
  await page.route("**/.well-known/agent-card.json", (route) => route.fulfill({ json: FETCHED }));
  await page.getByLabel("Host or address of a card").fill(server.url);
  await page.keyboard.press("Enter");
  await until(async () => assert.match(await page.locator(".card-pane .cm-content").textContent(), /Fetched agent/));
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname);
  });
  assert.ok(kept.includes("/index.html") && kept.some((path) => path.endsWith(".wasm")), String(kept));
  assert.deepEqual(kept.filter((path) => path.includes("well-known")), []);

  await server.close();
  await page.goto(`${server.url}?view=callers`);
  await page.getByRole("table").waitFor();
  await page.getByRole("link", { name: "Decision" }).click();
  await page.locator(".verdict").waitFor();
  assert.deepEqual(problems, []);
});
