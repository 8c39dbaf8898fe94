import { saidIn } from "./failures.js";
import type { Task } from "./protocol.js";
import type { Action, Failure } from "./types.js";
import { shortened } from "./words.js";

/**
 * A call that cannot go on by itself. What to do is in `action`: of what it names, everything that was
 * possible has been done. The message says that, and ends with what the server says, in its own words, or with what
 * happened in place of an answer, whose error is the `cause`. No secret is in it, also where the server repeats one.
 */
export class CallError extends Error {
  /** What is to be done, and why. */
  readonly action: Action;
  /**
   * The failure as it came, but for what is too large or too deep to be looked at: `jsonrpc` is the server's error,
   * `http` its response with `status`, `headers` and `body`, and `transport` what happened where there was no answer.
   */
  readonly failure: Failure;
  /** What was done before in this call, in order, `action` being the last. */
  readonly history: Action[];
  /** The task, where one was started: the message has been taken and must not be sent again. */
  readonly task: Task | undefined;

  constructor(action: Action, failure: Failure, history: Action[], task: Task | undefined, more: { remark?: string | undefined; cause?: Error | undefined } = {}) {
    const { remark, cause } = more;
    const said = cause ? shortened(cause.message) : saidIn(failure);
    const reason = remark === undefined ? action.reason : `${action.reason}; ${remark}`;
    super(said ? `${reason} (${said})` : reason, cause && { cause });
    this.action = action;
    this.failure = failure;
    this.history = history;
    this.task = task;
  }

  static {
    // On the prototype, so that a stack trace starts with it.
    this.prototype.name = "CallError";
  }
}
