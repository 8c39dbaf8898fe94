// The message that a caller gives.

import type { NewMessage } from "./call.js";
import { isObject } from "./generations.js";
import { reading } from "./given.js";
import { misuse } from "./misuse.js";
import type { MessageToSend } from "./protocol.js";

/** A copy of a message. What is in it is for the core to look at. */
export function requireMessage(message: NewMessage): NewMessage {
  if (!isObject(message)) throw misuse("message", "is missing or no object", "pass the message: `{ parts: [{ text: \"...\" }] }`");
  return reading("message", () => ({ ...message }));
}

/** The message with an id: what is sent again must be recognisable as the same. */
export function withId(message: NewMessage): MessageToSend {
  return { ...message, messageId: message.messageId ?? newId() };
}

/** An id that nobody has drawn before. Pages without TLS draw no UUIDs. */
function newId(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
}
