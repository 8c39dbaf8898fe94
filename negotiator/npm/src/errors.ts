import type { InputError, InputErrorCode, Pointer, Position } from "./types.js";
import { inWords } from "./words.js";

/** The argument that an error is about. */
export type InputDocument =
  | "card"
  | "old"
  | "new"
  | "profile"
  | "keys"
  | "key"
  | "intent"
  | "options"
  | "outcome"
  | "plan"
  | "failure"
  | "history"
  | "message"
  | "request"
  | "style"
  | "text"
  | "lock"
  | "pointer"
  | "cards"
  | "profiles"
  | "chunks"
  | "context"
  | "expectations"
  | "update"
  | "url"
  | "module";

/** What kind of misuse an error is about; `notStarted` is that of `a2a-negotiator/slim`. */
export type MisuseCode = InputErrorCode | "notStarted";

/**
 * Misuse: text that is not JSON, a value of the wrong shape, a document past the limits. A refusal to
 * call is not an error but an {@link Outcome}.
 */
export class NegotiatorInputError extends Error {
  /** What kind of error this is; stable. */
  readonly code: MisuseCode;
  /** What to do about it. */
  readonly help: string;
  /** Which argument it is about. */
  readonly document: InputDocument;
  /** Where in the text, if the argument was text and the error is at a certain place. */
  readonly position: Position | undefined;
  /** The value that has the wrong shape, if one has. */
  readonly pointer: Pointer | undefined;

  constructor(error: Omit<InputError, "code"> & { code: MisuseCode; document: InputDocument }, options?: { cause?: unknown }) {
    super(error.message, options);
    this.code = error.code;
    this.help = error.help;
    this.document = error.document;
    this.position = error.position;
    this.pointer = error.pointer;
  }

  static {
    // On the prototype, so that a stack trace starts with it.
    this.prototype.name = "NegotiatorInputError";
  }
}

/**
 * An error of the negotiator's own. Please report it with what was given to the function. The
 * negotiator was started anew and can be used again.
 */
export class NegotiatorPanicError extends Error {
  constructor(cause: unknown) {
    super(`the negotiator failed by an error of its own and was started anew: ${inWords(cause)}`, { cause });
  }

  static {
    this.prototype.name = "NegotiatorPanicError";
  }
}
