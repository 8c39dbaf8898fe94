// The custom element of the packed package, in Chromium, on pages under a strict content security policy.

import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import * as esbuild from "esbuild";

import { importPackage, makeConsumer } from "../npm/consumer.mjs";
import { launch } from "../support/browser.mjs";
import { readCases } from "../support/cases.mjs";
import { toPrintable } from "../../negotiator/npm/printable.mjs";
import { unpack } from "../../playground/web/keeper/link.js";
import { STRICT, open, outcomes, site, violations } from "./pages.mjs";

const consumer = makeConsumer();
const home = join(consumer, "node_modules/a2a-negotiator");
const { explain, negotiate } = await importPackage(consumer);
const cases = readCases("gallery");
const named = (name) => cases.find((found) => found.name === `gallery/${name}`).arguments;
const text = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
const escaped = (value) => text(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const script = '<script type="module" src="/package/embed.js"></script>';
const embed = ([card, profile, intent], attributes = "") =>
  `<a2a-negotiation ${attributes}><pre>${escaped(card)}</pre>\n<pre><code>${escaped(profile)}</code></pre><pre>${escaped(intent)}</pre></a2a-negotiation>`;
const refused = named("no-shared-output");
let browser;
let strict;
let forbidding;

before(async () => {
  const folder = join(consumer, "site");
  const pages = {
    "gallery.html": script + cases.map(({ arguments: given }) => embed(given)).join("\n"),
    "refused.html": script + embed(refused),
    "shapes.html": script + ["research-agent", "no-shared-output", "speech-to-settle", "push-under-mutual-tls"].map((name) => embed(named(name))).join("\n"),
    "missing.html": embed(refused) + '<script type="module" src="/broken/embed.js"></script>',
    "lazy.html": `${script}${"<p>Words.</p>".repeat(400)}<div id="there">${embed(refused)}${embed(refused)}</div>`,
    "marked.html": `${script}<a2a-negotiation skill="market-size"><p>An agent and its client</p>
      <script type="application/json" data-profile>${text(refused[1])}</script>
      <template data-card>${escaped(refused[0])}</template></a2a-negotiation>
      <div data-card="of another"><a2a-negotiation><pre>${escaped(refused[0]).replaceAll("\n", "<br>")}</pre></a2a-negotiation></div>
      <a2a-negotiation><p>Nothing</p></a2a-negotiation>`,
  };
  strict = await site(folder, pages, { "content-security-policy": STRICT });
  symlinkSync(home, join(folder, "package"));
  const broken = join(folder, "broken");
  await esbuild.build({ entryPoints: [join(home, "embed.js")], outdir: broken });
  forbidding = await site(folder, {}, { "content-security-policy": "default-src 'none'; script-src 'self'" });
  browser = await launch();
});
after(() => Promise.all([browser?.close(), strict?.close(), forbidding?.close()]));

test("a link opens a playground with what is shown, and only where it can", async (test) => {
  const [card, profile] = refused.map(text);
  const element = (attributes, intent) => `<a2a-negotiation ${attributes}><pre>${escaped(card)}</pre><pre>${escaped(profile)}</pre>${intent ? `<pre>${escaped(intent)}</pre>` : ""}</a2a-negotiation>`;
  const address = 'playground="/try/?a=b"';
  const body = [
    element(`${address} skill="market-size" task-class="asyncCompletion"`),
    element('skill="market-size"'),
    element('playground="javascript:alert(1)"'),
    element(address, { skill: "market-size", sends: ["text/plain"] }),
    `<a2a-negotiation ${address}><pre>${escaped(card)}</pre><pre>${escaped({ ...refused[1], cardUrl: "https://name:s3cretword@agent.example/" })}</pre></a2a-negotiation>`,
  ].join("\n");
  const server = await site(join(consumer, "linked"), { "index.html": script + body }, { "content-security-policy": STRICT });
  symlinkSync(home, join(consumer, "linked/package"));
  test.after(() => server.close());
  const page = await open(test, browser, `${server.url}index.html`);
  await outcomes(page);
  const link = first(page).getByRole("link", { name: "open in the playground" });
  await link.waitFor();
  const leadsTo = async () => {
    const { origin, pathname, search, hash } = new URL(await link.getAttribute("href"));
    assert.equal(origin + pathname + search, `${server.url}try/?a=b`);
    return JSON.parse(await unpack(hash));
  };
  assert.deepEqual(await leadsTo(), { card, profile, skill: "market-size", taskClass: "asyncCompletion" });
  assert.equal(await page.getByRole("link", { name: "open in the playground" }).count(), 1);
  const before = await link.getAttribute("href");
  await first(page).locator("summary", { hasText: "card and profile" }).click();
  await first(page).getByRole("textbox", { name: "profile" }).fill('{"accepts": ["application/pdf"]}');
  await first(page).locator(`a.playground:not([href="${before}"])`).waitFor();
  assert.equal((await leadsTo()).profile, '{"accepts": ["application/pdf"]}');
});

const first = (page) => page.locator("a2a-negotiation").first();

test("every case of the gallery is shown as the core decides and explains it", async (test) => {
  const page = await open(test, browser, `${strict.url}gallery.html`);
  const shown = await outcomes(page);
  for (const [index, { name, arguments: given }] of cases.entries()) {
    const texts = given.map(text);
    const outcome = negotiate(...texts);
    assert.deepEqual(shown[index], outcome, name);
    const box = page.locator("a2a-negotiation").nth(index);
    const [verdict] = explain(outcome).split("\n");
    assert.equal(await box.locator(".headline > span:last-child").innerText(), verdict.replaceAll("`", ""), name);
    assert.equal(await box.locator(".ladder > li").count(), outcome.steps.length, name);
    assert.equal(await box.locator(".fixes li").count(), outcome.fixes?.length ?? 0, name);
  }
});

test("the core is loaded once, when the first element comes into view", async (test) => {
  const page = await open(test, browser, `${strict.url}lazy.html`);
  await page.waitForFunction(() => customElements.get("a2a-negotiation"));
  // The observer has told where the elements are before a second frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const loads = () => page.requested.filter((path) => path.endsWith("/index.js")).length;
  assert.equal(loads(), 0);
  assert.ok(await first(page).locator("pre").first().isVisible());
  const decisions = (await outcomes(page)).map(({ decision }) => decision);
  assert.deepEqual(decisions, ["reject", "reject"]);
  assert.equal(loads(), 1);
  assert.ok(!(await first(page).locator("pre").first().isVisible()));
});

test("documents are found by their marks, or as blocks of code", async (test) => {
  const page = await open(test, browser, `${strict.url}marked.html`);
  const [marked, lines, nothing] = await outcomes(page);
  assert.equal(marked.rejection.code, "noSharedOutput");
  assert.equal(lines.decision, negotiate(refused[0], {}).decision);
  assert.equal(nothing, null);
  assert.match(await page.locator(".misuse").last().innerText(), /JSON/);
});

test("what is in the element stays where nothing can be shown", async (test) => {
  const reads = async (page) => {
    for (const block of await first(page).locator("pre").all()) assert.ok(await block.isVisible());
  };
  await reads(await open(test, browser, `${strict.url}refused.html`, { javaScriptEnabled: false }));
  for (const [url, logs] of [[`${strict.url}missing.html`, /404/], [`${forbidding.url}refused.html`, /WebAssembly|Content Security Policy/]]) {
    const page = await open(test, browser, url, { logs });
    const note = first(page).getByRole("note");
    await note.waitFor();
    assert.match(await note.innerText(), /^the negotiation cannot be shown: ./);
    await reads(page);
  }
});

test("a reader edits, is told what is wrong, and goes back", async (test) => {
  const page = await open(test, browser, `${strict.url}refused.html`);
  await outcomes(page);
  const box = first(page);
  const decision = () => box.evaluate(({ outcome }) => outcome.decision);
  await box.getByText("card and profile").click();
  const profile = box.getByRole("textbox", { name: "profile" });
  const back = box.getByRole("button", { name: "as it was" });
  assert.ok(!(await back.isVisible()));
  await profile.fill('{\n  "accepts": ["application/pdf"');
  assert.match(await box.getByRole("alert").innerText(), /line 2/);
  assert.equal(await decision(), "reject");
  await profile.fill(text({ ...refused[1], accepts: ["application/pdf"] }));
  assert.equal(await decision(), "accept");
  assert.equal(await box.getByRole("alert").count(), 0);
  assert.match(await box.getByRole("status").innerText(), /^accepted: /);
  await back.click();
  assert.equal(await decision(), "reject");
  assert.deepEqual(JSON.parse(await profile.inputValue()), refused[1]);
});

test("a page that changes the element is followed, and an edit is not lost to it", async (test) => {
  const page = await open(test, browser, `${strict.url}refused.html`);
  await outcomes(page);
  const box = first(page);
  const code = () => box.evaluate(async (element) => (await new Promise((resolve) => setTimeout(resolve)), element.outcome.rejection?.code));
  await box.evaluate((element) => (element.querySelector("pre:last-of-type").textContent = '{"skill": "other"}'));
  assert.equal(await code(), "unknownSkill");
  await box.getByText("card and profile").click();
  await box.getByRole("textbox", { name: "card" }).fill("[]");
  assert.equal(await code(), "notACard");
  await box.evaluate((element) => (element.querySelector("pre:last-of-type").textContent = "{}"));
  assert.equal(await code(), "notACard");
});

test("places lead to their lines, and the keyboard opens what there is", async (test) => {
  const page = await open(test, browser, `${strict.url}refused.html`);
  await outcomes(page);
  const box = first(page);
  await box.locator(".verdict").getByRole("button", { name: "card line" }).click();
  const area = box.getByRole("textbox", { name: "card" });
  const chosen = await area.evaluate(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd));
  assert.deepEqual(JSON.parse(`{${chosen}}`).outputModes, ["application/pdf"]);
  const steps = box.locator("summary", { hasText: /^steps$/ });
  const step = box.locator(".ladder summary", { hasText: "interface" });
  await steps.focus();
  await page.keyboard.press("Enter");
  assert.ok(!(await step.isVisible()));
  await page.keyboard.press("Enter");
  assert.ok(await step.isVisible());
  assert.ok(await box.locator(".ladder .candidates", { hasText: "application/json" }).isVisible(), "the step that refuses is open");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  assert.ok(await box.locator(".ladder .candidates", { hasText: "JSONRPC 0.3" }).isVisible());
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 320]]) {
  test(`axe-core finds nothing to mend, ${colorScheme}, ${width} pixels wide`, async (test) => {
    const page = await open(test, browser, `${strict.url}shapes.html`, { colorScheme, viewport: { width, height: 800 } });
    await outcomes(page);
    await page.locator("a2a-negotiation").evaluateAll((all) => {
      for (const { shadowRoot } of all) for (const details of shadowRoot.querySelectorAll("details")) details.open = true;
    });
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  });
}

test("the page decides on colours, by its scheme, by properties and by the attribute", async (test) => {
  const page = await open(test, browser, `${strict.url}refused.html`);
  await outcomes(page);
  const paper = () => first(page).evaluate(({ shadowRoot }) => getComputedStyle(shadowRoot.querySelector(".negotiation")).backgroundColor);
  const [light, dark] = ["rgb(255, 255, 255)", "rgb(25, 29, 35)"];
  assert.equal(await paper(), light);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await paper(), dark);
  await page.evaluate(() => (document.documentElement.style.colorScheme = "light"));
  assert.equal(await paper(), light);
  await first(page).evaluate((element) => element.setAttribute("theme", "dark"));
  assert.equal(await paper(), dark);
  await page.evaluate(() => document.body.style.setProperty("--a2a-paper", "rgb(1, 2, 3)"));
  assert.equal(await paper(), "rgb(1, 2, 3)");
});

test("it loads where there is no document, and bundlers keep it", async () => {
  const { NegotiationElement } = await import(pathToFileURL(join(home, "embed.js")));
  const required = createRequire(join(consumer, "index.cjs"))("a2a-negotiator/embed");
  assert.equal(typeof NegotiationElement, "function");
  assert.deepEqual(Object.keys(required), ["NegotiationElement"]);
  const { outputFiles } = await esbuild.build({
    stdin: { contents: 'import "a2a-negotiator/embed";', resolveDir: consumer },
    bundle: true,
    splitting: true,
    format: "esm",
    outdir: join(consumer, "bundled"),
    write: false,
  });
  const [entry, ...chunks] = outputFiles.map((file) => file.text);
  assert.match(entry, /customElements\.define/);
  const start = toPrintable(Buffer.from("\0asm"));
  assert.ok(!entry.includes(start), "the module is in a chunk of its own");
  assert.ok(chunks.some((chunk) => chunk.includes(start)));
});
