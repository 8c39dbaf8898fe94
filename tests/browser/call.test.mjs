// What lies below the plan of an accepted call: failures tried out on it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, line, start, verdictIs } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

const WITHOUT_GRPC = "The same client without gRPC";

/** Opens the page with the failures unfolded. */
async function openTrial(test, example) {
  const page = await playground.open(test);
  if (example) await choose(page, example);
  await page.getByText("What if the server answers").click();
  return page;
}

/** Chooses the failure of a round by the beginning of its title. */
async function fail(page, round, title) {
  const option = page.locator(`#failure-${round} option`, { hasText: title }).first();
  await page.locator(`#failure-${round}`).selectOption(await option.getAttribute("value"));
}

/** What is done, for each action whether it marks the agent as degraded. */
const actions = (page) =>
  page.locator(".action").evaluateAll((list) => list.map(({ dataset }) => [dataset.action, dataset.degraded === "true"]));

test("failures are folded away at first, and below a refusal there is nothing to fail", async (test) => {
  const page = await playground.open(test);
  assert.equal(await page.locator("details.trial").count(), 1);
  assert.equal(await page.locator(".fold-body").count(), 0);
  await choose(page, "The agent stops offering JSON");
  await verdictIs(page, { decision: "reject" });
  assert.equal(await page.locator("details.trial").count(), 0);
});

test("a failure gives another plan beside the one before, and a second the end", async (test) => {
  const page = await openTrial(test);
  await fail(page, 0, "VersionNotSupportedError");
  assert.deepEqual(await actions(page), [["renegotiate", false]]);
  const changed = page.locator(".plan-comparison .is-changed");
  assert.match(await changed.first().innerText(), /Call\s+changed\s+https:\/\/research\.example\.com\/a2a\/grpc\s+https:\/\/research\.example\.com\/a2a\/v1/);
  assert.ok((await page.locator(".plan-comparison tbody tr:not(.is-changed)").count()) > 0);
  const end = page.locator(".trial-end");
  assert.match(await end.innerText(), /1 failure the call goes on with the plan as it is now/);

  await fail(page, 1, "VersionNotSupportedError");
  assert.deepEqual(await actions(page), [["renegotiate", false], ["giveUp", true]]);
  assert.match(await end.innerText(), /2 failures the call is over, and the agent is marked as degraded/);
  assert.equal(await page.locator("#failure-2").count(), 0);

  await page.getByRole("button", { name: "Start over" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "failure-0");
  assert.deepEqual(await actions(page), []);
});

test("a failure is shown in the shape of the plan's binding and version", async (test) => {
  const page = await openTrial(test);
  await fail(page, 0, "TaskNotFoundError");
  await page.getByText("The failure as it is passed to").click();
  const failure = async () => JSON.parse(await page.locator(".answer pre").textContent());
  assert.equal((await failure()).grpc.code, "NOT_FOUND");
  await choose(page, WITHOUT_GRPC);
  await fail(page, 0, "TaskNotFoundError");
  await page.getByText("The failure as it is passed to").click();
  const { jsonrpc, operation, taskId } = await failure();
  assert.deepEqual([jsonrpc.code, jsonrpc.data[0].reason, operation, taskId], [-32001, "TASK_NOT_FOUND", "getTask", "task-1"]);
});

test("failures are tried out by the keyboard alone", async (test) => {
  const page = await openTrial(test);
  await page.locator("details.trial summary").focus();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.labels?.[0]?.innerText.split("\n")[0]), "The server answers");
  await page.keyboard.press("ArrowDown");
  await page.locator('.action[data-action="renegotiate"]').waitFor();
  await page.keyboard.press("ArrowDown");
  // The card fetched again is the same here.
  await page.locator('.action[data-action="giveUp"]').waitFor();
  assert.deepEqual(await actions(page), [["refreshCard", false], ["giveUp", true]]);
  assert.equal(await page.locator(".round").count(), 1, "going through the failures does not add up");
});

test("what was tried out follows the documents", async (test) => {
  const page = await openTrial(test, WITHOUT_GRPC);
  await fail(page, 0, "VersionNotSupportedError");
  assert.deepEqual(await actions(page), [["renegotiate", false]]);
  const legacy = line(page, "profile", '"versions"');
  await legacy.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText('"versions": ["1.0"],');
  await page.locator('.action[data-action="giveUp"]').waitFor();
  await choose(page, WITHOUT_GRPC);
  assert.deepEqual(await actions(page), [], "another card starts over");
  assert.ok(await page.locator("#failure-0").isVisible(), "and what was open stays open");
});
