import { NegotiatorInputError } from "./errors.js";
import type { InputDocument, MisuseCode } from "./errors.js";
import type { Pointer } from "./types.js";

/** What arguments are called in a sentence, where that is not their own name. */
const NAMES: Partial<Record<InputDocument, string>> = { old: "old card", new: "new card", keys: "key set", url: "address" };

/** The error of an argument that is not what it must be. */
export function misuse(
  document: InputDocument,
  problem: string,
  help: string,
  { code = "wrongShape", pointer, ...options }: { code?: MisuseCode; pointer?: Pointer; cause?: unknown } = {},
): NegotiatorInputError {
  const message = `the ${NAMES[document] ?? document} ${problem}`;
  return new NegotiatorInputError({ document, code, message, help, ...(pointer !== undefined && { pointer }) }, options);
}
