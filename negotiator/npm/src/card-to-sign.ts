import { isObject } from "./card-payload.js";
import type { InputDocument } from "./errors.js";
import { readCard } from "./functions.js";
import { misuse } from "./misuse.js";
import { toText } from "./text.js";

/** The members of a card as they were received, and whether the text says a key twice. */
export function cardMembers(card: string | object): { members: Readonly<Record<string, unknown>>; isAmbiguous: boolean } {
  const text = toText(card, "card");
  const { card: read, findings } = readCard(text);
  if (read === null) throw misuse("card", "is no agent card", "pass the agent card itself");
  const members = JSON.parse(text.replace(/^\ufeff/, "")) as Readonly<Record<string, unknown>>;
  return { members, isAmbiguous: findings.some(({ code }) => code === "duplicateKey") };
}

/** Whether a text of JSON says a key twice; also where it is too deep to be looked at, since nobody says so much in a header. */
export function saysAKeyTwice(text: string): boolean {
  try {
    return readCard(text).findings.some(({ code }) => code === "duplicateKey");
  } catch {
    return true;
  }
}

/** An argument that must be an object, given as such or as JSON text. */
export function objectOf(value: string | object, document: InputDocument, help: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(toText(value, document));
    if (isObject(parsed)) return parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw misuse(document, "is no object", help);
}

/** How many signatures a card may have: each costs what verifying it costs, and who wrote the card chose how many. */
const MAX_SIGNATURES = 100;

export function requireFew(signatures: number): void {
  if (signatures <= MAX_SIGNATURES) return;
  const problem = `has ${signatures} signatures, and at most ${MAX_SIGNATURES} are verified`;
  throw misuse("card", problem, "leave out those that nobody needs", { code: "tooMany", pointer: "/signatures" });
}
