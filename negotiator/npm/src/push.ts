import { toStreamResponse } from "./generations.js";
import { membersOf, optionsOf, reading } from "./given.js";
import { parseJson } from "./json.js";
import { misuse } from "./misuse.js";
import { requireDelivery } from "./plan.js";
import type { FetchHeaders } from "./platform.js";
import type { StreamResponse, Task, TaskState } from "./protocol.js";
import { isTerminal, taskIdOf } from "./task.js";
import type { CallPlan } from "./types.js";
import { inWords, quoted } from "./words.js";

/** A request that has come to the webhook. */
export interface PushRequest {
  /** Its headers, such as those of a `Request` or of Node.js. */
  headers: FetchHeaders | Record<string, string | string[] | undefined>;
  /** Its body: the text, the bytes, or the JSON value where it was parsed already. */
  body: string | Uint8Array | object;
}

/** What a notification is checked against. */
export interface PushExpectations {
  /** The plan with which the task was started. */
  plan: CallPlan;
  /** The tasks of which notifications are expected. */
  taskIds: Iterable<string>;
  /** The records of earlier notifications, for telling duplicates and what is out of order. */
  seen?: Iterable<PushRecord>;
  /** The secret that was given to the agent for `Authorization`, by the scheme that the plan names. */
  credentials?: string;
  /** The token that was given to the agent for `X-A2A-Notification-Token`. */
  token?: string;
}

/** What to remember of a notification, as plain JSON. */
export interface PushRecord {
  /** The task that it is about. */
  taskId: string;
  /** Tells the notification from others. */
  fingerprint: string;
  /** The state that it reported, if it reported one. */
  state?: TaskState;
  /** Since when the task has been in this state, as the agent says. */
  timestamp?: string;
}

/** A notification that is to be taken. */
export interface AcceptedPush {
  /** `true`: the sender and the task are those that are expected. */
  accepted: true;
  /** Why it is taken. */
  reason: string;
  /** The HTTP status to answer with. */
  status: 204;
  /** Whether the sender has shown a secret; `false` where none is expected. */
  authenticated: boolean;
  /** The task, where the notification holds it whole. */
  task?: Task;
  /** What has changed, in the shape of 1.0. */
  update: StreamResponse;
  /**
   * Whether it has been delivered before. Pieces that are appended to an artifact are never said to be:
   * one that comes twice cannot be told from two equal ones. The whole task has the last word on them.
   */
  duplicate: boolean;
  /** Whether something newer about the task has been delivered before. */
  outOfOrder: boolean;
  /** What to add to `seen`. */
  record: PushRecord;
}

/** A notification that must not be taken. */
export interface RefusedPush {
  /** `false`: answer with `status`, and forget it. */
  accepted: false;
  /** Why it must not be. */
  reason: string;
  /** The HTTP status to answer with. */
  status: 400 | 401 | 404;
  /** `false`: nothing is known of what must not be taken. */
  duplicate: false;
  /** `false`, for the same reason. */
  outOfOrder: false;
}

/** What {@link readPush} makes of a request. */
export type PushReading = AcceptedPush | RefusedPush;

/**
 * Reads a notification that has come to the webhook: whether the sender is authenticated as the plan's
 * push configuration says, whether the task is expected, and what has changed, for agents of every
 * version. Of two secrets that were given to the agent it must show one, and none that is wrong: some
 * agents show the token alone, others the token only where there is nothing else. They are compared in
 * constant time. Nothing is kept: add `record` to `seen` when the notification has been dealt with.
 *
 * @throws {NegotiatorInputError} when the plan names an authentication scheme and no secret is given, and where
 * something that is needed is missing.
 */
export function readPush(request: PushRequest, expectations: PushExpectations): PushReading {
  const { headers, body } = membersOf(request, "request", { headers: "object", body: "anything" });
  const expected = optionsOf(expectations, "expectations", {
    plan: "object",
    taskIds: "iterable",
    seen: "iterable",
    credentials: "text",
    token: "text",
  });
  const { plan, taskIds, seen = [] } = expected;
  requireDelivery(plan);
  if (headers === undefined) throw misuse("request", "has no `headers`", "pass those that it came with");
  if (taskIds === undefined) throw misuse("expectations", "have no `taskIds`", "pass the ids of the tasks that you have started");
  const unproven = unauthenticated(headers, expected);
  if (unproven) return refused(401, unproven);

  let update: StreamResponse | undefined;
  let fingerprint = "";
  if (isPromise(body)) throw misuse("request", "has a `body` that is a promise", "await it, and pass what it gives");
  try {
    const value: unknown = parsed(body);
    update = toStreamResponse(value, false);
    if (update) fingerprint = fingerprintOf(value);
  } catch (thrown) {
    return refused(400, `the body is no JSON that can be read: ${inWords(thrown)}`);
  }
  if (!update) return refused(400, "the body is neither a task nor an update of one");
  const taskId = taskIdOf(update);
  if (taskId === undefined) return refused(400, "the notification does not say which task it is about");
  if (!reading("expectations", () => [...taskIds]).includes(taskId)) return refused(404, `the task ${quoted(taskId)} is not expected`);

  const record = recordOf(update, taskId, fingerprint);
  const earlier = reading("expectations", () => [...seen].filter((other) => other.taskId === taskId));
  const authenticated = expected.credentials !== undefined || expected.token !== undefined;
  const proof = authenticated ? "the sender is authenticated" : "no authentication of the sender is asked for";
  return {
    accepted: true,
    reason: `the task ${quoted(taskId)} is expected, and ${proof}`,
    status: 204,
    authenticated,
    ...("task" in update ? { task: update.task } : {}),
    update,
    duplicate: !isAppended(update) && earlier.some((other) => other.fingerprint === fingerprint),
    outOfOrder: earlier.some((other) => isNewer(other, record)),
    record,
  };
}

function refused(status: RefusedPush["status"], reason: string): RefusedPush {
  return { accepted: false, reason, status, duplicate: false, outOfOrder: false };
}

/** What is wrong with the proof of who the sender is. */
function unauthenticated(headers: PushRequest["headers"], { plan, credentials, token }: PushExpectations): string | undefined {
  const scheme = plan.delivery.push?.authentication?.scheme;
  if (scheme !== undefined && credentials === undefined && token === undefined) {
    const message = `lack the secret to compare with: notifications are authenticated by \`${scheme}\``;
    throw misuse("expectations", message, "pass as `credentials` or `token` what was given to the agent when the task was started");
  }
  if (credentials === "" || token === "") {
    throw misuse("expectations", "have an empty secret to compare with", "pass the secret that was given to the agent, or leave it out");
  }
  if (scheme === undefined && credentials !== undefined) {
    const message = "have `credentials` to compare with, and the plan names no scheme of authentication";
    throw misuse("expectations", message, "name it in `push.authentication` of the profile, or pass the secret as `token`");
  }
  const proofs = [
    { header: "Authorization", expected: credentials && `${scheme} ${credentials}` },
    { header: "X-A2A-Notification-Token", expected: token },
  ].flatMap(({ header, expected }) => (expected === undefined ? [] : [{ header, expected }]));
  const shown = proofs.flatMap((proof) => {
    const value = headerOf(headers, proof.header);
    return value === undefined ? [] : [{ ...proof, value: lowerScheme(proof.header, value) }];
  });
  const wrong = shown.find(({ header, value, expected }) => !isSame(value, lowerScheme(header, expected)));
  if (wrong) return `the sender's \`${wrong.header}\` is not what was agreed on`;
  if (proofs.length === 0 || shown.length > 0) return undefined;
  return `the sender shows no ${proofs.map(({ header }) => `\`${header}\``).join(" and no ")}`;
}

/** The name of a scheme counts without regard to case (RFC 9110, section 11.1). */
function lowerScheme(header: string, value: string): string {
  return header === "Authorization" ? value.replace(/^\S+ +/, (word) => `${word.trim().toLowerCase()} `) : value;
}

function headerOf(headers: PushRequest["headers"], name: string): string | undefined {
  return reading("request", () => {
    const isIt = ([key]: [string, unknown]) => key.toLowerCase() === name.toLowerCase();
    const found: unknown = typeof headers.get === "function" ? (headers.get(name) ?? headers.get(name.toLowerCase())) : Object.entries(headers).find(isIt)?.[1];
    return Array.isArray(found) ? found.join(", ") : typeof found === "string" ? found : undefined;
  });
}

/** Compares in a time that depends on what was shown alone. */
function isSame(shown: string, expected: string): boolean {
  const encoder = new TextEncoder();
  const a = encoder.encode(shown);
  const b = encoder.encode(expected);
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) difference |= (a[index] ?? 0) ^ (b[index % b.length] ?? 0);
  return difference === 0;
}

function isPromise(body: unknown): boolean {
  return reading("request", () => typeof (body as { then?: unknown } | null | undefined)?.then === "function");
}

function parsed(body: unknown): unknown {
  const isBytes = body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const text = isBytes ? new TextDecoder().decode(body) : body;
  return typeof text === "string" ? parseJson(text) : text;
}

function recordOf(update: StreamResponse, taskId: string, fingerprint: string): PushRecord {
  const { status } = "task" in update ? update.task : "statusUpdate" in update ? update.statusUpdate : {};
  return {
    taskId,
    fingerprint,
    ...(status && { state: status.state }),
    ...(status?.timestamp !== undefined && { timestamp: status.timestamp }),
  };
}

function isAppended(update: StreamResponse): boolean {
  return "artifactUpdate" in update && update.artifactUpdate.append === true;
}

/** Whether what was recorded comes after, by the agent's clock or since nothing comes after an end. */
function isNewer(recorded: PushRecord, { state, timestamp }: PushRecord): boolean {
  if (recorded.state && isTerminal(recorded.state) && !(state && isTerminal(state))) return true;
  return timeOf(recorded.timestamp) > timeOf(timestamp);
}

/** A time that is written; none where what should be one is no text. */
function timeOf(timestamp: unknown): number {
  return typeof timestamp === "string" ? Date.parse(timestamp) : NaN;
}

/** Equal for equal values, in whatever order their members stand: FNV-1a over the text, twice, 32 bits each. */
function fingerprintOf(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
  return [0x811c9dc5, 0x050c5d1f].map((start) => {
    let hash = start;
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  }).join("");
}
