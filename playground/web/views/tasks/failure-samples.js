// The failures that can be tried out, each in the shape in which a server of the plan's binding and version gives it.

/** The task that the operations after the message are about. */
const TASK = "task-1";
const MISSING_SCOPE = 'Bearer error="insufficient_scope", scope="tasks.write"';

/** An error of the specification: its code, what the server says, the status over HTTP+JSON, the code over gRPC. */
const named = (kind, code, message, status, grpc, operation) => ({ kind, code, message, status, grpc, operation });
/** A status of HTTP, and the code that gRPC has in its place, if any. */
const status = (status, words, grpc, headers) => ({ status, words, grpc, headers });
/** What happens without an answer of the server. */
const transport = (kind, words) => ({ transport: kind, words });

/** All of them, in the order of the page. */
export const SAMPLES = [
  named("VersionNotSupportedError", -32009, "This version is not spoken here", 400, "FAILED_PRECONDITION"),
  named("ContentTypeNotSupportedError", -32005, "This media type is not taken", 400, "INVALID_ARGUMENT"),
  named("ExtensionSupportRequiredError", -32008, "An extension is required", 400, "FAILED_PRECONDITION"),
  named("UnsupportedOperationError", -32004, "This operation is not supported", 400, "FAILED_PRECONDITION"),
  named("PushNotificationNotSupportedError", -32003, "There is no push here", 400, "FAILED_PRECONDITION"),
  named("ExtendedAgentCardNotConfiguredError", -32007, "There is no such card", 400, "FAILED_PRECONDITION", "getExtendedAgentCard"),
  named("TaskNotFoundError", -32001, "There is no such task", 404, "NOT_FOUND", "getTask"),
  named("TaskNotCancelableError", -32002, "The task has ended", 400, "FAILED_PRECONDITION", "cancelTask"),
  named("InvalidAgentResponseError", -32006, "The agent's answer was wrong", 500, "INTERNAL"),
  status(401, "Unauthorized", "UNAUTHENTICATED"),
  status(403, "Forbidden", "PERMISSION_DENIED"),
  status(403, "Forbidden, a scope is missing", "", { "WWW-Authenticate": MISSING_SCOPE }),
  status(404, "Not Found", "UNIMPLEMENTED"),
  status(405, "Method Not Allowed", ""),
  status(415, "Unsupported Media Type", ""),
  status(429, "Too Many Requests", "RESOURCE_EXHAUSTED", { "Retry-After": "30" }),
  status(503, "Service Unavailable", "UNAVAILABLE"),
  transport("streamCut", "nothing more: the stream is cut"),
  transport("pushSilent", "no push notification"),
  transport("timeout", "nothing in time"),
];

/** Whether the plan's binding has such an answer. */
export const isOf = ({ grpc }, plan) => grpc !== "" || plan.binding !== "GRPC";

/** What it is called for this plan. */
export function titleOf({ kind, status, words, grpc, operation }, plan) {
  const isGrpc = plan.binding === "GRPC";
  const ofHttp = status === undefined ? words : `${status} ${words}`;
  const title = kind ?? (isGrpc && grpc ? `${grpc}, as HTTP ${ofHttp}` : ofHttp);
  return operation ? `${title} to ${operation}` : title;
}

/** The failure, as `recover` takes it. `extension` is what a server that requires one names. */
export function failureOf(sample, plan, { operation, hasTask, extension }) {
  return { ...answerOf(sample, plan, extension), operation, ...(hasTask && { taskId: TASK }) };
}

function answerOf(sample, plan, extension) {
  if (sample.transport) return { transport: sample.transport };
  if (sample.kind) return errorOf(sample, plan, extension);
  const { status, headers, grpc } = sample;
  if (plan.binding !== "GRPC") return { http: { status, ...(headers && { headers }) } };
  const delay = headers?.["Retry-After"];
  const details = delay && [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${delay}s` }];
  return { grpc: { code: grpc, ...(details && { details }) } };
}

function errorOf({ kind, code, message, status, grpc }, { binding, version }, extension) {
  const isNew = version !== "0.3";
  const info = isNew && [
    {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: kind.replace(/Error$/, "").replaceAll(/(?<!^)[A-Z]/g, "_$&").toUpperCase(),
      domain: "a2a-protocol.org",
      ...(kind === "ExtensionSupportRequiredError" && { metadata: { extension } }),
    },
  ];
  const details = info && { details: info };
  switch (binding) {
    case "GRPC":
      // Before 1.0 the name stands in the words, where there is no code.
      return { grpc: { code: grpc, message: isNew ? message : `${kind}: ${message}`, ...details } };
    case "HTTP+JSON":
      return { http: { status, body: isNew ? { error: { code: status, status: grpc, message, ...details } } : { code, message } } };
    default:
      return { jsonrpc: { code, message, ...(info && { data: info }) } };
  }
}
