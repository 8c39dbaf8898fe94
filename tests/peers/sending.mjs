// Sends requests exactly as they were built, with the secrets in place of their placeholders.

import { EventSourceParserStream } from "eventsource-parser/stream";

import { callGrpc } from "./grpc.mjs";

/** What a peer answered that is no result: the failure in the form that `recover` takes, and its text. */
export class Refusal extends Error {
  constructor(failure, text) {
    super(text);
    this.failure = failure;
  }
}

/**
 * Sends a request and returns the values of the answer, which are one or, of a stream, several, each without
 * what only carries it. Throws a {@link Refusal}.
 *
 * `secrets` is asked for the secret of a placeholder; `signal` gives a stream up.
 */
export async function send(request, secrets, signal) {
  const filled = fill(request, secrets);
  if (request.binding === "GRPC") {
    return callGrpc(filled, request.version, signal).catch(({ code, details, errorInfo }) => {
      throw new Refusal({ grpc: { code, message: details, details: errorInfo } }, `${code} ${details}`);
    });
  }
  const response = await fetch(filled.url, {
    method: filled.method,
    headers: filled.headers,
    ...(filled.body && { body: JSON.stringify(filled.body) }),
    redirect: "error",
    signal,
  });
  const unwrap = request.binding === "JSONRPC" ? resultOf : (value) => value;
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) return readEvents(response, unwrap);
  const text = await response.text();
  if (!response.ok) {
    const headers = Object.fromEntries(response.headers);
    throw new Refusal({ http: { status: response.status, headers, body: text } }, `${response.status} ${text}`);
  }
  return [unwrap(text === "" ? {} : JSON.parse(text))];
}

/** The request with secrets in place of the placeholders. */
export function fill({ credentials, pushSecrets = [], ...request }, secrets) {
  const placeholders = [...credentials, ...pushSecrets].map(({ placeholder }) => placeholder);
  const replace = (value) => {
    if (typeof value === "string") return placeholders.reduce((text, found) => text.replaceAll(found, () => secrets(found)), value);
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]));
  };
  return replace(request);
}

function resultOf({ result, error }) {
  if (error) throw new Refusal({ jsonrpc: error }, `${error.code} ${error.message}`);
  return result;
}

async function readEvents(response, unwrap) {
  const values = [];
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  try {
    for await (const { event, data } of events) {
      const value = JSON.parse(data);
      if (event === "error" && !value.jsonrpc) throw new Refusal({ http: { status: response.status, body: data } }, data);
      values.push(unwrap(value));
    }
  } catch (error) {
    // What `fetch` says of a connection that breaks.
    if (error.message !== "terminated") throw error;
    throw new Refusal({ transport: "streamCut" }, "the stream is cut");
  }
  return values;
}
