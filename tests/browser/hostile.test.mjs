// Hostile and huge documents: shown as text, cut short, never run, never frozen on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { VIEWS, choose, openView, pane, paste, start, verdict, verdictIs } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

const SCRIPT = "<script>window.hacked = true</script><img src=x onerror='window.hacked = true'>";

function cardWith(changes) {
  return JSON.stringify({
    name: "Hostile",
    description: "Hostile",
    version: "1.0.0",
    supportedInterfaces: [{ url: "https://agent.example.com", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "one", name: "One", description: "One", tags: ["x"] }],
    ...changes,
  });
}

/** Puts a text into an editor at once: typing a megabyte is not what is tested. */
async function put(page, side, text) {
  await pane(page, side).locator("json-editor").evaluate((editor, text) => {
    editor.replace(text);
    editor.dispatchEvent(new CustomEvent("edit"));
  }, text);
}

test("markup in a card is text wherever it comes up", async (test) => {
  const page = await playground.open(test);
  const card = cardWith({
    name: SCRIPT,
    supportedInterfaces: [{ url: "javascript:window.hacked=true", protocolBinding: SCRIPT, protocolVersion: "1.0", tenant: SCRIPT }],
    capabilities: { extensions: [{ uri: SCRIPT, required: true }] },
    securitySchemes: { [SCRIPT]: { apiKeySecurityScheme: { location: "header", name: SCRIPT } } },
    securityRequirements: [{ schemes: { [SCRIPT]: { list: [SCRIPT] } } }],
    defaultOutputModes: [SCRIPT],
    skills: [{ id: SCRIPT, name: SCRIPT, description: SCRIPT, tags: [] }],
    [SCRIPT]: SCRIPT,
  });
  await paste(page, "card", card);
  await verdictIs(page, { decision: "reject" });
  await page.getByRole("button", { name: "Show all candidates" }).click();
  await page.getByText("Explanation as text").click();
  assert.ok((await page.locator(".ladder").innerText()).includes("<script>"));
  const elements = page.locator(".decision-pane :is(script, img, iframe, a:not(.questions a))");
  assert.equal(await elements.count(), 0);
  for (const view of VIEWS) {
    await openView(page, view);
    assert.equal(await elements.count(), 0, view);
  }
  assert.equal(await page.evaluate(() => window.hacked), undefined);
});

test("characters that turn the direction of writing are spelt out", async (test) => {
  const page = await playground.open(test);
  await paste(page, "card", cardWith({ skills: [{ id: "\u202egnirts\u0007", name: "\u200b\u2066x", description: "x", tags: [] }] }));
  await page.getByRole("button", { name: "Show all candidates" }).click();
  const shown = await page.locator(".decision-pane").innerText();
  assert.ok(shown.includes("[U+202E]"), shown.slice(0, 400));
  assert.doesNotMatch(shown, /[\u202a-\u202e\u2066-\u2069\u200b]/);
  assert.doesNotMatch(await page.title(), /[\u202a-\u202e]/);
});

test("names of a megabyte are cut short, and emoji are whole", async (test) => {
  const page = await playground.open(test);
  await put(page, "card", cardWith({ name: "n".repeat(1e6), skills: [{ id: "🦀".repeat(5e5), name: "👩‍🚀".repeat(1e5), description: "", tags: [] }] }));
  await page.waitForFunction(() => document.querySelector("#skill").selectedOptions[0].text.startsWith("🦀🦀"));
  assert.ok((await page.locator(".decision-pane").innerText()).length < 20_000);
  assert.ok((await page.title()).length < 300);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
});

test("text past the limits is refused in a sentence, and the page goes on", async (test) => {
  const page = await playground.open(test);
  const reading = pane(page, "card").locator(".reading");
  await put(page, "card", `[${" ".repeat(5.5e6)}]`);
  await verdictIs(page, { stale: "true" });
  assert.match(await reading.innerText(), /more than 5242880 bytes/);
  await put(page, "card", "[".repeat(1e5));
  await page.waitForFunction(() => document.querySelector(".card-pane .reading").textContent.includes("nested deeper"));
  await put(page, "card", cardWith({ skills: Array.from({ length: 10_001 }, (_, index) => ({ id: `s${index}` })) }));
  await page.waitForFunction(() => document.querySelector(".card-pane .reading").textContent.includes("10001"));
  await put(page, "card", cardWith({}));
  await verdictIs(page, { stale: "false" });
});

test("thousands of interfaces and skills are listed only so far, with how many are left out", async (test) => {
  const page = await playground.open(test);
  const supportedInterfaces = Array.from({ length: 9000 }, (_, index) => ({ url: `https://agent.example.com/${index}`, protocolBinding: "other", protocolVersion: "1.0" }));
  await put(page, "card", cardWith({ supportedInterfaces, skills: Array.from({ length: 9000 }, (_, index) => ({ id: `s${index}` })) }));
  await verdictIs(page, { decision: "reject", step: "interface" });
  assert.ok((await page.locator('.rung[data-step="interface"] .candidate').count()) <= 40);
  assert.match(await page.locator('.rung[data-step="interface"] .left-out').innerText(), /8960 more are left out/);
  assert.match(await page.locator(".findings + .left-out").innerText(), /more are left out/);
});

test("the page survives what is no card at all", async (test) => {
  const page = await playground.open(test);
  for (const text of ["null", "1", '"text"', "[]", "{}", "\ufeff{}", '{"__proto__": {"constructor": 1}}', "{'a': 1}", "// no", "<html>", "", "\u0000"]) {
    await put(page, "card", text);
  }
  await choose(page, "A binding in lower case");
  assert.equal((await verdict(page)).step, "interface");
});
