// How a task stands after what was heard of it.

import type { Artifact, StreamResponse, Task, TaskArtifactUpdateEvent, TaskState } from "./protocol.js";

const TERMINAL: readonly TaskState[] = [
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_REJECTED",
];

/** Whether a task in this state has ended: no message can go on with it. */
export function isTerminal(state: TaskState): boolean {
  return TERMINAL.includes(state);
}

/** The task that an update is about, if it is about one. */
export function taskIdOf(update: StreamResponse): string | undefined {
  if ("task" in update) return update.task.id;
  if ("message" in update) return update.message.taskId;
  return "statusUpdate" in update ? update.statusUpdate.taskId : update.artifactUpdate.taskId;
}

/**
 * The task after an update. An agent may start with an event instead of the task; what is known of the
 * task is then what the event says.
 */
export function afterUpdate(task: Task | undefined, update: StreamResponse): Task | undefined {
  if ("task" in update) return update.task;
  if ("message" in update) return task;
  const event = "statusUpdate" in update ? update.statusUpdate : update.artifactUpdate;
  const known: Task = task ?? {
    id: event.taskId,
    ...(event.contextId === undefined ? {} : { contextId: event.contextId }),
    status: { state: "TASK_STATE_UNSPECIFIED" },
  };
  if ("statusUpdate" in update) return { ...known, status: update.statusUpdate.status };
  return { ...known, artifacts: withArtifact(known.artifacts ?? [], update.artifactUpdate) };
}

function withArtifact(artifacts: Artifact[], { artifact, append }: TaskArtifactUpdateEvent): Artifact[] {
  const index = artifacts.findIndex(({ artifactId }) => artifactId === artifact.artifactId);
  const known = artifacts[index];
  if (!known) return [...artifacts, artifact];
  const whole = append ? { ...known, ...artifact, parts: [...known.parts, ...artifact.parts] } : artifact;
  return artifacts.map((other, at) => (at === index ? whole : other));
}

/** Whether two values are the same as JSON. What is nested too deep to be written is never the same. */
export function isSame(value: unknown, other: unknown): boolean {
  try {
    return JSON.stringify(value) === JSON.stringify(other);
  } catch {
    return false;
  }
}
