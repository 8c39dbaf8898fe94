// An agent on the official JavaScript SDK 0.3: 0.3 as it was spoken before 1.0, over all three bindings.

import { DefaultPushNotificationSender, DefaultRequestHandler, InMemoryPushNotificationStore, InMemoryTaskStore } from "a2a-js-sdk-0.3/server";
import { agentCardHandler, jsonRpcHandler, restHandler } from "a2a-js-sdk-0.3/server/express";
import { A2AService, grpcService } from "a2a-js-sdk-0.3/server/grpc";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import { API_KEY_HEADER, CARD_PATH, run } from "./serving.mjs";

/** What a part of a message is, as the tests compare it. */
function hear({ kind, text, data, file }) {
  if (kind !== "file") return { kind, value: kind === "text" ? text : data };
  const isUrl = "uri" in file;
  return { kind: isUrl ? "url" : "raw", value: isUrl ? file.uri : file.bytes, mediaType: file.mimeType };
}

/** Does what the first word of the message says; see README.md. */
class Agent {
  waiting = new Map();

  async execute({ userMessage, taskId, contextId, task, context }, bus) {
    const [{ text }] = userMessage.parts;
    const [skill] = (task?.history[0] ?? userMessage).parts[0].text.split(" ");
    const say = (words) => ({ kind: "message", messageId: randomUUID(), contextId, role: "agent", parts: [{ kind: "text", text: words }] });
    const status = (state, message) => ({
      kind: "status-update",
      taskId,
      contextId,
      status: { state, message, timestamp: new Date().toISOString() },
      final: !["submitted", "working"].includes(state),
    });
    if (skill === "message") {
      bus.publish(say(`answer to ${text}`));
      return bus.finished();
    }
    if (!task) bus.publish({ kind: "task", id: taskId, contextId, status: { state: "submitted" }, history: [userMessage] });
    bus.publish(status("working"));
    if (skill === "ask" && !task) {
      bus.publish(status("input-required", { ...say("which colour?"), taskId }));
      return bus.finished();
    }
    if (skill === "wait") {
      await new Promise((resolve) => this.waiting.set(taskId, resolve));
      bus.publish(status("canceled"));
      return bus.finished();
    }
    if (skill === "slow") await pause(1000 * Number(text.split(" ")[1]));
    const heard = { extensions: [...(context?.requestedExtensions ?? [])], parts: userMessage.parts.map(hear) };
    let parts = [{ kind: "text", text: `result of ${text}` }, { kind: "data", data: heard }];
    if (skill === "count") parts = ["one", "two", "three"].map((word) => ({ kind: "text", text: word }));
    for (const [number, part] of parts.entries()) {
      const artifact = { artifactId: "result", parts: [part] };
      bus.publish({ kind: "artifact-update", taskId, contextId, artifact, append: number > 0, lastChunk: number === parts.length - 1 });
      if (skill === "count") await pause(50);
    }
    bus.publish(status("completed"));
    bus.finished();
  }

  cancelTask = async (taskId) => this.waiting.get(taskId)?.();
}

function makeCard(agent, address, grpcAddress, skills) {
  const schemes = {
    none: {},
    bearer: { bearer: { type: "http", scheme: "bearer" } },
    apiKey: { apiKey: { type: "apiKey", in: "header", name: API_KEY_HEADER } },
  }[agent.credential];
  return {
    name: "JavaScript 0.3",
    description: "An agent for tests",
    version: "1.0.0",
    protocolVersion: "0.3.0",
    url: `${address}/jsonrpc`,
    preferredTransport: "JSONRPC",
    additionalInterfaces: [
      { url: `${address}/rest`, transport: "HTTP+JSON" },
      { url: grpcAddress, transport: "GRPC" },
    ],
    capabilities: {
      streaming: agent.streaming ?? true,
      pushNotifications: agent.push ?? true,
      extensions: [{ uri: "https://example.com/extensions/heard" }],
    },
    supportsAuthenticatedExtendedCard: true,
    securitySchemes: schemes,
    security: Object.keys(schemes).map((name) => ({ [name]: [] })),
    defaultInputModes: ["text/plain", "image/png", "application/json"],
    defaultOutputModes: ["text/plain", "application/json"],
    skills: skills.map((id) => ({ id, name: id, description: `does ${id}`, tags: ["test"] })),
  };
}

function build(agent, address, grpcAddress, app) {
  const skills = ["echo", "message", "count", "slow", "ask", "wait"];
  const configs = new InMemoryPushNotificationStore();
  const requestHandler = new DefaultRequestHandler(
    makeCard(agent, address, grpcAddress, skills),
    new InMemoryTaskStore(),
    new Agent(),
    undefined,
    configs,
    new DefaultPushNotificationSender(configs),
    makeCard(agent, address, grpcAddress, [...skills, "archive"]),
  );
  // Whoever comes this far has shown the credential, where one is asked for.
  const userBuilder = async () => ({ isAuthenticated: agent.credential !== "none", userName: "tester" });
  app.use(CARD_PATH, agentCardHandler({ agentCardProvider: requestHandler }));
  app.use("/jsonrpc", jsonRpcHandler({ requestHandler, userBuilder }));
  app.use("/rest", restHandler({ requestHandler, userBuilder }));
  return [[A2AService, grpcService({ requestHandler, userBuilder })]];
}

await run(build);
