// What is kept: drafts over a reload, links that hold all, and nothing that looks like a secret.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { choose, paste, start, textOf, until, verdictIs } from "../support/playground.mjs";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const PROFILE = '{\n  "accepts": ["text/plain"],\n  "extensions": ["https://example.com/ext/é/v1"]\n}';
let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

/** Presses the button, and returns the link, or what is said instead of one. */
async function linkOf(page) {
  await page.getByRole("button", { name: "Copy link" }).click();
  const said = page.locator(".take-along .copy-said").first();
  await page.waitForFunction((element) => element.textContent !== "", await said.elementHandle());
  return (await said.textContent()) === "Copied" ? page.evaluate(() => navigator.clipboard.readText()) : said.textContent();
}

/** A link as the page makes them, to any content. */
const link = (content, start = "#v1=") => playground.url + start + deflateRawSync(content, { level: 9 }).toString("base64url");

/** Goes to a link as from elsewhere. */
async function visit(page, url) {
  await page.goto("about:blank");
  await page.goto(url);
  await page.locator(".verdict").waitFor();
}

test("what was edited is there after a reload, and so is what was chosen", async (test) => {
  const page = await playground.open(test);
  await choose(page, "A binding in lower case");
  await paste(page, "profile", PROFILE);
  await page.getByLabel("Class of task").selectOption("fireAndForget");
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes("fireAndForget"));
  await page.reload();
  await page.locator(".verdict").waitFor();
  assert.equal(await textOf(page, "profile"), PROFILE);
  assert.equal(await page.getByLabel("Class of task").inputValue(), "fireAndForget");
  assert.match(await page.locator("#example").evaluate((select) => select.selectedOptions[0].text), /^A binding in lower case/);
  assert.equal(await page.locator(".edited").innerText(), "edited");
});

test("the way back to what an example replaced is there after a reload too", async (test) => {
  const page = await playground.open(test);
  await paste(page, "card", '{"name": "Mine"}');
  await choose(page, "A binding in lower case");
  await page.getByRole("button", { name: "Bring it back" }).waitFor();
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes("setAside"));
  await page.reload();
  await verdictIs(page, { decision: "reject", step: "interface" });
  await page.getByRole("button", { name: "Bring it back" }).click();
  assert.equal(await textOf(page, "card"), '{"name": "Mine"}');
  await page.waitForFunction(() => !JSON.stringify({ ...localStorage }).includes("setAside"));
});

test("each of several texts that were replaced can be had back, after a reload too", async (test) => {
  const page = await playground.open(test);
  const card = (name) => JSON.stringify({ name, supportedInterfaces: [] });
  for (const name of ["First", "Second", "Third"]) {
    await paste(page, "card", card(name));
    await choose(page, name === "Second" ? "A card of version 0.3" : "A binding in lower case");
  }
  const notice = page.locator(".notice");
  const earlier = notice.locator("details");
  await notice.getByText("Your card Third was replaced, and can be brought back.").waitFor();
  assert.equal(await notice.getByRole("button", { name: "Bring it back" }).count(), 1, "the others are folded away");
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes("Third"));
  await page.reload();
  await earlier.getByText("2 texts replaced before").click();
  const first = earlier.locator("li", { hasText: "First" });
  await first.getByRole("button", { name: "Bring it back" }).click();
  await until(async () => assert.equal(await textOf(page, "card"), card("First")));
  await earlier.getByText("1 text replaced before").waitFor();

  // What it takes the place of is set aside in its turn.
  await earlier.getByRole("button", { name: "Bring it back" }).click();
  await until(async () => assert.equal(await textOf(page, "card"), card("Second")));
  await notice.getByText("Your card First was replaced").waitFor();
  await earlier.locator("li", { hasText: "Third" }).getByRole("button", { name: "Dismiss" }).click();
  await earlier.waitFor({ state: "detached" });
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await notice.waitFor({ state: "detached" });
});

test("a link to what stands there already replaces nothing, and says nothing of it", async (test) => {
  const page = await playground.open(test, CLIPBOARD);
  await paste(page, "profile", PROFILE);
  const made = await linkOf(page);
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes("text/plain"));
  await visit(page, made);
  await page.waitForFunction(() => document.querySelector(".profile-pane json-editor")?.text.includes("ext/é"));
  await page.reload();
  await page.locator(".verdict").waitFor();
  assert.equal(await textOf(page, "profile"), PROFILE);
  assert.equal(await page.getByRole("button", { name: "Bring it back" }).count(), 0);
});

test("each tab has its own draft, and a new one begins with the last", async (test) => {
  const page = await playground.open(test);
  const isKept = (tab, word) => tab.waitForFunction((word) => JSON.stringify({ ...localStorage }).includes(word), word);
  await paste(page, "profile", '{ "accepts": ["text/one"] }');
  await isKept(page, "text/one");
  const other = await page.context().newPage();
  await other.goto(playground.url);
  await other.locator(".verdict").waitFor();
  assert.match(await textOf(other, "profile"), /text\/one/);
  await paste(other, "profile", '{ "accepts": ["text/two"] }');
  await isKept(other, "text/two");
  await page.reload();
  await page.locator(".verdict").waitFor();
  assert.match(await textOf(page, "profile"), /text\/one/);
});

test("a browser that keeps nothing has no drafts, and a page all the same", async (test) => {
  const page = await playground.open(test);
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } }));
  await page.addInitScript(() => Object.defineProperty(window, "sessionStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } }));
  await paste(page, "card", "{}");
  await page.reload();
  await verdictIs(page, { decision: "accept", stale: "false" });
  await paste(page, "card", "{}");
  await page.getByText("no room for your work, or keeps nothing").waitFor();
});

test("a link brings both documents, the call and the chosen step to somebody else", async (test) => {
  const page = await playground.open(test, CLIPBOARD);
  await choose(page, "A card of version 0.3");
  await paste(page, "profile", PROFILE);
  await page.getByLabel("Class of task").selectOption("asyncCompletion");
  await page.locator('.rung[data-step="mediaTypes"] button').first().click();
  const made = await linkOf(page);
  assert.match(made, /#v1=[\w-]+&step=mediaTypes$/);
  const card = await textOf(page, "card");

  const other = await playground.open(test);
  await visit(other, made);
  await other.locator('.rung[data-step="mediaTypes"].is-chosen').waitFor();
  assert.equal(await textOf(other, "card"), card);
  assert.equal(await textOf(other, "profile"), PROFILE);
  assert.equal(await other.getByLabel("Class of task").inputValue(), "asyncCompletion");
  assert.equal(other.url(), made, "the address is that of the link, to be handed on");
  await paste(other, "profile", "{}");
  await other.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('\\"profile\\":\\"{}\\"'));
  await other.reload();
  await other.locator(".verdict").waitFor();
  assert.equal(await textOf(other, "profile"), "{}");
});

test("a step can be named in a link by hand, and one that is unknown is none", async (test) => {
  const page = await playground.open(test);
  await visit(page, `${link('{"example":"research-agent"}')}&step=credentials`);
  await page.locator('.rung[data-step="credentials"].is-chosen').waitFor();
  await visit(page, `${link('{"example":"no-shared-output"}')}&step=%3Cscript%3E`);
  await verdictIs(page, { decision: "reject", step: "mediaTypes" });
  assert.equal(await page.locator(".rung.is-chosen").count(), 0);
});

test("an example that was not touched is a short link", async (test) => {
  const page = await playground.open(test, CLIPBOARD);
  await choose(page, "The agent stops offering JSON");
  const made = await linkOf(page);
  assert.ok(made.length - playground.url.length < 80, made);
  await visit(page, made);
  await verdictIs(page, { decision: "reject", step: "mediaTypes" });
});

test("a link does not take away what somebody has written", async (test) => {
  const page = await playground.open(test);
  await paste(page, "card", '{"name": "Mine"}');
  await page.evaluate((url) => (location.href = url), link('{"example":"no-shared-output"}'));
  await verdictIs(page, { decision: "reject", step: "mediaTypes" });
  await page.getByRole("button", { name: "Bring it back" }).click();
  assert.equal(await textOf(page, "card"), '{"name": "Mine"}');
});

test("a link that cannot be opened is a sentence, and the page stays as it was", async (test) => {
  const page = await playground.open(test);
  const bomb = `{"card":"${" ".repeat(64 * 1024 * 1024)}`;
  for (const [name, url, said] of [
    ["another version", link("{}", "#v2="), "another version"],
    ["cut", link('{"example":"no-shared-output"}').slice(0, -9), "damaged"],
    ["not base64", `${playground.url}#v1=%%%`, "damaged"],
    ["nothing", `${playground.url}#v1=`, "damaged"],
    ["a bomb", link(bomb), "damaged"],
    ["not Unicode", link(Buffer.from([0xff, 0xfe])), "damaged"],
    ["too long", `${playground.url}#v1=${"A".repeat(40_000)}`, "damaged"],
    ["no documents", link('{"card": 1}'), "no card and profile"],
    ["deep", link("[".repeat(100_000)), "no card and profile"],
    ["markup", link('{"card":"<img src=x onerror=alert(1)>"}'), "no card and profile"],
  ]) {
    await visit(page, url);
    await page.getByRole("alert").getByText(said).waitFor({ timeout: 20_000 }).catch((error) => {
      throw new Error(name, { cause: error });
    });
    await verdictIs(page, { decision: "accept" });
  }
  await page.getByRole("button", { name: "Dismiss" }).click();
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("another part of an address than a link is none", async (test) => {
  const page = await playground.open(test);
  await visit(page, `${playground.url}#top`);
  await verdictIs(page, { decision: "accept" });
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("nothing that looks like a secret is put into a link or kept", async (test) => {
  const page = await playground.open(test, CLIPBOARD);
  const token = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "c2lnbmF0dXJl"].join(".");
  for (const secret of [token, `sk-${"a1".repeat(16)}`, "https://me:password@agent.example.com", `Bearer ${"x".repeat(24)}`]) {
    await paste(page, "card", JSON.stringify({ name: "Mine", description: secret, supportedInterfaces: [] }));
    assert.match(await linkOf(page), /looks like a secret/, secret);
    await page.getByText("nothing is kept for your next visit").waitFor();
    assert.equal(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })), "{}", secret);
  }
});

test("documents that are too large to be kept are said to be", async (test) => {
  const page = await playground.open(test);
  await paste(page, "card", JSON.stringify({ name: "Mine", description: "x ".repeat(300_000), supportedInterfaces: [] }));
  const said = page.getByText("too large to be kept for your next visit");
  await said.waitFor();
  await paste(page, "card", "{}");
  await said.waitFor({ state: "detached" });
});

test("a link that would be too long is not made", async (test) => {
  const page = await playground.open(test, CLIPBOARD);
  // Numbers of a generator that is always the same, which no compression makes short.
  let state = 1;
  const numbers = Array.from({ length: 8_000 }, () => (state = (state * 48_271) % 2_147_483_647));
  await paste(page, "card", JSON.stringify({ name: "Mine", supportedInterfaces: [], numbers }));
  assert.match(await linkOf(page), /a link of \d+,\d+ characters, which many programs cut/);
});

test("the decision is copied as Markdown with both documents", async (test) => {
  const page = await playground.open(test, CLIPBOARD);
  await choose(page, "The agent stops offering JSON");
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.locator(".take-along .copy-said", { hasText: "Copied" }).waitFor();
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(markdown, /^### ✗ Refused at step 3, media types\n\n```text\n/);
  for (const side of ["card", "profile"]) assert.ok(markdown.includes(`\`\`\`json\n${await textOf(page, side)}\n\`\`\``), side);
});

test("the decision is copied as code, and as a case for tests", async (test) => {
  const page = await playground.open(test, CLIPBOARD);
  await choose(page, "The agent stops offering JSON");
  const copied = async (name) => {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.getByRole("button", { name }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const code = await copied("Copy as TypeScript");
  assert.match(code, /^import \{ explain, negotiate, type ClientProfile \} from "a2a-negotiator";\n/);
  for (const side of ["card", "profile"]) assert.ok(code.includes(await textOf(page, side)), side);

  const { card, profile, intent, expect, title, note } = JSON.parse(await copied("Copy as test case"));
  assert.deepEqual([card, profile], [JSON.parse(await textOf(page, "card")), JSON.parse(await textOf(page, "profile"))]);
  assert.deepEqual(intent, { skill: "market-size", taskClass: "standard" });
  assert.deepEqual(expect, { decision: "reject", rejection: { step: "mediaTypes", code: "noSharedOutput" } });
  assert.ok(title && note);
});

test("a file that is dropped on an editor takes the place of its text, and can be taken back", async (test) => {
  const page = await playground.open(test);
  const before = await textOf(page, "card");
  await page.locator(".card-pane .cm-content").evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{"name": "Dropped"}'], "card.json", { type: "application/json" }));
    content.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => document.querySelector(".card-pane json-editor").text === '{"name": "Dropped"}');
  assert.equal(await page.locator("#example").evaluate((select) => select.selectedOptions[0].text), "a card of your own");
  await page.locator(".card-pane .cm-content").focus();
  await page.keyboard.press("ControlOrMeta+z");
  assert.equal(await textOf(page, "card"), before);
});
