import type { InputDocument, NegotiatorInputError } from "./errors.js";
import { Card, Profile } from "./handles.js";
import { MAX_TEXT_BYTES } from "./limits.js";
import { misuse } from "./misuse.js";
import { inWords } from "./words.js";

/**
 * An argument as JSON text. Text is taken as it is; whatever an object does on being read is caught.
 *
 * @param prepare What is made of an object before it is written.
 */
export function toText(value: unknown, document: InputDocument, prepare?: (value: unknown) => unknown): string {
  const text = typeof value === "string" ? value : (textOfHandle(value) ?? stringify(value, document, prepare));
  if (text.length > MAX_TEXT_BYTES) {
    const problem = `has more than ${MAX_TEXT_BYTES} bytes, which is not read`;
    throw misuse(document, problem, SHORTEN, { code: "tooLarge" });
  }
  return text;
}

const SHORTEN = "take out what no client needs before its first message, such as embedded images";

/** The text of a handle, also of one behind a proxy, as frameworks put before what they watch. */
function textOfHandle(value: unknown): string | undefined {
  try {
    return value instanceof Card || value instanceof Profile ? String(value.text) : undefined;
  } catch {
    // Whatever it does on being looked at is told when it is written.
    return undefined;
  }
}

function stringify(value: unknown, document: InputDocument, prepare = (given: unknown) => given): string {
  let text: string | undefined;
  let isPromise = false;
  try {
    isPromise = typeof (value as { then?: unknown } | null | undefined)?.then === "function";
    text = JSON.stringify(prepare(value));
  } catch (cause) {
    throw unwritable(document, cause);
  }
  if (isPromise) {
    throw misuse(document, "is a promise", "await it, and pass what it gives");
  }
  if (text === undefined) {
    const found = value === undefined ? "missing" : `a ${typeof value}`;
    throw misuse(document, `is ${found}`, "pass JSON text, or an object");
  }
  return text;
}

function unwritable(document: InputDocument, cause: unknown): NegotiatorInputError {
  const said = inWords(cause);
  // Engines have no code for these: V8 and JavaScriptCore throw a `RangeError`, SpiderMonkey an
  // `InternalError`, each with its own words.
  if (/call stack|recursion/i.test(said)) {
    const help = "flatten it: no field that a client reads is nested deeper than a dozen levels";
    return misuse(document, "is nested too deep to be written as JSON", help, { code: "tooDeep", cause });
  }
  if (/string length|allocation|out of memory/i.test(said)) {
    return misuse(document, "is too large to be written as JSON", SHORTEN, { code: "tooLarge", cause });
  }
  const help = "pass JSON text, or an object of plain values without cycles";
  return misuse(document, `cannot be written as JSON: ${said}`, help, { code: "notJson", cause });
}
