// `POST /negotiate`: one card, one client, one outcome.

import { NegotiatorInputError, negotiate, readCard } from "a2a-negotiator";
import type { ClientProfile, Intent, Outcome } from "a2a-negotiator";

import { contentType, textOf } from "./body.js";
import { Refusal } from "./refusal.js";

const MAX_BYTES = 2 * 1024 * 1024;

interface Question {
  /** An agent card: the object, or its text, of which errors and findings then have the places. */
  readonly card: object | string;
  readonly profile: ClientProfile | string;
  readonly intent?: Intent | string;
}

export async function negotiation(request: Request): Promise<Outcome> {
  contentType(request, ["application/json"]);
  const { card, profile, intent } = questionIn(await textOf(request, MAX_BYTES));
  return negotiate(card, profile, intent);
}

function questionIn(text: string): Question {
  const question = parsed(text);
  const help = "send an object with `card`, `profile` and, where it says more, `intent`";
  if (typeof question !== "object" || question === null || Array.isArray(question)) {
    throw new Refusal(400, "wrongShape", "the body is no JSON object", help);
  }
  const missing = ["card", "profile"].find((member) => !Object.hasOwn(question, member));
  if (missing) throw new Refusal(400, "wrongShape", `the body has no \`${missing}\``, help);
  const unknown = Object.keys(question).find((member) => !["card", "profile", "intent"].includes(member));
  if (unknown) throw new Refusal(400, "wrongShape", `the body has a member \`${unknown}\`, which means nothing`, help);
  // What is in them, the negotiator reads as strictly as it wants it.
  return question as Question;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(text);
  }
}

/** What is wrong with a text that is not JSON, and where. Engines do not always tell the place; the negotiator does. */
function notJson(text: string): unknown {
  try {
    readCard(text);
  } catch (error) {
    if (!(error instanceof NegotiatorInputError)) return error;
    const { code, message, help, position } = error;
    return new Refusal(400, code, message.replace("the card", "the body"), help, { position });
  }
  return new Refusal(400, "notJson", "the body is not JSON", "send a JSON object");
}
