// What lies below the plan of an accepted call: the request that it means, and failures tried out on it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { choose, line, start, until, verdictIs } from "../support/playground.mjs";

let playground;

before(async () => {
  playground = await start();
});
after(() => playground?.close());

const WITHOUT_GRPC = "The same client without gRPC";

/** Opens the page with a part about the call unfolded. */
async function open(test, title, example, options) {
  const page = await playground.open(test, options);
  if (example) await choose(page, example);
  await page.getByText(title).click();
  // What it takes is loaded when it is first asked for.
  await page.locator(".fold-body").waitFor();
  return page;
}

const openRequest = (test, example, options) => open(test, "The request as it goes out", example, options);
const openTrial = (test, example, options) => open(test, "What if the server answers", example, options);

/** The text of the chosen form. */
const shown = (page) => page.getByRole("tabpanel").textContent();

/** Chooses the failure of a round by the beginning of its title. */
async function fail(page, round, title) {
  const option = page.locator(`#failure-${round} option`, { hasText: title }).first();
  await page.locator(`#failure-${round}`).selectOption(await option.getAttribute("value"));
}

/** Waits until this is what is done, for each action whether it marks the agent as degraded. */
async function actionsAre(page, expected) {
  const shown = () => page.locator(".action").evaluateAll((list) => list.map(({ dataset }) => [dataset.action, dataset.degraded === "true"]));
  await until(async () => assert.deepEqual(await shown(), expected));
}

test("both are folded away at first, and below a refusal there is neither", async (test) => {
  const page = await playground.open(test);
  assert.equal(await page.locator("details.request, details.trial").count(), 2);
  assert.equal(await page.locator(".fold-body").count(), 0);
  await choose(page, "The agent stops offering JSON");
  await verdictIs(page, { decision: "reject" });
  assert.equal(await page.locator("details.request, details.trial").count(), 0);
});

test("a request is shown in three forms, and says what is written", async (test) => {
  const page = await openRequest(test, WITHOUT_GRPC);
  assert.match(await shown(page), /^POST \/a2a\/v1 HTTP\/1\.1\nHost: research\.example\.com\n/);
  assert.match(await shown(page), /\nA2A-Version: 1\.0\n[^]*\nAuthorization: Bearer \{bearer\}\n/);
  await page.getByLabel("Text of the message").fill("How big is it, \"roughly\"?");
  await page.getByText('"How big is it, \\"roughly\\"?"').waitFor();
  const body = JSON.parse((await shown(page)).split("\n\n")[1]);
  assert.equal(body.method, "SendStreamingMessage");
  assert.equal(body.params.message.parts[0].text, 'How big is it, "roughly"?');
  await page.getByRole("tab", { name: "curl" }).click();
  assert.match(await shown(page), /^curl [^]*"\$A2A_BEARER"/);
  await page.getByRole("tab", { name: "TypeScript" }).click();
  assert.match(await shown(page), /^const response = await fetch\([^]*process\.env\.A2A_BEARER/);
  await page.getByText("{bearer} stands for a secret").waitFor();
});

test("every operation that the plan has can be chosen", async (test) => {
  const page = await openRequest(test, WITHOUT_GRPC);
  const operations = page.locator("#operation");
  assert.equal(await operations.inputValue(), "sendStreamingMessage");
  assert.equal(await operations.locator("option").count(), 11);
  for (const [operation, method] of [["getTask", "GetTask"], ["listTasks", "ListTasks"], ["deleteTaskPushNotificationConfig", "DeleteTaskPushNotificationConfig"]]) {
    await operations.selectOption(operation);
    await page.getByRole("tabpanel").getByText(`"method": "${method}"`).waitFor();
  }
  assert.equal(await page.getByLabel("Text of the message").count(), 0, "only what sends has a message");
  // A plan without the operation goes back to what it sends by.
  await operations.selectOption("listTasks");
  await line(page, "card", '"protocolVersion"').click();
  await choose(page, "A card of version 0.3");
  await until(async () => assert.equal(await operations.inputValue(), "sendMessage"));
});

test("what is copied is what is shown", async (test) => {
  const page = await openRequest(test, WITHOUT_GRPC, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("tab", { name: "curl" }).click();
  await page.getByRole("button", { name: "Copy the request" }).click();
  const said = page.locator(".request .copy-said");
  await said.getByText("Copied").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await shown(page));
  await page.getByRole("tab", { name: "HTTP" }).click();
  assert.equal(await said.textContent(), "", "another text is not copied yet");
});

test("over gRPC there is a command, and a word on why there is no more", async (test) => {
  const page = await openRequest(test);
  assert.deepEqual(await page.getByRole("tab").allTextContents(), ["grpcurl"]);
  assert.match(await shown(page), /^grpcurl [^]*lf\.a2a\.v1\.A2AService\/SendStreamingMessage/);
  await page.getByText("neither text nor a call of fetch").waitFor();
});

test("the tabs are one stop for Tab, and the arrow keys go through them", async (test) => {
  const page = await openRequest(test, WITHOUT_GRPC);
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await page.getByLabel("Text of the message").focus();
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "HTTP");
  for (const [key, name] of [["ArrowRight", "curl"], ["End", "TypeScript"], ["ArrowRight", "HTTP"], ["ArrowLeft", "TypeScript"], ["Home", "HTTP"], ["ArrowRight", "curl"]]) {
    await page.keyboard.press(key);
    await page.getByRole("tab", { name, selected: true }).waitFor();
    assert.equal(await focused(), name);
  }
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "tabpanel");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Copy the request");
});

test("a failure gives another plan beside the one before, and a second the end", async (test) => {
  const page = await openTrial(test);
  await fail(page, 0, "VersionNotSupportedError");
  await actionsAre(page, [["renegotiate", false]]);
  const changed = page.locator(".plan-comparison .is-changed");
  assert.match(await changed.first().innerText(), /Call\s+changed\s+https:\/\/research\.example\.com\/a2a\/grpc\s+https:\/\/research\.example\.com\/a2a\/v1/);
  assert.ok((await page.locator(".plan-comparison tbody tr:not(.is-changed)").count()) > 0);
  const end = page.locator(".trial-end");
  assert.match(await end.innerText(), /1 failure the call goes on with the plan as it is now/);

  await fail(page, 1, "VersionNotSupportedError");
  await actionsAre(page, [["renegotiate", false], ["giveUp", true]]);
  assert.match(await end.innerText(), /2 failures the call is over, and the agent is marked as degraded/);
  assert.equal(await page.locator("#failure-2").count(), 0);

  await page.getByRole("button", { name: "Start over" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "failure-0");
  await actionsAre(page, []);
});

test("a failure is shown in the shape of the plan's binding and version", async (test) => {
  const page = await openTrial(test);
  await fail(page, 0, "TaskNotFoundError");
  await page.getByText("The failure as it is passed to").click();
  const failure = async () => JSON.parse(await page.locator(".answer pre").textContent());
  assert.equal((await failure()).grpc.code, "NOT_FOUND");
  await choose(page, WITHOUT_GRPC);
  await actionsAre(page, []);
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
  await actionsAre(page, [["refreshCard", false], ["giveUp", true]]);
  assert.equal(await page.locator(".round").count(), 1, "going through the failures does not add up");
});

test("what was tried out follows the documents", async (test) => {
  const page = await openTrial(test, WITHOUT_GRPC);
  await fail(page, 0, "VersionNotSupportedError");
  await actionsAre(page, [["renegotiate", false]]);
  const legacy = line(page, "profile", '"versions"');
  await legacy.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText('"versions": ["1.0"],');
  await page.locator('.action[data-action="giveUp"]').waitFor();
  await choose(page, WITHOUT_GRPC);
  await actionsAre(page, []);
  assert.ok(await page.locator("#failure-0").isVisible(), "and what was open stays open");
});

test("markup in a message or a card is text in a request", async (test) => {
  const page = await openRequest(test, WITHOUT_GRPC);
  await page.getByLabel("Text of the message").fill("<img src=x onerror='window.hacked = true'>`$(id)`'");
  await page.getByRole("tab", { name: "curl" }).click();
  await until(async () => assert.ok((await shown(page)).includes("<img src=x onerror='\\''")));
  assert.equal(await page.locator(".decision-pane img").count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
});
