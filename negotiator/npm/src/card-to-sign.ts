import canonicalize from "canonicalize";

import { isObject, payloadOf } from "./card-payload.js";
import type { InputDocument } from "./errors.js";
import { readCard } from "./functions.js";
import { parseJson } from "./json.js";
import { misuse } from "./misuse.js";
import { toText } from "./text.js";

/** The members of a card as they were received, and whether the text says a key twice. */
export function cardMembers(card: string | object): { members: Readonly<Record<string, unknown>>; isAmbiguous: boolean } {
  const text = toText(card, "card");
  const { card: read, findings } = readCard(text);
  if (read === null) throw misuse("card", "is no agent card", "pass the agent card itself");
  const members = parseJson(text) as Readonly<Record<string, unknown>>;
  return { members, isAmbiguous: findings.some(({ code }) => code === "duplicateKey") };
}

/**
 * Whether a card means the same without the values that a signature leaves out (8.4.1). `null` or an empty value may
 * stand where no writer of Protocol Buffers puts one, and be read as something, such as a scheme that is required.
 */
export function meansWhatIsSigned(members: Readonly<Record<string, unknown>>): boolean {
  const signatures = Array.isArray(members["signatures"]) ? [] : members["signatures"];
  // Both in canonical form, since the order of members is not signed either.
  return meaningOf(canonicalize({ ...members, signatures })) === meaningOf({ ...JSON.parse(payloadOf(members)), signatures });
}

/** What is read of a card wherever it stands, and where something could not be read. */
function meaningOf(signed: string | object = ""): string {
  const { card, findings } = readCard(signed);
  const unread = findings.filter(({ code }) => code === "wrongType").map(({ pointer }) => pointer);
  const withoutPlaces = (name: string, value: unknown) => (/pointer$/i.test(name) ? undefined : value);
  return JSON.stringify([card, unread], withoutPlaces);
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
    const parsed = parseJson(toText(value, document));
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
