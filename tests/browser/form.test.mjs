// The profile as a form: what is changed there is an edit of the text, in its author's layout; and profiles of real
// clients take its place.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";

import { choose, pane, paste, start, textOf, verdictIs } from "../support/playground.mjs";

const PRESETS = new URL("../../playground/presets/", import.meta.url);
const presets = readdirSync(PRESETS).map((name) => JSON.parse(readFileSync(new URL(name, PRESETS), "utf8")));
let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

async function openForm(page) {
  await page.getByRole("button", { name: "Form", exact: true }).click();
  const form = pane(page, "profile").locator("profile-form");
  await form.getByRole("group", { name: "Bindings" }).waitFor();
  return form;
}

/** Waits until the profile reads as this value. */
const profileIs = (page, expected) =>
  page.waitForFunction((expected) => {
    try {
      return JSON.stringify(JSON.parse(document.querySelector(".profile-pane json-editor").text)) === expected;
    } catch {
      return false;
    }
  }, JSON.stringify(expected));

test("lists are added to, put in order and taken from, and the rest of the text stays as it is", async (test) => {
  const page = await playground.open(test);
  await paste(page, "profile", '{\n    "x-mine": {"kept":   true},\n    "accepts": [ "text/plain" ],\n    "credentials": ["bearer"]\n}');
  await verdictIs(page, { decision: "reject" });
  const form = await openForm(page);
  const accepts = form.getByRole("group", { name: "Accepts" });
  await accepts.getByRole("combobox", { name: "Add to accepts" }).fill("application/json");
  await page.keyboard.press("Enter");
  await verdictIs(page, { decision: "accept" });
  assert.equal(
    await textOf(page, "profile"),
    '{\n    "x-mine": {"kept":   true},\n    "accepts": [ "text/plain", "application/json" ],\n    "credentials": ["bearer"]\n}',
  );
  assert.equal(await page.evaluate(() => document.activeElement.id), "profile-accepts-add", "the next can be typed at once");
  await accepts.getByRole("button", { name: "Move application/json up" }).click();
  await profileIs(page, { "x-mine": { kept: true }, accepts: ["application/json", "text/plain"], credentials: ["bearer"] });
  assert.equal(await page.evaluate(() => document.activeElement.value), "application/json", "the focus goes along");
  await accepts.getByRole("button", { name: "Remove text/plain" }).click();
  await profileIs(page, { "x-mine": { kept: true }, accepts: ["application/json"], credentials: ["bearer"] });

  // A list that is left out begins with what it means.
  const bindings = form.getByRole("group", { name: "Bindings" });
  assert.match(await bindings.innerText(), /Left out, which means/);
  await bindings.getByRole("button", { name: "Move HTTP+JSON up" }).click();
  await profileIs(page, { "x-mine": { kept: true }, accepts: ["application/json"], credentials: ["bearer"], bindings: ["HTTP+JSON", "JSONRPC"] });
});

test("credentials, choices, switches and what stands deeper are filled in", async (test) => {
  const page = await playground.open(test);
  await paste(page, "profile", "{}");
  const form = await openForm(page);
  const credentials = form.getByRole("group", { name: "Credentials" });
  await credentials.getByRole("button", { name: "Add", exact: true }).click();
  await profileIs(page, { credentials: ["bearer"] });
  await credentials.getByLabel("Credentials, 1: scopes, or any").fill("read write");
  await page.keyboard.press("Tab");
  await profileIs(page, { credentials: [{ name: "bearer", scopes: ["read", "write"] }] });
  await credentials.getByLabel("Credentials, 1: known by").selectOption("http");
  await profileIs(page, { credentials: [{ type: "http" }] });
  await credentials.getByLabel("Credentials, 1: scheme, or any").fill("bearer");
  await page.keyboard.press("Tab");
  await profileIs(page, { credentials: [{ type: "http", scheme: "bearer" }] });

  await form.getByText("More fields").click();
  await form.getByLabel("Interface order").selectOption("cardOrder");
  await form.getByLabel("Deduplicates").check();
  await form.getByRole("group", { name: "Push" }).getByLabel("Url").fill("https://client.example.com/hook");
  await page.keyboard.press("Tab");
  const whole = {
    credentials: [{ type: "http", scheme: "bearer" }],
    interfaceOrder: "cardOrder",
    deduplicates: true,
    push: { url: "https://client.example.com/hook" },
  };
  await profileIs(page, whole);
  assert.match(await form.locator("summary").innerText(), /3 set/);
  await form.getByLabel("Interface order").selectOption({ label: "left out: versionFirst" });
  await form.getByLabel("Deduplicates").uncheck();
  await profileIs(page, { credentials: whole.credentials, push: whole.push });
});

test("what is odd about a value is said at its field", async (test) => {
  const page = await playground.open(test);
  await paste(page, "profile", '{"bindings": ["JSONRPC", "json-rpc"], "accepts": ["text/plain"]}');
  const form = await openForm(page);
  const note = form.locator(".form-item", { has: page.getByLabel("Bindings, 2") }).locator(".form-note");
  await note.getByText("matches no interface").waitFor();
  assert.equal(await form.getByLabel("Bindings, 2").getAttribute("aria-describedby"), await note.getAttribute("id"));
  await form.getByLabel("Bindings, 2").fill("GRPC");
  await page.keyboard.press("Tab");
  await profileIs(page, { bindings: ["JSONRPC", "GRPC"], accepts: ["text/plain"] });
  await note.waitFor({ state: "detached" });
});

test("a text that is broken puts the form out of use, and the JSON brings it back", async (test) => {
  const page = await playground.open(test);
  await paste(page, "profile", '{"accepts": [}');
  await page.getByRole("button", { name: "Form", exact: true }).click();
  const form = pane(page, "profile").locator("profile-form");
  await form.getByText("is no JSON object as it stands").waitFor();
  assert.ok(await form.getByRole("combobox", { name: "Add to accepts" }).isDisabled());
  assert.ok((await form.boundingBox()).height > 250, "it has room");
  await page.getByRole("button", { name: "Form", exact: true }).click();
  await paste(page, "profile", '{"accepts": "text/plain"}');
  await openForm(page);
  await form.getByText("What stands there is for the JSON to mend").waitFor();
  await pane(page, "profile").locator(".reading").getByRole("button", { name: /^line 1/ }).click();
  assert.ok(await pane(page, "profile").locator(".cm-content").isVisible(), "a place is shown in the text");
});

test("the profile of a real client takes the place of one's own, which can be had back", async (test) => {
  const page = await playground.open(test);
  const mine = '{"accepts": ["text/plain"]}';
  await paste(page, "profile", mine);
  await page.getByRole("button", { name: "Presets" }).click();
  const dialog = page.getByRole("dialog", { name: "Profiles of clients" });
  await dialog.waitFor();
  assert.equal(await dialog.locator(".chooser-entries button").count(), presets.length);
  for (const { title, promise, readFrom } of presets) {
    const entry = dialog.locator("li", { has: page.getByText(title, { exact: true }) });
    assert.ok((await entry.innerText()).includes(promise), title);
    if (readFrom) assert.ok((await entry.innerText()).includes(`${readFrom.project.split("/").slice(-2).join("/")} ${readFrom.version}`), title);
  }
  await page.keyboard.type("python");
  assert.equal(await dialog.locator(".chooser-entries button").count(), 1);
  await dialog.getByRole("button", { name: /^a2a-python/ }).click();
  await profileIs(page, presets.find(({ title }) => title === "a2a-python").profile);
  await page.locator(".verdict-why", { hasText: "Call JSONRPC 1.0" }).waitFor();
  await page.getByRole("button", { name: "Bring it back" }).click();
  assert.equal(await textOf(page, "profile"), mine);
});

test("an example is found by a word of what it is about", async (test) => {
  const page = await playground.open(test);
  await page.getByRole("button", { name: "Search" }).click();
  const dialog = page.getByRole("dialog", { name: "Examples" });
  await dialog.waitFor();
  await page.keyboard.type("zebra");
  await dialog.getByText("Nothing is found").waitFor();
  await dialog.getByLabel("Search").fill("mutual TLS");
  assert.equal(await dialog.locator(".chooser-entries button").count(), 1);
  assert.match(await dialog.locator(".chooser-promise").innerText(), /degraded to polling/);
  await dialog.locator(".chooser-entries button").click();
  await verdictIs(page, { decision: "accept" });
  assert.match(await page.locator("#example").evaluate((select) => select.selectedOptions[0].text), /^Push that needs/);
  await choose(page, "Research agent");
});
