// What agents send, read into the shape of 1.0. Agents of 0.2 and 0.3 send two shapes: that of the JSON
// Schema (`kind`, states in lower case) over JSON-RPC and in notifications, and that of the proto of
// their time (`content`, `msg`, `file.fileWithUri`) over HTTP+JSON. Notifications may have the shape of
// another version than the one that was spoken. So each object is recognised by itself, and what it has
// besides is kept.

import type { Artifact, Message, Part, Role, StreamResponse, Task, TaskState, TaskStatus } from "./protocol.js";

type Fields = Record<string, unknown>;

const STATES: readonly TaskState[] = [
  "TASK_STATE_UNSPECIFIED",
  "TASK_STATE_SUBMITTED",
  "TASK_STATE_WORKING",
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_REJECTED",
  "TASK_STATE_AUTH_REQUIRED",
];

/**
 * An answer, an event of a stream or a notification. `undefined` where it is none of them.
 *
 * @param isOldProto Whether it is in the shape of the proto of before 1.0. It decides where the shape alone
 * does not: `{"data": {"data": …}}` is a wrapped part there, and data with a member `data` elsewhere.
 */
export function toStreamResponse(value: unknown, isOldProto: boolean): StreamResponse | undefined {
  if (!isObject(value)) return undefined;
  if (value.kind === undefined) {
    if (isObject(value.task)) return wrap("task", toTask(value.task, isOldProto));
    const message = value.message ?? value.msg;
    if (isObject(message)) return wrap("message", toMessage(message, isOldProto));
    for (const key of ["statusUpdate", "artifactUpdate"]) {
      if (isObject(value[key])) return toEvent(value[key], isOldProto);
    }
  }
  if (typeof value.messageId === "string") return wrap("message", toMessage(value, isOldProto));
  if (typeof value.taskId === "string") return toEvent(value, isOldProto);
  return wrap("task", toTask(value, isOldProto));
}

function toEvent({ kind, final, ...event }: Fields, isOldProto: boolean): StreamResponse | undefined {
  if (typeof event.taskId !== "string" || event.taskId === "") return undefined;
  withTexts(event, ["contextId"]);
  if (isObject(event.artifact)) {
    const artifact = toArtifact(event.artifact, isOldProto);
    return artifact && wrap("artifactUpdate", { ...event, artifact });
  }
  const status = toStatus(event.status, isOldProto);
  return status && wrap("statusUpdate", { ...event, status });
}

function toTask({ kind, ...task }: Fields, isOldProto: boolean): Task | undefined {
  const status = toStatus(task.status, isOldProto);
  if (typeof task.id !== "string" || task.id === "" || !status) return undefined;
  withTexts(task, ["contextId"]);
  const artifacts = toList(task.artifacts, (artifact) => toArtifact(artifact, isOldProto));
  const history = toList(task.history, (message) => toMessage(message, isOldProto));
  return { ...task, id: task.id, status, ...(artifacts && { artifacts }), ...(history && { history }) };
}

function toStatus(status: unknown, isOldProto: boolean): TaskStatus | undefined {
  if (!isObject(status) || typeof status.state !== "string") return undefined;
  const message = isObject(status.message) ? toMessage(status.message, isOldProto) : undefined;
  return { ...withTexts({ ...status }, ["timestamp"]), state: toState(status.state), ...(message && { message }) };
}

function toState(state: string): TaskState {
  const word = state.replaceAll("-", "_").toUpperCase().replace("CANCELLED", "CANCELED");
  return STATES.find((known) => known === word || known === `TASK_STATE_${word}`) ?? "TASK_STATE_UNSPECIFIED";
}

function toMessage({ kind, content, ...message }: Fields, isOldProto: boolean): Message | undefined {
  const parts = toList(message.parts ?? content, (part) => toPart(part, isOldProto));
  if (typeof message.messageId !== "string" || !parts) return undefined;
  return { ...withTexts(message, ["taskId", "contextId"]), messageId: message.messageId, role: toRole(message.role), parts };
}

function toRole(role: unknown): Role {
  if (role === "user" || role === "ROLE_USER") return "ROLE_USER";
  return role === "agent" || role === "ROLE_AGENT" ? "ROLE_AGENT" : "ROLE_UNSPECIFIED";
}

function toArtifact(artifact: Fields, isOldProto: boolean): Artifact | undefined {
  const parts = toList(artifact.parts, (part) => toPart(part, isOldProto));
  if (typeof artifact.artifactId !== "string" || !parts) return undefined;
  return { ...withTexts({ ...artifact }, ["name", "description"]), artifactId: artifact.artifactId, parts };
}

/** The members of a file of before 1.0, and what they are in a part. */
const FILE_MEMBERS: Record<string, keyof Part> = {
  bytes: "raw",
  fileWithBytes: "raw",
  uri: "url",
  fileWithUri: "url",
  mimeType: "mediaType",
  name: "filename",
};

function toPart({ kind, file, ...part }: Fields, isOldProto: boolean): Part {
  if (isObject(file)) {
    const members = Object.entries(FILE_MEMBERS).filter(([name]) => typeof file[name] === "string");
    return { ...part, ...Object.fromEntries(members.map(([name, member]) => [member, file[name]])) };
  }
  const { data } = part;
  const isWrapped = isOldProto && kind === undefined && isObject(data) && Object.keys(data).join() === "data";
  return isWrapped ? { ...part, data: data.data } : part;
}

/** The same object, without those of its members that must be text and are none, or are empty, as some libraries write what is not there. */
function withTexts(fields: Fields, names: readonly string[]): Fields {
  for (const name of names) if (typeof fields[name] !== "string" || fields[name] === "") delete fields[name];
  return fields;
}

/** A list of what could be read; `undefined` where there is no list. */
function toList<T>(value: unknown, read: (item: Fields) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((item) => (isObject(item) ? (read(item) ?? []) : []));
}

function wrap(key: string, value: unknown): StreamResponse | undefined {
  return value === undefined ? undefined : ({ [key]: value } as unknown as StreamResponse);
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
