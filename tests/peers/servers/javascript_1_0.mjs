// An agent on the official JavaScript SDK 1.3: 1.0, and 0.3 in its compatibility mode, over all three bindings.

import { AgentCard, Artifact, Message, Part, Task, TaskStatusUpdateEvent } from "@a2a-js/sdk";
import { LegacyA2AService, legacyGrpcService } from "@a2a-js/sdk/compat/v0_3/server/grpc";
import { createLegacyAwarePushNotificationSender } from "@a2a-js/sdk/compat/v0_3/server";
import { AgentEvent, DefaultRequestHandler, InMemoryPushNotificationStore, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, restHandler } from "@a2a-js/sdk/server/express";
import { A2AService, grpcService } from "@a2a-js/sdk/server/grpc";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import { API_KEY_HEADER, CARD_PATH, run } from "./serving.mjs";

/** What a part of a message is, as the tests compare it. */
function hear({ content: { $case: kind, value }, mediaType }) {
  if (kind === "raw") return { kind, value: Buffer.from(value).toString("base64"), mediaType };
  return { kind, value, ...(kind === "url" && { mediaType }) };
}

/** Does what the first word of the message says; see README.md. */
class Agent {
  waiting = new Map();

  async execute({ userMessage, taskId, contextId, task, request, context }, bus) {
    const text = userMessage.parts[0].content.value;
    const [skill] = (task?.history[0] ?? userMessage).parts[0].content.value.split(" ");
    const say = (words) => Message.fromJSON({ messageId: randomUUID(), contextId, taskId, role: "ROLE_AGENT", parts: [{ text: words }] });
    const status = (state, message) =>
      AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: { state, message, timestamp: new Date().toISOString() } }));
    if (skill === "message") {
      bus.publish(AgentEvent.message({ ...say(`answer to ${text}`), taskId: "" }));
      return bus.finished();
    }
    if (!task) {
      const fresh = Task.fromJSON({ id: taskId, contextId, status: { state: "TASK_STATE_SUBMITTED" } });
      bus.publish(AgentEvent.task({ ...fresh, history: [userMessage] }));
    }
    bus.publish(status("TASK_STATE_WORKING"));
    if (skill === "ask" && !task) {
      bus.publish(status("TASK_STATE_INPUT_REQUIRED", Message.toJSON(say("which colour?"))));
      return bus.finished();
    }
    if (skill === "wait") {
      await new Promise((resolve) => this.waiting.set(taskId, resolve));
      bus.publish(status("TASK_STATE_CANCELED"));
      return bus.finished();
    }
    if (skill === "slow") await pause(1000 * Number(text.split(" ")[1]));
    const heard = {
      tenant: request.tenant,
      extensions: [...(context.requestedExtensions ?? [])],
      parts: userMessage.parts.map(hear),
      acceptedOutputModes: request.configuration?.acceptedOutputModes ?? [],
    };
    let pieces = [{ text: `result of ${text}` }, { data: heard }];
    if (skill === "count") pieces = ["one", "two", "three"].map((word) => ({ text: word }));
    for (const [number, piece] of pieces.entries()) {
      const artifact = { ...Artifact.fromJSON({ artifactId: "result" }), parts: [Part.fromJSON(piece)] };
      bus.publish(
        AgentEvent.artifactUpdate({ taskId, contextId, artifact, append: number > 0, lastChunk: number === pieces.length - 1, metadata: undefined }),
      );
      if (skill === "count") await pause(50);
    }
    bus.publish(status("TASK_STATE_COMPLETED"));
    bus.finished();
  }

  cancelTask = async (taskId) => this.waiting.get(taskId)?.();
}

function makeCard(agent, address, grpcAddress, skills) {
  const urls = { JSONRPC: `${address}/jsonrpc`, "HTTP+JSON": `${address}/rest`, GRPC: grpcAddress };
  const schemes = {
    none: {},
    bearer: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
    apiKey: { apiKey: { apiKeySecurityScheme: { location: "header", name: API_KEY_HEADER } } },
  }[agent.credential];
  return AgentCard.fromJSON({
    name: "JavaScript 1.0",
    description: "An agent for tests",
    version: "1.0.0",
    supportedInterfaces: ["1.0", "0.3"].flatMap((protocolVersion) =>
      Object.entries(urls).map(([protocolBinding, url]) => ({
        url,
        protocolBinding,
        protocolVersion,
        ...(protocolVersion === "1.0" ? { tenant: agent.tenant } : {}),
      })),
    ),
    capabilities: {
      streaming: agent.streaming ?? true,
      pushNotifications: agent.push ?? true,
      extendedAgentCard: true,
      extensions: [{ uri: "https://example.com/extensions/heard" }],
    },
    securitySchemes: schemes,
    securityRequirements: Object.keys(schemes).map((name) => ({ schemes: { [name]: {} } })),
    defaultInputModes: ["text/plain", "image/png", "application/json"],
    defaultOutputModes: ["text/plain", "application/json"],
    skills: skills.map((id) => ({ id, name: id, description: `does ${id}`, tags: ["test"] })),
  });
}

function build(agent, address, grpcAddress, app) {
  const skills = ["echo", "message", "count", "slow", "ask", "wait"];
  const card = makeCard(agent, address, grpcAddress, skills);
  const configs = new InMemoryPushNotificationStore();
  const requestHandler = new DefaultRequestHandler(
    card,
    new InMemoryTaskStore(),
    new Agent(),
    undefined,
    configs,
    createLegacyAwarePushNotificationSender(configs),
    makeCard(agent, address, grpcAddress, [...skills, "archive"]),
    undefined,
    { validateInputModes: true },
  );
  // Whoever comes this far has shown the credential, where one is asked for.
  const userBuilder = async () => ({ isAuthenticated: agent.credential !== "none", userName: "tester" });
  const legacyCompat = { enabled: true };
  app.use(CARD_PATH, agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }));
  app.use("/jsonrpc", jsonRpcHandler({ requestHandler, userBuilder, legacyCompat }));
  app.use("/rest", restHandler({ requestHandler, userBuilder, legacyCompat }));
  return [
    [A2AService, grpcService({ requestHandler, userBuilder })],
    [LegacyA2AService, legacyGrpcService({ requestHandler, userBuilder })],
  ];
}

await run(build);
