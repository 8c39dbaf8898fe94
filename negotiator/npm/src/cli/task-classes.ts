import type { TaskClass } from "a2a-negotiator";

const ALL: Record<TaskClass, true> = { standard: true, liveInput: true, asyncCompletion: true, fireAndForget: true };

/** All classes of task. */
export const TASK_CLASSES = Object.keys(ALL) as readonly TaskClass[];
