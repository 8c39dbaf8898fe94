// An agent on loopback that answers as a test tells it to, in both bindings and both generations. It is
// for failures only: how real agents answer is tested with the servers of the official SDKs.

import { json, serve } from "./server.mjs";

/** The operations by the names that JSON-RPC has for them. */
const METHODS = {
  SendMessage: "send",
  SendStreamingMessage: "stream",
  GetTask: "get",
  SubscribeToTask: "subscribe",
  CancelTask: "cancel",
  "message/send": "send",
  "message/stream": "stream",
  "tasks/get": "get",
  "tasks/resubscribe": "subscribe",
  "tasks/cancel": "cancel",
};

/** The operations by the ends of their paths over HTTP+JSON. */
const PATHS = [
  [/\/message:send$/, "send"],
  [/\/message:stream$/, "stream"],
  [/:subscribe$/, "subscribe"],
  [/:cancel$/, "cancel"],
  [/\/tasks\/[^/:]+$/, "get"],
];

/**
 * Starts an agent. `answers` has for each operation a list of what to answer, one after the other, the
 * last one again and again: a function of the response, `{say, event, raw}` and the request. Returns the
 * server with the `operations` that were asked for.
 */
export async function startAgent(answers) {
  const operations = [];
  const server = await serve(async (request, response) => {
    const { pathname } = new URL(request.url, "http://x");
    const body = request.body === "" ? {} : JSON.parse(request.body);
    const operation = METHODS[body.method] ?? PATHS.find(([path]) => path.test(pathname))?.[1];
    const count = operations.filter((other) => other === operation).length;
    operations.push(operation);
    const list = [answers[operation] ?? []].flat();
    const answer = list[Math.min(count, list.length - 1)];
    if (!answer) throw new Error(`nothing was prepared for ${operation}`);
    const isRpc = body.jsonrpc === "2.0";
    request.json = isRpc ? body.params : body;
    await answer({
      request,
      raw: response,
      /** Answers with a result. */
      say: (result) => json(response, isRpc ? { jsonrpc: "2.0", id: body.id, result } : result),
      /** Answers with one event of a stream. */
      event: (result) => {
        if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`data: ${JSON.stringify(isRpc ? { jsonrpc: "2.0", id: body.id, result } : result)}\n\n`);
      },
      /** Answers with an error of the protocol, as each binding has it. */
      fail: (code, reason, httpStatus, metadata) => {
        const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "a2a-protocol.org", metadata }];
        if (isRpc) json(response, { jsonrpc: "2.0", id: body.id, error: { code, message: reason, data: details } });
        else json(response, { error: { code: httpStatus, message: reason, details } }, httpStatus);
      },
      /** Answers with a status alone. */
      status: (status, headers = {}, text = "") => response.writeHead(status, headers).end(text),
    });
  });
  return { ...server, operations };
}

/**
 * How an agent says things: in the shape of 1.0; in that of 0.3 with `kind`; or in that of the proto of 0.3,
 * which HTTP+JSON had. `bare` is a task as the answer to asking for it, `task` as any other answer.
 */
export function shapesOf({ binding, version }) {
  if (version === "1.0") return SHAPES.one;
  return binding === "JSONRPC" ? SHAPES.before : SHAPES.proto;
}

const IDS = { taskId: "t1", contextId: "c1" };
const word = (state) => state.toLowerCase().replaceAll("_", "-");

/** The shapes of 1.0; those of the proto of 0.3 are similar. */
const like1 = (parts, cancelled) => {
  const stateOf = (state) => `TASK_STATE_${state.replace("CANCELED", cancelled)}`;
  const message = (text) => ({ messageId: "m", role: "ROLE_AGENT", [parts]: [{ text }] });
  const bare = (state, more) => taskOf(stateOf(state), more);
  return {
    bare,
    task: (state, more) => ({ task: bare(state, more) }),
    status: (state) => ({ statusUpdate: { ...IDS, status: { state: stateOf(state) } } }),
    piece: (text, append) => ({ artifactUpdate: { ...IDS, artifact: { artifactId: "a", parts: [{ text }] }, append } }),
    reply: (text) => ({ message: message(text) }),
    statusMessage: (text) => ({ message: message(text) }),
    artifacts: (...texts) => ({ artifacts: [{ artifactId: "a", parts: texts.map((text) => ({ text })) }] }),
  };
};

const textPart = (text) => ({ kind: "text", text });
const oldMessage = (text) => ({ kind: "message", messageId: "m", role: "agent", parts: [textPart(text)] });

const SHAPES = {
  one: like1("parts", "CANCELED"),
  proto: like1("content", "CANCELLED"),
  before: {
    task: (state, more) => ({ kind: "task", ...taskOf(word(state), more) }),
    bare: (state, more) => ({ kind: "task", ...taskOf(word(state), more) }),
    status: (state) => ({ kind: "status-update", ...IDS, status: { state: word(state) }, final: false }),
    piece: (text, append) => ({ kind: "artifact-update", ...IDS, artifact: { artifactId: "a", parts: [textPart(text)] }, append }),
    reply: oldMessage,
    statusMessage: (text) => ({ message: oldMessage(text) }),
    artifacts: (...texts) => ({ artifacts: [{ artifactId: "a", parts: texts.map((text) => textPart(text)) }] }),
  },
};

function taskOf(state, { message, ...more } = {}) {
  return { id: "t1", contextId: "c1", status: { state, ...(message && { message }) }, ...more };
}

/** The plan of a call. */
export function planFor({ url, binding = "JSONRPC", version = "1.0", mode, credentials = [], push = {} }) {
  return {
    url,
    binding,
    version,
    credentials,
    inputModes: ["text/plain"],
    acceptedOutputModes: ["text/plain"],
    delivery: {
      mode,
      fallbacks: [],
      returnImmediately: mode !== "stream",
      ...(mode === "push" && { push: { url: "https://client.example/hook", ...push } }),
    },
    extensions: [],
    headers: { "A2A-Version": version },
    fetchExtendedCard: false,
  };
}
