// The plan of the call that the page is about, and which operations it sends its message by.

import { negotiate } from "a2a-negotiator";

/** The plan; null where the call is refused. */
export function planOf(card, profile, { skill, taskClass }) {
  return negotiate(card, profile, { ...(skill !== undefined && { skill }), taskClass }).plan ?? null;
}

/** The operation that sends a message as the plan has it. */
export const ownSend = ({ delivery }) => (delivery.mode === "stream" ? "sendStreamingMessage" : "sendMessage");

export const isSend = (operation) => operation === "sendMessage" || operation === "sendStreamingMessage";
