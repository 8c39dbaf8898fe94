// Calls of the core, after which it is in order whatever happened.

import * as core from "negotiator-module";

import { NegotiatorInputError, NegotiatorPanicError } from "./errors.js";
import type { InputDocument } from "./errors.js";
import { requireStart } from "./started.js";
import type { InputError } from "./types.js";

let started = 0;

/** A number that changes when the module is started anew, and all that lay in its memory is gone. */
export function currentStart(): number {
  return started;
}

/** Calls the core; whatever happens there, the next call finds it in order. */
export function guarded<T>(given: Partial<Record<InputDocument, unknown>>, run: () => T): T {
  requireStart();
  try {
    return run();
  } catch (thrown) {
    if (isInputError(thrown)) {
      // In the text of an object the caller never saw, a line means nothing; the pointer says where.
      const { position, ...error } = thrown;
      const seen = typeof given[thrown.document] === "string" && position;
      throw new NegotiatorInputError(seen ? { ...error, position } : error);
    }
    core.__wbg_reset_state();
    started += 1;
    throw new NegotiatorPanicError(thrown);
  }
}

function isInputError(thrown: unknown): thrown is InputError & { document: InputDocument } {
  return typeof thrown === "object" && thrown !== null && "document" in thrown && "help" in thrown;
}
