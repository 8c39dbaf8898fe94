// The request that the plan of an accepted call means, for a sample message that fits the plan.

import { buildRequest, formatRequest } from "a2a-negotiator";

import { isSend, ownSend, planOf } from "./plan.js";

const OPERATIONS = [
  "sendMessage",
  "sendStreamingMessage",
  "getTask",
  "listTasks",
  "cancelTask",
  "subscribeToTask",
  "createTaskPushNotificationConfig",
  "getTaskPushNotificationConfig",
  "listTaskPushNotificationConfigs",
  "deleteTaskPushNotificationConfig",
  "getExtendedAgentCard",
];

/** The forms in which a request is shown, in the order of the page. */
const STYLES = { http: "HTTP", curl: "curl", fetch: "TypeScript" };

/**
 * The request of an operation, in the forms that it has, and what else the plan has; null where the call is refused.
 * An operation that the plan does not have gives the plan's own way to send, and `words` of null a sample.
 */
export function request(card, profile, intent, { operation: wanted, words: written }) {
  const plan = planOf(card, profile, intent);
  if (!plan) return null;
  const content = contentOf(plan);
  const words = written ?? content.sample;
  const built = new Map(OPERATIONS.map((operation) => [operation, attempt(() => build(plan, operation, words, content))]));
  const own = ownSend(plan);
  const operation = built.get(wanted)?.value ? wanted : own;
  const operations = OPERATIONS.map((name) => ({ name, isGone: !built.get(name).value, isOwn: name === own }));
  const { value, error } = built.get(operation);
  return { operation, operations, words, label: isSend(operation) ? content.label : null, error, ...(value && shownRequest(value)) };
}

function shownRequest(built) {
  const attempts = Object.entries(STYLES).map(([style, name]) => [built.binding === "GRPC" ? "grpcurl" : name, attempt(() => formatRequest(built, style))]);
  const forms = attempts.flatMap(([name, { value }]) => (value === undefined ? [] : [{ name, text: value }]));
  const why = attempts.map(([, { error }]) => error).findLast(Boolean);
  const placeholders = [...built.credentials, ...(built.pushSecrets ?? [])].map(({ placeholder }) => placeholder);
  return { forms, why, placeholders, findings: built.findings.map(({ message }) => message) };
}

/** What the misuse of a function is, is said on the page. */
function attempt(run) {
  try {
    return { value: run() };
  } catch (error) {
    if (error.name !== "NegotiatorInputError") throw error;
    return { error: { message: error.message, help: error.help } };
  }
}

/** What a message for a plan holds: the first of the plan's media types that is text, else its first. */
function contentOf({ inputModes: [first = "text", ...others] }) {
  if ([first, ...others].some((mode) => mode.startsWith("text"))) {
    return { label: "Text of the message", sample: "Hello, what can you do?", part: (words) => ({ text: words }) };
  }
  // The older words for kinds of parts are no media types.
  const mediaType = first.includes("/") ? { mediaType: first } : {};
  if (first === "data" || first.endsWith("json")) {
    return { label: "Text in the message's data", sample: "Hello, what can you do?", part: (words) => ({ data: { text: words }, ...mediaType }) };
  }
  return { label: "URL of the file", sample: "https://client.example.com/file", part: (words) => ({ url: words, ...mediaType }) };
}

function build(plan, operation, words, content) {
  const message = isSend(operation) ? { messageId: "message-1", parts: [content.part(words)] } : null;
  const isAboutNoTask = isSend(operation) || ["listTasks", "getExtendedAgentCard"].includes(operation);
  const isAboutConfig = ["getTaskPushNotificationConfig", "deleteTaskPushNotificationConfig"].includes(operation);
  return buildRequest(plan, message, { operation, ...(!isAboutNoTask && { taskId: "task-1" }), ...(isAboutConfig && { configId: "config-1" }) });
}
