// What a server answers to a request that `buildRequest` made: one update, a stream of updates, or a
// failure in the form in which it came.

import { createParser } from "eventsource-parser";

import { invalidAnswer } from "./failures.js";
import { isObject, toStreamResponse } from "./generations.js";
import type { StreamResponse } from "./protocol.js";
import type { CallPlan, Failure } from "./types.js";
import { onAbort } from "./waiting.js";
import { withCauseInWords } from "./words.js";

/** What came in place of an update, with what was thrown or is wrong with the answer, where that is not what the server says. */
export interface Failed {
  failure: Failure;
  cause?: Error | undefined;
}

/** An update, or what came in its place. */
export type Received = { update: StreamResponse } | Failed;

/** An answer: whether it is a stream, and what it holds, as it comes. */
export interface Answer {
  isStream: boolean;
  received: AsyncIterable<Received>;
}

/** Whether something has what is read of an answer of `fetch`. */
export function isAnswer(value: unknown): value is Response {
  try {
    const { status, headers } = value as Response;
    return typeof status === "number" && typeof headers.get === "function" && typeof headers.forEach === "function";
  } catch {
    return false;
  }
}

/** What an answer is read by: the response, the plan, the id of the request over JSON-RPC, and what ends it. */
interface Asked {
  response: Response;
  plan: CallPlan;
  requestId: string;
  /** Ends the reading, whether or not what sent the request ends by itself. */
  stop: AbortSignal;
}

/** How much of an answer, or of a stream until an event is whole, is held, in characters. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Reads an answer; what the server answers instead of a stream is taken as it is. */
export function readAnswer(asked: Asked): Answer {
  const { ok, headers } = asked.response;
  const isStream = ok && /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
  return { isStream, received: isStream ? events(asked) : single(asked) };
}

async function* single(asked: Asked): AsyncGenerator<Received> {
  const pieces: string[] = [];
  let length = 0;
  try {
    for await (const piece of texts(asked)) {
      pieces.push(piece);
      length += piece.length;
      // What is cut is no JSON any more, and a failure.
      if (length > MAX_CHARACTERS) break;
    }
  } catch (thrown) {
    yield { failure: { transport: "network" }, cause: new Error(withCauseInWords(thrown)) };
    return;
  }
  yield toReceived(pieces.join(""), asked);
}

/** The events of a stream. It ends with the failure `streamCut`: whoever has heard that the task has ended does not come to it. */
async function* events(asked: Asked): AsyncGenerator<Received> {
  let waiting: string[] = [];
  // Over the limit the parser throws.
  const parser = createParser({ maxBufferSize: MAX_CHARACTERS, onEvent: ({ data }) => waiting.push(data) });
  let last = "";
  let cause: Error | undefined;
  try {
    for await (const piece of texts(asked)) {
      parser.feed(piece);
      last = piece.at(-1) ?? last;
      const whole = waiting;
      waiting = [];
      for (const data of whole) yield toReceived(data, asked);
    }
    // The parser waits for what may follow a carriage return.
    if (last === "\r") parser.feed("\n");
  } catch (thrown) {
    // What was whole before it broke off is given all the same.
    cause = new Error(withCauseInWords(thrown));
  }
  for (const data of waiting) yield toReceived(data, asked);
  yield { failure: { transport: "streamCut" }, cause };
}

/** A body as text, as it comes. */
async function* texts({ response: { body }, stop }: Asked): AsyncGenerator<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const unlink = onAbort(stop, () => void reader?.cancel().catch(() => undefined));
  try {
    while (reader) {
      const { done, value } = await reader.read();
      yield decoder.decode(value, { stream: !done });
      if (done) return;
    }
  } finally {
    unlink();
  }
}

/** One JSON text, from a body or an event. */
function toReceived(text: string, { response, plan, requestId }: Asked): Received {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { failure: asHttp(response, text) };
  }
  const envelope = plan.binding === "JSONRPC" && isObject(value) ? value : undefined;
  // The id is `null` where the server could not read the request.
  const isAnother = envelope && ![requestId, undefined, null].includes(envelope.id as string);
  if (isAnother) return invalidAnswer("the answer is to another request");
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
