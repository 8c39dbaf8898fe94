// The page in a frame of another one, on another origin: its height, its theme, and what it takes from whom.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launch, serve } from "../support/browser.mjs";
import { folder, until } from "../support/playground.mjs";

const guide = readFileSync(new URL("../../docs/guide/embed-playground.md", import.meta.url), "utf8");
const [, recipe] = /```html frame\.html\n([^]*?)```/.exec(guide);
let browser;
let playground;
let host;
const hosted = mkdtempSync(join(tmpdir(), "playground-host-"));

before(async () => {
  browser = await launch();
  playground = await serve(folder);
  mkdirSync(hosted, { recursive: true });
  host = await serve(hosted);
});
after(() => Promise.all([browser?.close(), playground?.close(), host?.close()]));

/** Opens a page of another origin, which fails the test by whatever it or a frame logs as an error. */
async function open(test, html, { width = 900, scheme = "light" } = {}) {
  writeFileSync(join(hosted, "index.html"), `<!doctype html><html lang="en"><title>Host</title>${html}`);
  const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme: scheme, serviceWorkers: "block" });
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  test.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  await page.goto(host.url);
  return page;
}

const frame = (parameters, id = "frame") => `<iframe id="${id}" title="A negotiation" style="width:100%;height:600px" src="${playground.url}?embed=1&${parameters}"></iframe>`;

test("the recipe of the guide shows its documents, as high as they need", async (test) => {
  const page = await open(test, recipe.replaceAll("https://playground.example.com/", playground.url).replaceAll("https://playground.example.com", new URL(playground.url).origin));
  const shown = page.frameLocator("iframe");
  await shown.locator('.verdict[data-decision="reject"]').waitFor();
  await shown.getByRole("heading", { name: "Steps" }).waitFor();
  assert.equal(await shown.locator(".page-header, .page-footer, .document-pane, .intent, .questions").locator("visible=true").count(), 0);
  await until(async () => {
    const { height } = await page.locator("iframe").boundingBox();
    const content = await shown.locator("body").evaluate((body) => body.getBoundingClientRect().height);
    assert.ok(height > 300 && Math.abs(height - content) <= 1, `${height} pixels for ${content}`);
  });
  // The link leads to the whole page, with the same documents.
  const link = shown.getByRole("link", { name: "Open in the playground" });
  await until(async () => assert.match(await link.getAttribute("href"), /^http:\/\/127\.0\.0\.1:\d+\/#v1=./));
  const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await opened.locator('.verdict[data-decision="reject"]').waitFor();
  assert.ok(await opened.locator(".page-header").isVisible());
});

test("two frames in one page each have their part, theme and documents, and no draft", async (test) => {
  const page = await open(test, frame("view=plan&theme=dark&readonly=1", "one") + frame("view=matrix&theme=light", "two"), { scheme: "dark" });
  const [one, two] = [page.frameLocator("#one"), page.frameLocator("#two")];
  await one.getByRole("heading", { name: "Call plan" }).waitFor();
  await two.locator(".verdict").waitFor();
  assert.equal(await one.locator("html").getAttribute("data-theme"), "dark");
  assert.equal(await two.locator("html").getAttribute("data-theme"), "light");
  assert.ok(!(await one.locator(".ladder").isVisible()));
  await two.getByRole("heading", { name: "Interfaces" }).waitFor();

  // An editor is built when it is seen.
  await two.locator(".card-pane json-editor").scrollIntoViewIfNeeded();
  await two.locator(".card-pane .cm-content").click();
  await page.keyboard.type("?");
  await two.locator(".card-pane .reading.refused").waitFor();
  const drafts = await two.locator("html").evaluate(() => Object.keys(localStorage).filter((name) => name.includes("draft")));
  assert.deepEqual(drafts, []);
  assert.equal(await one.locator('.verdict[data-decision="accept"]').count(), 1);
});

test("a card that is set is asked for a skill of its own, or for none", async (test) => {
  const page = await open(test, frame("view=ladder"));
  const shown = page.frameLocator("#frame");
  await shown.locator('.verdict[data-decision="accept"]').waitFor();
  const { chosen, skills } = await choice();
  const set = (message) => page.evaluate((message) => document.getElementById("frame").contentWindow.postMessage({ type: "a2a-playground:set", ...message }, "*"), message);
  const card = (...ids) => JSON.stringify({ name: "Echo", skills: ids.map((id) => ({ id, name: id, description: "Says it again.", tags: ["echo"] })) });
  const asks = (expected) => until(async () => assert.deepEqual(await choice(), expected));
  /** The skills that can be chosen, and the one that is. */
  function choice() {
    return shown.locator(".intent select").first().evaluate((select) => {
      const texts = [...select.options].filter(({ value }) => value !== "none").map(({ textContent }) => textContent);
      return { chosen: select.value === "none" ? null : select.selectedOptions[0].textContent, skills: texts };
    });
  }

  assert.ok(chosen && skills.includes(chosen));
  const { id } = JSON.parse(await shown.locator(".card-pane json-editor").evaluate((editor) => editor.text)).skills[skills.indexOf(chosen)];
  await set({ card: card("echo", id) });
  await asks({ chosen: id, skills: ["echo", id] });
  await set({ card: card("other") });
  await asks({ chosen: null, skills: ["other"] });
  await set({ skill: "other" });
  await asks({ chosen: "other", skills: ["other"] });
  await set({ skill: "" });
  await asks({ chosen: null, skills: ["other"] });
  // What the host asks for is asked for, though the card does not have it.
  await set({ card: card("third"), skill: "other" });
  await asks({ chosen: "other (not on this card)", skills: ["other (not on this card)", "third"] });
});

test("nothing is taken from others, or of another shape", async (test) => {
  // A frame beside it is not the page around it.
  const page = await open(test, `${frame("readonly=1")}<iframe id="other" title="Another" srcdoc="<p>Another</p>"></iframe>`);
  const shown = page.frameLocator("#frame");
  await shown.locator('.verdict[data-decision="accept"]').waitFor();
  const set = { type: "a2a-playground:set", profile: '{ "bindings": [] }' };
  const other = page.frame({ url: "about:srcdoc" });
  await other.evaluate((set) => parent.document.getElementById("frame").contentWindow.postMessage(set, "*"), set);
  await page.evaluate(() => {
    window.answers = [];
    addEventListener("message", ({ data }) => data.type === "a2a-playground:refused" && answers.push(data.why));
  });
  const post = (message) => page.evaluate((message) => document.getElementById("frame").contentWindow.postMessage(message, "*"), message);
  for (const message of [null, "text", { ...set, type: "set" }, { ...set, profile: {} }, { ...set, html: "<p>" }, { ...set, card: "x".repeat(5 * 1024 * 1024 + 1) }]) await post(message);
  // What comes after all of these is the first that counts.
  await post({ type: "a2a-playground:set", card: "<img src=x onerror=alert(1)>" });
  const text = (side) => shown.locator(`.${side}-pane json-editor`).evaluate((editor) => editor.text);
  await until(async () => assert.match(await text("card"), /^<img src=x/));
  assert.doesNotMatch(await text("profile"), /"bindings": \[\]/);
  assert.equal(await shown.locator("img").count(), 0);
  assert.deepEqual((await page.evaluate(() => answers)).map((why) => why.split("; ")[0]), [
    "`profile` is not a text",
    "`html` cannot be set",
    "`card` is longer than 5242880 characters",
  ]);
});
