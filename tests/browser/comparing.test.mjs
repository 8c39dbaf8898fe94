// Seeing why: the interfaces beside what decided among them, and an outcome beside one that was pinned.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, line, start, textOf, until, verdictIs } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

/** The rows of the matrix, each as what it says of binding, version and address. */
const matrix = (page) =>
  page.locator(".matrix tbody tr").evaluateAll((rows) =>
    rows.map((row) => [row.querySelector("th code").textContent, ...[...row.querySelectorAll("td")].map((cell) => cell.innerText)]),
  );

test("the interfaces stand beside what decided among them", async (test) => {
  const page = await playground.open(test);
  await page.getByRole("button", { name: "Interfaces side by side" }).click();
  assert.deepEqual(await matrix(page), [
    ["GRPC 1.0", "✓ 1st choice", "✓ 1st choice", "✓ fits"],
    ["JSONRPC 1.0", "✓ 2nd choice", "✓ 1st choice", "✓ fits"],
    ["JSONRPC 0.3", "✓ 2nd choice", "✓ 2nd choice", "✓ fits"],
  ]);
  await page.locator(".matrix").getByRole("button", { name: "card line 13" }).click();
  await page.locator(".card-pane .cm-activeLine", { hasText: '"GRPC"' }).waitFor();

  await choose(page, "A binding in lower case");
  assert.ok((await matrix(page)).some((row) => row.includes("✗ does not fit")));
  await page.getByRole("button", { name: "Back to the steps" }).click();
  await page.locator(".ladder").waitFor();
});

test("an outcome that was pinned shows what an edit changes", async (test) => {
  const page = await playground.open(test);
  await page.getByRole("button", { name: "Pin this outcome" }).click();
  const compared = page.locator(".what-if");
  await compared.getByText("This is the outcome that you pinned").waitFor();

  await line(page, "profile", '"bindings"').click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText('"bindings": ["JSONRPC"], "delivery": ["poll"],');
  await line(page, "profile", '"delivery": ["stream"').click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText("");
  await page.keyboard.press("Delete");
  // What is below the verdict is drawn after it.
  await until(async () => {
    const changed = await compared.locator("tr.is-changed th").allInnerTexts();
    assert.deepEqual(changed.map((name) => name.split(/\s/)[0]), ["Call", "Binding", "Progress", "Interface", "Delivery"]);
  });
  assert.match(await compared.locator("tr", { hasText: "Progress" }).innerText(), /stream, then poll[^]*poll/);

  await choose(page, "The agent stops offering JSON");
  await verdictIs(page, { decision: "reject" });
  await compared.getByText("It was: Accepted: this client can call this agent. It is now: Refused at step 3, media types.").waitFor();
  assert.match(await compared.getByRole("row", { name: /^Media types/ }).innerText(), /passed[^]*refused/);
  // The card that was pinned can be compared too.
  const pinned = JSON.parse(await textOf(page, "card")).name;
  await page.getByRole("link", { name: "Compare cards" }).click();
  await page.getByRole("button", { name: "Use the pinned card" }).click();
  await page.locator(".view-verdict", { hasText: /change/ }).waitFor();
  assert.ok((await page.locator("card-view json-editor").evaluate((editor) => editor.text)).includes(pinned));
  await page.getByRole("link", { name: "Decision" }).click();
  await page.getByRole("button", { name: "Unpin" }).click();
  assert.equal(await compared.count(), 0);
});
