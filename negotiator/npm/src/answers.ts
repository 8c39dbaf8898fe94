// What a server answers to a request that `buildRequest` made: one update, a stream of updates, or a
// failure in the form in which it came.

import { createParser } from "eventsource-parser";

import { isObject, toStreamResponse } from "./generations.js";
import type { StreamResponse } from "./protocol.js";
import type { CallPlan, Failure } from "./types.js";

/** An update, or what came in its place. */
export type Received = { update: StreamResponse } | { failure: Failure };

/** An answer: whether it is a stream, and what it holds, as it comes. */
export interface Answer {
  isStream: boolean;
  received: AsyncIterable<Received>;
}

/** How much of a stream is held until an event is whole, in characters. */
const MAX_EVENT = 64 * 1024 * 1024;

/** Reads an answer; what the server answers instead of a stream is taken as it is. */
export function readAnswer(response: Response, plan: CallPlan): Answer {
  const isStream = response.ok && /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
  return { isStream, received: isStream ? events(response, plan) : single(response, plan) };
}

async function* single(response: Response, plan: CallPlan): AsyncGenerator<Received> {
  let text: string;
  try {
    text = await response.text();
  } catch {
    yield { failure: { transport: "network" } };
    return;
  }
  yield toReceived(text, response, plan);
}

/** The events of a stream. A stream that breaks off ends with the failure `streamCut`. */
async function* events(response: Response, plan: CallPlan): AsyncGenerator<Received> {
  const waiting: string[] = [];
  // Over the limit the parser throws.
  const parser = createParser({ maxBufferSize: MAX_EVENT, onEvent: ({ data }) => waiting.push(data) });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      parser.feed(decoder.decode(value, { stream: !done }));
      while (waiting.length > 0) yield toReceived(waiting.shift() ?? "", response, plan);
      if (done) return;
    }
  } catch {
    yield { failure: { transport: "streamCut" } };
  }
}

/** One JSON text, from a body or an event. */
function toReceived(text: string, response: Response, plan: CallPlan): Received {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { failure: asHttp(response, text) };
  }
  const envelope = plan.binding === "JSONRPC" && isObject(value) ? value : undefined;
  const error = response.ok ? envelope?.error : undefined;
  if (isObject(error) && Number.isInteger(error.code)) {
    const { code, message, data } = error;
    return { failure: { jsonrpc: { code, message, data } } as Failure };
  }
  const result = envelope ? envelope.result : value;
  const update = response.ok ? toStreamResponse(result, isOldProto(plan)) : undefined;
  return update ? { update } : { failure: asHttp(response, text) };
}

/** Before 1.0, HTTP+JSON alone carried messages in the shape of the proto. */
function isOldProto({ binding, version }: CallPlan): boolean {
  return binding === "HTTP+JSON" && version.startsWith("0.");
}

function asHttp(response: Response, body: string): Failure {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return { http: { status: response.status, headers, body } };
}
