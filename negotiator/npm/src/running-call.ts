// The state of a call, and what is done next.

import type { Call, CallEnd, CallOptions, NewMessage } from "./call.js";
import type { Failed } from "./answers.js";
import { CallError } from "./call-error.js";
import { CallSecrets } from "./call-secrets.js";
import { exchange } from "./exchange.js";
import type { Means } from "./exchange.js";
import { invalidAnswer } from "./failures.js";
import { buildRequest, readCard, recover } from "./functions.js";
import { toStreamResponse } from "./generations.js";
import { optionsOf, reading } from "./given.js";
import { misuse } from "./misuse.js";
import { requireMessage, withId } from "./new-message.js";
import type { StopSignal } from "./platform.js";
import type { MessageToSend, StreamResponse, Task, TaskStatus } from "./protocol.js";
import type { RecoveryContext } from "./recovery-context.js";
import { afterUpdate, isSame, isTerminal, taskIdOf } from "./task.js";
import type { Action, CallPlan, Failure, Operation, RequestOptions } from "./types.js";
import { abortable, aborted, pause } from "./waiting.js";
import { inWords } from "./words.js";

/** What is done next. */
type Step = "send" | "subscribe" | "get" | "cancel" | "poll" | "awaitPush";

/** The steps that are requests. */
type Requesting = Exclude<Step, "poll" | "awaitPush">;

/** Where a call begins: with a message to send, or with a task that is there already. */
type Beginning = { message: NewMessage; repliesTo?: Task } | { first: Requesting; task: Task };

/** How much longer each wait is than the one before, and how many times the first the longest. */
const BACK_OFF = 1.5;
const LONGEST = 30;

/** The actions that are followed by another plan, where they do not change the requests of the same. */
const REPLANNING: readonly Action["action"][] = ["renegotiate", "nextDelivery", "nextCredential"];

export class RunningCall implements Call {
  plan: CallPlan;
  task: Task | undefined;
  end: CallEnd | undefined;
  readonly history: Action[] = [];

  readonly #message: MessageToSend | null;
  readonly #options: CallOptions;
  readonly #updates: AsyncGenerator<StreamResponse, void>;
  /** Whether one answer is enough. */
  readonly #isOnce: boolean;
  /** The task that the message goes on with, before the agent has taken it. */
  readonly #repliesTo: Task | undefined;
  /** The status in which the task was left, which does not end the call again. */
  #left: TaskStatus | undefined;
  #card: string | object | undefined;
  /** How requests must be made otherwise than usual, as the server has taught. */
  #learnt: RequestOptions = {};
  #secrets: CallSecrets;
  /** Whether the last secret was refused. */
  #refused = false;
  /** Whether the task is asked for, whatever the plan says. */
  #polls = false;
  #delay: number;
  /** What was heard of the task elsewhere, and how what is waited for is left for it. */
  #delivered: StreamResponse[] = [];
  #wake = (): void => undefined;
  /** Aborted when the task has ended otherwise than by what is under way. */
  #leave = new AbortController();

  constructor(plan: CallPlan, beginning: Beginning, options: CallOptions) {
    this.plan = plan;
    this.#options = options;
    this.#card = options.card;
    this.#secrets = new CallSecrets(options.credentials, options.push);
    this.#delay = this.#firstDelay;
    const isSend = "message" in beginning;
    this.#message = isSend ? withId(beginning.message) : null;
    this.task = isSend ? undefined : beginning.task;
    this.#repliesTo = isSend ? beginning.repliesTo : undefined;
    this.#left = (isSend ? beginning.repliesTo : beginning.task)?.status;
    this.#isOnce = !isSend && beginning.first === "cancel";
    this.#updates = this.#run(isSend ? "send" : beginning.first);
  }

  [Symbol.asyncIterator](): AsyncIterator<StreamResponse> {
    return this.#updates;
  }

  async result(): Promise<CallEnd> {
    for await (const _ of this.#updates);
    if (!this.end) throw new Error("the call was left before its end; follow its task with `resume`");
    return this.end;
  }

  deliver(update: StreamResponse): boolean {
    const read = reading("update", () => toStreamResponse(update, false));
    if (!read) throw misuse("update", "is neither a task nor an update of one", "pass the `update` of a notification that was accepted");
    // A notification may be faster than the answer that names the task.
    const isOurs = !this.task || taskIdOf(read) === this.task.id;
    if (isOurs && !this.end) {
      this.#delivered.push(read);
      this.#wake();
    }
    return isOurs;
  }

  reply(message: NewMessage): Call {
    const { task, end } = this;
    if (!task || (end?.state !== "inputRequired" && end?.state !== "authRequired")) {
      const problem = end?.state === "ended" ? "has ended, and takes no further message" : "does not ask for anything";
      const help = "make a new call, with its `contextId` and with it in `referenceTaskIds`";
      throw new Error(`the task ${problem}; ${help}`);
    }
    const ids = { taskId: task.id, ...(task.contextId === undefined ? {} : { contextId: task.contextId }) };
    return this.#next({ message: { ...requireMessage(message), ...ids }, repliesTo: task });
  }

  resume(options: Pick<CallOptions, "signal"> = {}): Call {
    const { signal } = optionsOf(options, "options", { signal: "signal" });
    const task = this.#known();
    if (isTerminal(task.status.state)) throw new Error("the task has ended; `task` is how it ended");
    return this.#next({ first: this.plan.delivery.mode === "stream" ? "subscribe" : "get", task }, { signal });
  }

  async cancel(): Promise<Task> {
    const task = this.#known();
    // The signal may be aborted already, and that be the reason.
    const cancelling = this.#next({ first: "cancel", task }, { signal: undefined });
    await cancelling.result();
    const answered = cancelling.task ?? task;
    // Not every agent tells those who listen.
    if (isTerminal(answered.status.state) && this.deliver({ task: answered })) this.#leave.abort();
    return answered;
  }

  #known(): Task {
    const task = this.task ?? this.#repliesTo;
    if (!task) throw new Error("there is no task: the agent has not named one");
    return task;
  }

  /** A call that goes on with what this one has learnt. */
  #next(beginning: Beginning, replaced: { signal?: StopSignal | undefined } = this.#options): Call {
    const { signal: _, ...options } = this.#options;
    const next = new RunningCall(this.plan, beginning, {
      ...options,
      ...(this.#card !== undefined && { card: this.#card }),
      ...(replaced.signal && { signal: replaced.signal }),
    });
    next.#learnt = this.#learnt;
    next.#secrets = this.#secrets;
    return next;
  }

  get #firstDelay(): number {
    return this.#options.pollSeconds ?? 1;
  }

  async *#run(first: Step): AsyncGenerator<StreamResponse, void> {
    for (let step = first; !this.end; ) step = yield* this.#take(step);
  }

  /** Does a step, and says which is next. */
  async *#take(step: Step): AsyncGenerator<StreamResponse, Step> {
    if (this.#leave.signal.aborted) {
      this.#leave = new AbortController();
      return (yield* this.#handOver()) ?? step;
    }
    switch (step) {
      case "poll":
        await this.#pause(this.#delay);
        this.#delay = Math.min(this.#delay * BACK_OFF, this.#firstDelay * LONGEST);
        return (yield* this.#handOver()) ?? "get";
      case "awaitPush":
        await this.#pause(this.#options.silentSeconds ?? 60);
        return (yield* this.#handOver()) ?? this.#recover({ failure: { transport: "pushSilent" } }, step);
      default:
        return yield* this.#exchange(step);
    }
  }

  /** Sends a request, and takes what it is answered with. */
  async *#exchange(step: Requesting): AsyncGenerator<StreamResponse, Step> {
    const message = step === "send" ? this.#message : null;
    if (step === "send") this.#requireFollowable();
    for await (const arrival of exchange(this.plan, message, this.#requestOptions(step), this.#means())) {
      if ("failure" in arrival) return this.#recover(arrival, step);
      const named = taskIdOf(arrival.update);
      if (step === "get" || step === "cancel") {
        if ("message" in arrival.update) return this.#recover(invalidAnswer("the answer is a message and no task"), step);
        if (named !== this.task?.id) return this.#recover(invalidAnswer("the answer is about another task"), step);
      }
      this.#refused = false;
      const isWhole = step !== "subscribe" || "task" in arrival.update;
      yield* this.#receive(arrival.update, isWhole);
      if (this.end) return step;
      // What came between two streams may be missing, or have come twice: the whole task has the last word.
      if (!isWhole && this.#endBy(arrival.update)) return "get";
      // After a message, the status in which the task was left may be seen once more.
      if (step === "send") this.#left = undefined;
    }
    if (this.#leave.signal.aborted) return step;
    if (this.#isOnce || (this.plan.delivery.mode === "none" && step === "send")) {
      this.end = { state: "sent", ...(this.task && { task: this.task }) };
    }
    return this.#follows();
  }

  /** Refuses a message before it is sent, if its task could not be asked for: a credential may be at a place of the request's own. */
  #requireFollowable(): void {
    if (this.plan.delivery.mode === "none") return;
    buildRequest(this.plan, null, { ...this.#requestOptions("get"), taskId: "a" });
  }

  /** What a request says beside the message; an operation takes no option that means nothing to it. */
  #requestOptions(step: Requesting): RequestOptions {
    const { historyLength, metadata, push } = this.#options;
    const { tenantInPath = this.#options.tenantInPath, subscribeMethod } = this.#learnt;
    const asksForHistory = step === "send" || step === "get";
    const isPush = step === "send" && this.plan.delivery.mode === "push";
    return {
      operation: this.#operation(step),
      ...(step !== "send" && this.task && { taskId: this.task.id }),
      ...(asksForHistory && historyLength !== undefined && { historyLength }),
      ...(step === "send" && metadata && { metadata }),
      ...(isPush && push?.token !== undefined && { pushToken: "pushToken" }),
      ...(tenantInPath && { tenantInPath }),
      ...(step === "subscribe" && subscribeMethod && { subscribeMethod }),
    };
  }

  #operation(step: Step): Operation {
    if (step === "subscribe") return "subscribeToTask";
    if (step === "get") return "getTask";
    if (step === "cancel") return "cancelTask";
    return this.plan.delivery.mode === "stream" ? "sendStreamingMessage" : "sendMessage";
  }

  #means(): Means {
    const { fetch, push, signal, timeoutSeconds } = this.#options;
    return { secrets: this.#secrets, refused: this.#refused, fetch, push, signal, leave: this.#leave.signal, timeoutSeconds };
  }

  /** Takes an update: what it says of the task, whether it ends the call (if it may), and whether it is news. */
  *#receive(update: StreamResponse, mayEnd = true): Generator<StreamResponse, void> {
    const before = this.task;
    const id = taskIdOf(update);
    if (before && id !== undefined && id !== before.id) return;
    this.task = afterUpdate(before, update);
    if (!isSame(this.task?.status, this.#left)) this.#left = undefined;
    this.end = mayEnd ? this.#endBy(update) : undefined;
    if ("task" in update && before && isSame(before, update.task)) return;
    this.#delay = this.#firstDelay;
    this.#options.onUpdate?.(update);
    yield update;
  }

  #endBy(update: StreamResponse): CallEnd | undefined {
    const { task } = this;
    if (!task) return "message" in update ? { state: "answered", message: update.message } : undefined;
    const { state, message: asked } = task.status;
    if (isTerminal(state)) return { state: "ended", task };
    const isInput = state === "TASK_STATE_INPUT_REQUIRED";
    if (!isInput && state !== "TASK_STATE_AUTH_REQUIRED") return undefined;
    if (isSame(task.status, this.#left)) return undefined;
    return { state: isInput ? "inputRequired" : "authRequired", task, ...(asked && { asked }) };
  }

  /** Takes what was delivered, and says what is next if there was anything. */
  *#handOver(): Generator<StreamResponse, Step | undefined> {
    const updates = this.#delivered.splice(0);
    for (const update of updates) {
      const isWhole = "task" in update;
      if (!this.end) yield* this.#receive(update, isWhole);
      // Notifications may come twice or not at all: here too the whole task has the last word.
      if (!isWhole && this.#endBy(update)) return "get";
    }
    return updates.length === 0 ? undefined : this.#follows();
  }

  /** How the task is followed without a stream. */
  #follows(): Step {
    return this.plan.delivery.mode === "push" && !this.#polls ? "awaitPush" : "poll";
  }

  /** Waits for so long, or until a notification is handed over. */
  async #pause(seconds: number): Promise<void> {
    if (this.#delivered.length > 0) return;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await pause(seconds, this.#options.signal, woken);
  }

  /** Follows what is to be done against a failure, or ends the call with it. */
  async #recover(failed: Failed, step: Step): Promise<Step> {
    const messageTaskId = step === "send" ? this.#message?.taskId : undefined;
    const failure: Failure = {
      ...failed.failure,
      operation: this.#operation(step),
      ...(this.task && { taskId: this.task.id }),
      ...(messageTaskId !== undefined && { messageTaskId }),
    };
    const { refreshCard, signal, maxWaitSeconds = 60 } = this.#options;
    let action = this.#decide(failure);
    if (action.action === "refreshCard" && refreshCard) {
      const asked = abortable(Promise.resolve(refreshCard()), signal);
      const card: unknown = await Promise.race([asked, aborted(this.#leave.signal)]);
      // The task has ended meanwhile.
      if (this.#leave.signal.aborted) return step;
      const problem = unreadable(card);
      if (problem) throw this.#failed(action, failure, failed, `\`refreshCard\` gave what is none: ${problem}`);
      this.#card = card as string | object;
      action = this.#decide(failure);
    }
    const { afterSeconds = this.#firstDelay } = action;
    this.#secrets.demand(action.scopes ?? [], this.plan.credentials);
    this.plan = action.plan ?? this.plan;
    const isWithout = REPLANNING.includes(action.action) && !action.plan && !action.request;
    if (action.action === "resubscribe" && this.task) step = "subscribe";
    else if ((action.action === "poll" || action.action === "getTask") && this.task) step = "get";
    else if (!action.repeat || action.action === "report" || afterSeconds > maxWaitSeconds) throw this.#failed(action, failure, failed);
    else if (isWithout) throw this.#failed(action, failure, failed, "a call does so by itself where it is given `card` and `profile`");
    if (action.action === "wait") await pause(afterSeconds, signal, aborted(this.#leave.signal));
    this.#refused = action.action === "refreshCredential";
    this.#polls ||= step === "get";
    this.#learnt = { ...this.#learnt, ...action.request };
    return step;
  }

  #failed(action: Action, failure: Failure, { cause }: Failed, remark?: string): CallError {
    return new CallError(action, failure, [...this.history], this.task ?? this.#repliesTo, { remark, cause });
  }

  /** What is to be done, which is remembered: nothing is done for ever. */
  #decide(failure: Failure): Action {
    const { profile, intent, lock, onAction } = this.#options;
    const context: RecoveryContext = {
      history: this.history,
      ...(this.#card !== undefined && { card: this.#card }),
      ...(profile !== undefined && { profile }),
      ...(intent !== undefined && { intent }),
      ...(lock !== undefined && { lock }),
    };
    const action = recover(this.plan, failure, context);
    this.history.push(action);
    onAction?.(action);
    return action;
  }
}

/** Why a card cannot be read, if it cannot. What is in it is for the core to judge. */
function unreadable(card: unknown): string | undefined {
  try {
    readCard(card as string | object);
    return undefined;
  } catch (thrown) {
    return inWords(thrown);
  }
}
