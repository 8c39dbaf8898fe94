import type { Operation } from "a2a-negotiator";

/** All operations, and whether each sends a message. */
const SENDS: Record<Operation, boolean> = {
  sendMessage: true,
  sendStreamingMessage: true,
  getTask: false,
  listTasks: false,
  cancelTask: false,
  subscribeToTask: false,
  createTaskPushNotificationConfig: false,
  getTaskPushNotificationConfig: false,
  listTaskPushNotificationConfigs: false,
  deleteTaskPushNotificationConfig: false,
  getExtendedAgentCard: false,
};

export const OPERATIONS = Object.keys(SENDS) as readonly Operation[];

/** Whether an operation sends a message; without one, it is the plan's own way to send. */
export function sendsMessage(operation: Operation | undefined): boolean {
  return operation === undefined || SENDS[operation];
}
