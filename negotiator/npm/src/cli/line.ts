// A line of a filter: a card, or a card with a profile and an intent of its own.

import { NegotiatorInputError } from "a2a-negotiator";
import type { InputError, Intent } from "a2a-negotiator";

import { parseJson } from "../json.js";

export interface Line {
  readonly card: string | object;
  readonly profile?: object;
  readonly intent?: Intent;
}

/** A line that is `{card, profile, intent}` taken apart; any other is a card itself. */
export function lineOf(text: string): Line {
  if (!text.includes('"card"')) return { card: text };
  try {
    const value = parseJson(text) as Partial<Line>;
    const isWrapped = typeof value.card === "object" && !("skills" in value) && !("url" in value);
    return isWrapped ? (value as Line) : { card: text };
  } catch {
    return { card: text };
  }
}

/** As the module answers to a card that it cannot read, with the document of the line that is meant. */
interface Unreadable {
  decision: "unreadable";
  error: InputError & Pick<NegotiatorInputError, "document">;
}

/** What is answered to a line; what is wrong with the line is said in the answer's place. */
export function answerTo<T>(run: () => T): T | Unreadable {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof NegotiatorInputError)) throw error;
    const { code, message, help, document, position, pointer } = error;
    return { decision: "unreadable", error: { code, message, help, document, position, pointer } } as Unreadable;
  }
}
