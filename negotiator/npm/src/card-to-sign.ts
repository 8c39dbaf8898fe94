import { isObject } from "./card-payload.js";
import { NegotiatorInputError } from "./errors.js";
import type { InputDocument } from "./errors.js";
import { readCard } from "./functions.js";
import { toText } from "./text.js";

/** The members of a card as they were received, and whether the text says a key twice. */
export function cardMembers(card: string | object): { members: Readonly<Record<string, unknown>>; isAmbiguous: boolean } {
  const text = toText(card, "card");
  const { card: read, findings } = readCard(text);
  if (read === null) throw wrong("card", "is no agent card", "pass the agent card itself");
  const members = JSON.parse(text.replace(/^\ufeff/, "")) as Readonly<Record<string, unknown>>;
  return { members, isAmbiguous: findings.some(({ code }) => code === "duplicateKey") };
}

/** An argument that must be an object, given as such or as JSON text. */
export function objectOf(value: string | object, document: InputDocument, help: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(toText(value, document));
    if (isObject(parsed)) return parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw wrong(document, "is no object", help);
}

export function wrong(document: InputDocument, problem: string, help: string): NegotiatorInputError {
  return new NegotiatorInputError({ document, code: "wrongShape", message: `the ${document === "keys" ? "key set" : document} ${problem}`, help });
}
