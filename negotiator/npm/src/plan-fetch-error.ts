/** What kept a request from being sent as planned, or its answer from being taken. */
export type PlanFetchErrorCode =
  /** The plan is not one that `fetch` alone can carry out: gRPC, or a credential that no request can hold. */
  | "notOverFetch"
  /** The plan says what no request can hold: two things at one place, or a header that no header can be. */
  | "unsendablePlan"
  /** What was given is no request: no absolute URL, a header with characters that no header may have. */
  | "wrongRequest"
  /** The request is to another origin than the plan's. */
  | "otherOrigin"
  /** The callback gave no secret for a scheme. */
  | "noCredential"
  /** The callback failed. Its error is the `cause`. */
  | "credentialsFailed"
  /** The secret cannot stand where the plan places it. */
  | "unsendableCredential"
  /** The server redirects to where the plan's request must not go. */
  | "redirected"
  /** The given `fetch` has answered with what is no `Response`. */
  | "noResponse"
  /** No connection was made, so that nothing was sent. */
  | "unreachable"
  /** No answer came. */
  | "network";

/** Why a request was not sent, or its answer not taken. It never holds a secret. */
export class PlanFetchError extends Error {
  /** What kind of error this is; stable. */
  readonly code: PlanFetchErrorCode;
  /** What to do about it. */
  readonly help: string;
  /** The security scheme that it is about, by its name in the card. */
  readonly scheme: string | undefined;

  constructor(
    code: PlanFetchErrorCode,
    message: string,
    help: string,
    options: { scheme?: string; cause?: unknown } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.help = help;
    this.scheme = options.scheme;
  }

  static {
    // On the prototype, so that a stack trace starts with it.
    this.prototype.name = "PlanFetchError";
  }
}
