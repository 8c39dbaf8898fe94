// A plan carried out by a page, in Chromium: what a page can do, and what it must say that it cannot.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch } from "../support/browser.mjs";
import { planFor } from "./agent.mjs";
import { makeConsumer } from "./consumer.mjs";
import { serve } from "./server.mjs";

const entry = readFileSync(join(makeConsumer(), "node_modules/a2a-negotiator/index.js"));
const key = (place, name) => ({ scheme: "key", kind: "apiKey", placement: { in: place, name, prefix: "" }, scopes: [] });
let browser;
let page;

const site = await serve(({ url, body }, response) => {
  const { pathname } = new URL(url, "http://x");
  if (pathname === "/index.js") return response.writeHead(200, { "content-type": "text/javascript" }).end(entry);
  if (pathname === "/moved") return response.writeHead(307, { location: "/a2a" }).end();
  if (pathname !== "/a2a") {
    response.writeHead(200, { "content-type": "text/html" });
    return response.end('<!doctype html><title>A page</title><script type="module">window.a2a = await import("/index.js");</script>');
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const { id } = JSON.parse(body);
  for (const state of ["WORKING", "COMPLETED"]) {
    const result = { task: { id: "t1", status: { state: `TASK_STATE_${state}` } } };
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
  }
  return response.end();
});

before(async () => {
  browser = await launch();
  page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => window.a2a !== undefined);
});
after(() => browser?.close());

test("a call is followed by its stream, with a key in a header and in the query", async () => {
  for (const credential of [key("header", "X-Key"), key("query", "key")]) {
    const plan = planFor({ url: `${site.url}/a2a`, mode: "stream", credentials: [credential] });
    const seen = await page.evaluate(async (given) => {
      const calling = window.a2a.call(given, { parts: [{ text: "x" }] }, { credentials: () => "s3cret" });
      const states = [];
      for await (const { task } of calling) states.push(task.status.state);
      return { states, end: calling.end.state };
    }, plan);
    assert.deepEqual(seen, { states: ["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"], end: "ended" });
    const { headers, url } = site.requests.at(-1);
    assert.equal(headers["x-key"] ?? new URL(url, site.url).searchParams.get("key"), "s3cret");
    assert.equal(headers["a2a-version"], "1.0");
  }
});

test("what a page cannot do is an error that says so", async () => {
  for (const [path, credentials, code, message] of [
    ["/moved", [], "redirected", /redirects to where it does not say/],
    ["/a2a", [key("cookie", "sid")], "unsendableCredential", /cookie/],
  ]) {
    const before = site.requests.length;
    const plan = planFor({ url: site.url + path, mode: "stream", credentials });
    const error = await page.evaluate(async (given) => {
      try {
        await window.a2a.planFetch(given, { credentials: () => "s3cret" })(given.url, { method: "POST", body: "{}" });
      } catch ({ name, code, message, help }) {
        return { name, code, message, help };
      }
    }, plan);
    assert.deepEqual([error.name, error.code], ["PlanFetchError", code]);
    assert.match(error.message, message);
    assert.ok(!JSON.stringify(error).includes("s3cret"));
    assert.equal(site.requests.length - before, credentials.length === 0 ? 1 : 0);
  }
});
