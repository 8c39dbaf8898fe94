import type { Position } from "a2a-negotiator";

interface More {
  /** Headers that the answer has besides the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where in the body the mistake is. */
  readonly position?: Position | undefined;
}

/** What the worker does not do for a caller, as the caller is told. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    /** What kind of error this is; stable. */
    readonly code: string,
    message: string,
    /** What to do about it. */
    readonly help: string,
    readonly more: More = {},
  ) {
    super(message);
  }
}
