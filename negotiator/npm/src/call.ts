import type { CredentialSource } from "./credential-source.js";
import { optionsOf } from "./given.js";
import type { Kinds } from "./given.js";
import { Card, Profile } from "./handles.js";
import { requireMessage } from "./new-message.js";
import { requireDelivery } from "./plan.js";
import type { Fetch, StopSignal } from "./platform.js";
import type { Message, MessageToSend, StreamResponse, Task } from "./protocol.js";
import { RunningCall } from "./running-call.js";
import type { Action, CallPlan, ClientProfile, Intent, Lockfile } from "./types.js";

/** The secrets by which notifications are known to be the agent's; `readPush` compares them. */
export interface PushSecrets {
  /** For `Authorization`, by the scheme that the plan names. Where it names one, this must be given. */
  credentials?: string;
  /** For `X-A2A-Notification-Token`, the one that all agents show. */
  token?: string;
}

/** How {@link call} sends, follows and recovers. */
export interface CallOptions {
  /** Gives the secret of each credential of the plan; not needed for a plan without. */
  credentials?: CredentialSource;
  /** Sends the requests; the global `fetch` when left out. */
  fetch?: Fetch;
  /** Is called with every update, before the iterator gives it. */
  onUpdate?: (update: StreamResponse) => void;
  /** Is called with every action against a failure, before it is followed. */
  onAction?: (action: Action) => void;
  /** Ends the call, with its reason. At the agent the task goes on; `cancel` ends it. */
  signal?: StopSignal;
  /** The card of the plan. With card and profile, a plan that is refused gives way to the next. */
  card?: string | object;
  /** The profile of the plan. */
  profile?: string | ClientProfile;
  /** The intent of the plan. */
  intent?: string | Intent;
  /** The lockfile that the plan was held against: no other plan goes beyond what was reviewed. */
  lock?: string | Lockfile;
  /** Fetches the card anew, when the agent answers as its card does not say. Where it gives none, the call ends. */
  refreshCard?: () => string | object | Promise<string | object>;
  /** How many of the task's last messages are wanted with it; as many as the agent likes when left out. */
  historyLength?: number;
  /** Metadata of the request, beside the message's own. */
  metadata?: Record<string, unknown>;
  /** Puts the plan's tenant into the path over HTTP+JSON, for agents that hear it there alone. */
  tenantInPath?: boolean;
  /** The secrets that the agent is to show with its notifications; it is given them with the message. */
  push?: PushSecrets;
  /** How long to wait before a task is asked for, 1 when left out; longer each time that nothing is new. */
  pollSeconds?: number;
  /** How long no notification may come until the task is asked for, 60 when left out. */
  silentSeconds?: number;
  /**
   * How long an answer may take to begin, and `credentials` to give a secret; as long as they like when left out. Only
   * the answer's delay is the agent's fault.
   */
  timeoutSeconds?: number;
  /** For how long a server may ask to wait, 60 when left out. */
  maxWaitSeconds?: number;
}

/** How a call has ended. */
export type CallEnd =
  /** The agent has answered by a message, without a task. */
  | { state: "answered"; message: Message }
  /** The task has ended: `task.status` says how. */
  | { state: "ended"; task: Task }
  /** The agent asks for more: answer with `reply`. */
  | { state: "inputRequired"; task: Task; asked?: Message }
  /**
   * The agent asks for an authorization. Give it as the agent says, never in a message, and go on with
   * `resume`; or answer with `reply`, such as to decline.
   */
  | { state: "authRequired"; task: Task; asked?: Message }
  /** The message is sent, and the plan's delivery is `none`: nobody waits for what becomes of it. */
  | { state: "sent"; task?: Task };

/** A message that may leave its id to be drawn. */
export type NewMessage = Omit<MessageToSend, "messageId"> & { messageId?: string };

/** A call on its way: iterate over its updates. Nothing is sent before. */
export interface Call extends AsyncIterable<StreamResponse> {
  /** The plan that is in effect; after a recovery another than the one that was given. */
  readonly plan: CallPlan;
  /** The task as it stands after the last update. */
  readonly task: Task | undefined;
  /** How the call has ended, once it has. */
  readonly end: CallEnd | undefined;
  /** What was done against failures, in order. */
  readonly history: readonly Action[];
  /** Follows the call to its end, where the updates themselves are not needed. */
  result(): Promise<CallEnd>;
  /**
   * Hands over what a notification has brought. Returns `false` where it is about another task.
   *
   * @param update The `update` of a notification that `readPush` has accepted.
   */
  deliver(update: StreamResponse): boolean;
  /**
   * Answers a task that asks for input or for an authorization: the same task goes on, as a new call.
   *
   * @throws {Error} when the task does not ask. A task that has ended takes no message; a new one takes
   * the `contextId`, and names the old one in `referenceTaskIds`.
   */
  reply(message: NewMessage): Call;
  /**
   * Follows the task further without a message, as a new call: after an authorization was given out of
   * band, or after an abort or an error.
   *
   * @throws {Error} when there is no task, or it has ended.
   */
  resume(options?: Pick<CallOptions, "signal">): Call;
  /**
   * Asks the agent to cancel the task, and gives the task as the agent answers. When it has ended, so does
   * this call where it is followed.
   */
  cancel(): Promise<Task>;
}

/** What the options may be; documents are looked at where they are read. */
const OPTIONS: Kinds<CallOptions> = {
  credentials: "function",
  fetch: "function",
  onUpdate: "function",
  onAction: "function",
  signal: "signal",
  card: "anything",
  profile: "anything",
  intent: "anything",
  lock: "anything",
  refreshCard: "function",
  historyLength: "count",
  metadata: "object",
  tenantInPath: "boolean",
  push: "object",
  pollSeconds: "seconds",
  silentSeconds: "seconds",
  timeoutSeconds: "seconds",
  maxWaitSeconds: "seconds",
};

/**
 * Makes a call as planned, over `JSONRPC` and `HTTP+JSON`, and gives the updates in the shape of A2A 1.0,
 * whatever version the agent speaks: by a stream, by polling, or by notifications that `deliver` hands
 * over. What fails is recovered from once, as `recover` says, and a message is sent again only where that
 * is sure to do nothing twice. A task that asks for something ends the iteration; `end` says what for.
 *
 * @param plan What `negotiate` gave.
 * @param message The message, in the shape of 1.0. A missing `messageId` is drawn.
 * @returns The call. Its iterator throws a {@link CallError} where it cannot go on, a
 * {@link PlanFetchError} where something cannot be sent, and the signal's reason on an abort.
 */
export function call(plan: CallPlan, message: NewMessage, options: CallOptions = {}): Call {
  requireDelivery(plan);
  const given = optionsOf(options, "options", OPTIONS);
  requireDocuments(given);
  return new RunningCall(plan, { message: requireMessage(message) }, given);
}

/** Reads the documents that only a failure needs: what is wrong with them is told before anything is sent. */
function requireDocuments({ card, profile }: CallOptions): void {
  if (card !== undefined && !(card instanceof Card)) new Card(card).free();
  if (profile !== undefined && !(profile instanceof Profile)) new Profile(profile).free();
}
