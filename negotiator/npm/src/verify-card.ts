// Whether the signatures of a card hold (specification 8.4.3).

import { isObject, payloadOf, payloadWithoutEmpty } from "./card-payload.js";
import { cardMembers, meansWhatIsSigned, objectOf, requireFew, saysAKeyTwice } from "./card-to-sign.js";
import { optionsOf } from "./given.js";
import { ALGORITHMS, decode, encode, isAlgorithm, misfit, readHeader, verify } from "./jws.js";
import type { KeyMembers } from "./jws.js";
import { misuse } from "./misuse.js";
import type { SignatureAlgorithm } from "./signature-algorithm.js";
import type { SignatureStatus } from "./types.js";
import { quoted } from "./words.js";

/** What became of one signature. A list of these can be given to `negotiate` as `verified` of the intent. */
export interface VerifiedSignature {
  readonly status: SignatureStatus;
  /** What was found, and what to do. */
  readonly message: string;
  /** The id of the key, as the signature says it. */
  readonly kid?: string;
  readonly alg?: string;
  /**
   * Where the signature says that its keys are. Nothing is fetched from there; who does must allow the origin first,
   * since whoever wrote the card wrote the address.
   */
  readonly jku?: string;
}

/** How to verify. */
export interface VerifyOptions {
  /** The algorithms that are allowed; all of these when left out. */
  readonly algorithms?: readonly SignatureAlgorithm[];
  /**
   * Whether a signature also holds that was made, as official SDKs make them, over the card without its empty values,
   * required ones included. Such a signature does not protect them: requirements without scopes are among them.
   */
  readonly allowUnsignedEmptyValues?: boolean;
}

/**
 * Verifies each signature of a card by itself, over the text as it was received. A card without signatures gives an
 * empty list. Nothing is fetched, and a signature that does not hold is a value, not an exception.
 *
 * @param card The card: its JSON text, or the object.
 * @param keys The public keys that are trusted for this agent, as a JSON Web Key Set (RFC 7517).
 * @param options Which algorithms are allowed.
 * @throws {NegotiatorInputError} on misuse: what is no card, has more than a hundred signatures, or no set of keys.
 */
export async function verifyCard(
  card: string | object,
  keys: string | { readonly keys: readonly object[] },
  options: VerifyOptions = {},
): Promise<VerifiedSignature[]> {
  const help = 'pass a JSON Web Key Set: `{"keys": [...]}`';
  const { keys: set } = objectOf(keys, "keys", help);
  if (!Array.isArray(set)) throw misuse("keys", "has no list `keys`", help);
  const { algorithms, allowUnsignedEmptyValues = false } = optionsOf(options, "options", {
    algorithms: "list",
    allowUnsignedEmptyValues: "boolean",
  });
  const all = Object.keys(ALGORITHMS) as SignatureAlgorithm[];
  const allowed = algorithms ?? all;
  const unknown = allowed.findIndex((name) => !isAlgorithm(name));
  if (unknown >= 0) {
    const problem = "have an algorithm that is not known";
    throw misuse("options", problem, `name some of ${all.join(", ")}`, { pointer: `/algorithms/${unknown}` });
  }
  const { members, isAmbiguous } = cardMembers(card);
  const signatures = members["signatures"] ?? [];
  if (!Array.isArray(signatures)) return [{ status: "malformed", message: "`signatures` is no list" }];
  requireFew(signatures.length);
  const signed: Signed = {
    payload: once(() => payloadOf(members)),
    withoutEmpty: once(() => payloadWithoutEmpty(members)),
    isWhatIsMeant: once(() => meansWhatIsSigned(members)),
  };
  const one = async (signature: unknown): Promise<VerifiedSignature> => {
    const read = readSignature(signature);
    if ("message" in read) return read;
    if (isAmbiguous) {
      const message = "the card says a key twice, so that nobody can tell what was signed; ask for a card that does not";
      return { ...read.about, status: "malformed", message };
    }
    return judge(read, set.filter(isObject), { algorithms: allowed, allowUnsignedEmptyValues }, signed);
  };
  return Promise.all(signatures.map(one));
}

/** What is made when it is first asked for, and once. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

interface ReadSignature {
  readonly protected: string;
  readonly header: KeyMembers;
  readonly signature: Uint8Array;
  /** What a result repeats. */
  readonly about: Pick<VerifiedSignature, "kid" | "alg" | "jku">;
}

function readSignature(given: unknown): ReadSignature | VerifiedSignature {
  const malformed = (message: string): VerifiedSignature => ({ status: "malformed", message });
  if (!isObject(given)) return malformed("the signature is no object");
  const { protected: text, signature } = given;
  if (typeof text !== "string" || typeof signature !== "string") {
    return malformed("the signature lacks `protected` or `signature`, which are texts");
  }
  const header = readHeader(text);
  if (!header) return malformed("`protected` is no JSON object in base64url");
  const ambiguity = ambiguityOf(text, header, given["header"]);
  if (ambiguity !== undefined) return malformed(ambiguity);
  const word = (name: "kid" | "alg" | "jku") => (typeof header[name] === "string" ? { [name]: header[name] } : {});
  const about = { ...word("kid"), ...word("alg"), ...word("jku") };
  const bytes = decode(signature);
  if (!bytes) return { ...malformed("`signature` is not base64url"), ...about };
  if (typeof header["alg"] !== "string") return { ...malformed("the signature does not say its algorithm"), ...about };
  return { protected: text, header, signature: bytes, about };
}

/** Members of a header that only count where they are signed. */
const SIGNED = ["alg", "crit", "b64"];

/** What makes readers of a signature's headers understand them differently (RFC 7515, 4 and 7.2.1; RFC 7797, 6). */
function ambiguityOf(text: string, header: KeyMembers, open: unknown = {}): string | undefined {
  if (saysAKeyTwice(new TextDecoder().decode(decode(text)))) {
    return "`protected` says a member twice, so that nobody can tell which of them holds";
  }
  if (!isObject(open)) return "`header` is no object";
  const unsigned = SIGNED.find((name) => Object.hasOwn(open, name));
  if (unsigned !== undefined) return `\`${unsigned}\` stands in \`header\`, which is not signed; it belongs into \`protected\``;
  const repeated = Object.keys(open).find((name) => Object.hasOwn(header, name));
  if (repeated !== undefined) return `${quoted(repeated)} stands in \`header\` and in \`protected\`, which may not share a member`;
  const { crit } = header;
  if (Object.hasOwn(header, "b64") && !(Array.isArray(crit) && crit.includes("b64"))) {
    return "`b64` stands in `protected`, and `crit` does not name it, so that readers differ on what was signed";
  }
  return undefined;
}

/** What a signature may be over, each made when it is first asked for. */
interface Signed {
  payload(): string;
  withoutEmpty(): string;
  /** Whether the card means no more than the payload says. */
  isWhatIsMeant(): boolean;
}

async function judge(
  { protected: header64, header, signature, about }: ReadSignature,
  keys: readonly KeyMembers[],
  options: VerifyOptions & { readonly algorithms: readonly SignatureAlgorithm[] },
  card: Signed,
): Promise<VerifiedSignature> {
  const { alg, crit } = header;
  const result = (status: SignatureStatus, message: string): VerifiedSignature => ({ ...about, status, message });
  if (!isAlgorithm(alg) || !options.algorithms.includes(alg)) {
    return result("unsupported", `the algorithm is not allowed; allowed are ${options.algorithms.join(", ")}`);
  }
  if (crit !== undefined) {
    return result("unsupported", "the signature depends on an extension of its header (`crit`), which is not supported");
  }
  if (about.kid === undefined) return result("unknownKey", "the signature does not name its key; ask for one with a `kid`");
  const named = keys.filter((key) => key["kid"] === about.kid);
  if (named.length === 0) {
    return result("unknownKey", "no key of that id is among the trusted ones; add it if you trust it");
  }
  const misfits = named.map((key) => misfit(key, alg, "verify"));
  const fitting = named.filter((_, index) => misfits[index] === undefined);
  if (fitting.length === 0) return result("invalid", `the key of that id ${misfits[0]}`);
  const holds = async (payload: string) => {
    const signed = `${header64}.${encode(new TextEncoder().encode(payload))}`;
    const errors: unknown[] = [];
    for (const key of fitting) {
      try {
        if (await verify(alg, key, signature, signed)) return true;
      } catch (error) {
        // Another key of that id may be whole.
        errors.push(error);
      }
    }
    if (errors.length === fitting.length) throw errors[0];
    return false;
  };
  try {
    if (await holds(card.payload())) {
      if (card.isWhatIsMeant()) return result("valid", "the signature holds");
      const what = "the card has `null` or empty values that mean something, and that no signature protects";
      return result("invalid", `${what}: anybody may have put them there; ask for a card without them`);
    }
    if (await holds(card.withoutEmpty())) {
      const how = "it was made over the card without its empty values, which it does not protect";
      if (options.allowUnsignedEmptyValues) return result("valid", `the signature holds, but ${how}`);
      return result("invalid", `${how}; ask for one by 8.4.1 of the specification, or allow unsigned empty values`);
    }
    return result("invalid", "the card is not the one that was signed, or the key is another one");
  } catch (error) {
    const said = error instanceof Error ? error.name : "";
    if (said === "NotSupportedError") return result("unsupported", `this runtime does not know ${alg}`);
    if (said === "DataError" || said === "SyntaxError") return result("invalid", "the key of that id cannot be read");
    return result("invalid", "the signature could not be verified: key or card cannot be read");
  }
}
