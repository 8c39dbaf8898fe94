// What the worker says of a call: its requests, and what is done about failures.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tasks } from "../support/tasks.mjs";

const { TASKS } = await tasks("tasks.js");
const { SAMPLES, titleOf } = await tasks("failure-samples.js");

const INTENT = { skill: "one", taskClass: "standard" };
const PROFILE = {
  credentials: ["bearer"],
  accepts: ["text/plain"],
  sends: ["text/plain"],
  bindings: ["JSONRPC", "HTTP+JSON", "GRPC"],
  versions: ["1.0", "0.3"],
};

const cardOf = (interfaces, inputModes = ["text/plain"]) =>
  JSON.stringify({
    name: "Agent",
    supportedInterfaces: interfaces.map(([protocolBinding, protocolVersion]) => ({ url: "https://a.example.com", protocolBinding, protocolVersion })),
    capabilities: { streaming: true, pushNotifications: true },
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "bearer" } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    skills: [{ id: "one", inputModes, outputModes: ["text/plain"] }],
  });

const TWO = cardOf([["JSONRPC", "1.0"], ["HTTP+JSON", "1.0"]]);

/** What comes of failures, given by their titles over JSON-RPC. */
function tried(titles, profile = PROFILE) {
  const indices = titles.map((title) => SAMPLES.findIndex((sample) => titleOf(sample, { binding: "JSONRPC" }) === title));
  return TASKS.trial(TWO, JSON.stringify(profile), INTENT, indices);
}

const actions = (...given) => tried(...given).rounds.map((round) => round.actions.map(({ action }) => action));

test("a second failure of the same kind ends the call", () => {
  const title = "VersionNotSupportedError";
  const { rounds, next, isDegraded } = tried([title, title, title]);
  assert.equal(rounds.length, 2);
  assert.deepEqual([rounds[0].plan.binding, rounds[0].otherPlan.binding], ["JSONRPC", "HTTP+JSON"]);
  assert.deepEqual(rounds[1].plan, rounds[0].otherPlan);
  assert.deepEqual([next, isDegraded], [null, true]);
  assert.deepEqual(rounds.map(({ failure }) => Object.keys(failure)[0]), ["jsonrpc", "http"]);
  assert.deepEqual(rounds[0].failure, {
    jsonrpc: {
      code: -32009,
      message: "This version is not spoken here",
      data: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "VERSION_NOT_SUPPORTED", domain: "a2a-protocol.org" }],
    },
    operation: "sendStreamingMessage",
  });
});

test("what fails next is what the last action does", () => {
  const cut = "nothing more: the stream is cut";
  assert.deepEqual(actions([cut, cut, cut]), [["resubscribe"], ["poll"]], "whoever polls has no stream that could be cut");
  assert.equal(actions(["ExtendedAgentCardNotConfiguredError to getExtendedAgentCard", cut]).length, 2);
  assert.deepEqual(actions(["429 Too Many Requests", cut]), [["wait"]], "it is handed back");
});

test("a card that is fetched again is the same here", () => {
  assert.deepEqual(actions(["415 Unsupported Media Type"]), [["refreshCard", "giveUp"]]);
  const profile = { ...PROFILE, extensions: ["https://a.example.com/audit"] };
  assert.deepEqual(actions(["ExtensionSupportRequiredError"], profile), [["refreshCard", "renegotiate"]], "a server requires an extension that the client has, where there is one");
});

test("every failure is recognised in every binding and version", () => {
  for (const binding of ["JSONRPC", "HTTP+JSON", "GRPC"]) {
    for (const version of ["0.3", "1.0"]) {
      const card = cardOf([[binding, version]]);
      for (const [index, sample] of SAMPLES.entries()) {
        const title = titleOf(sample, { binding });
        const [round] = TASKS.trial(card, JSON.stringify(PROFILE), INTENT, [index]).rounds;
        if (!round) {
          assert.ok(sample.transport === "pushSilent" || (binding === "GRPC" && title.startsWith("4")), `${title} over ${binding}`);
          continue;
        }
        const [{ error }] = round.actions;
        assert.notEqual(error, "other", `${title} over ${binding} ${version}: ${JSON.stringify(round.failure)}`);
        if (sample.kind) assert.equal(error, sample.kind, JSON.stringify(round.failure));
      }
    }
  }
});

test("push can stay silent where it was planned", () => {
  const profile = { ...PROFILE, delivery: ["push", "poll"], push: { url: "https://client.example.com/hook" } };
  assert.deepEqual(actions(["no push notification"], profile), [["poll"]]);
  assert.deepEqual(actions(["PushNotificationNotSupportedError"], profile), [["nextDelivery"]]);
});

test("the message is of a media type of the plan", () => {
  const partOf = (inputModes, sends) => {
    const profile = JSON.stringify({ ...PROFILE, sends });
    const { forms } = TASKS.request(cardOf([["JSONRPC", "1.0"]], inputModes), profile, INTENT, { operation: null, words: "it" });
    return JSON.parse(forms[0].text.split("\n\n")[1]).params.message.parts[0];
  };
  assert.deepEqual(partOf(["application/json", "text/plain"], ["application/json", "text/plain"]), { text: "it" });
  assert.deepEqual(partOf(["application/json"], ["application/json"]), { data: { text: "it" }, mediaType: "application/json" });
  assert.deepEqual(partOf(["audio/wav"], ["audio/wav"]), { url: "it", mediaType: "audio/wav" });
});

test("what the plan does not have is not chosen, and over gRPC there is one form and a reason", () => {
  const ask = (card, operation) => TASKS.request(card, JSON.stringify(PROFILE), INTENT, { operation, words: null });
  const old = ask(cardOf([["JSONRPC", "0.3"]]), "listTasks");
  assert.equal(old.operation, "sendStreamingMessage");
  assert.ok(old.operations.find(({ name }) => name === "listTasks").isGone);
  assert.equal(ask(cardOf([["JSONRPC", "0.3"]]), "getTask").operation, "getTask");
  const { forms, why, findings } = ask(cardOf([["GRPC", "1.0"]]), "getTask");
  assert.deepEqual([forms.map(({ name }) => name), !!why, findings], [["grpcurl"], true, []]);
});

test("a refused call has neither", () => {
  for (const task of ["request", "trial"]) {
    assert.equal(TASKS[task](cardOf([["JSONRPC", "1.0"]]), '{"versions": ["0.3"]}', INTENT, task === "trial" ? [] : {}), null);
  }
});
