// A signature for the author of a card (specification 8.4.2).

import { payloadOf } from "./card-payload.js";
import { cardMembers, objectOf, requireFew } from "./card-to-sign.js";
import { membersOf } from "./given.js";
import { ALGORITHMS, encode, fits, isAlgorithm, sign } from "./jws.js";
import type { KeyMembers } from "./jws.js";
import { misuse } from "./misuse.js";
import type { SignatureAlgorithm } from "./signature-algorithm.js";

/** How to sign. */
export interface SignOptions {
  /** The algorithm; that of the key when left out. A key for RSA that names none must be told. */
  readonly algorithm?: SignatureAlgorithm;
  /** The id of the key; the key's own when left out. */
  readonly kid?: string;
  /** Where the public keys are, for the header of the signature. */
  readonly jku?: string;
}

/**
 * A card with a signature more, by a private key that the caller holds. The key is used and neither kept nor shown,
 * in no error either. Whatever the card says besides stays as it is.
 *
 * @param card The card: its JSON text, or the object.
 * @param key The private key, as a JSON Web Key (RFC 7517).
 * @param options The algorithm and the id of the key, where the key does not say them.
 * @throws {NegotiatorInputError} on misuse: what is no card, or a key that cannot sign.
 */
export async function signCard(
  card: string | object,
  key: string | object,
  options: SignOptions = {},
): Promise<Record<string, unknown>> {
  const wanted = membersOf(options, "options", { algorithm: "text", kid: "text", jku: "text" });
  const given = objectOf(key, "key", "pass a private key as a JSON Web Key");
  const { members, isAmbiguous } = cardMembers(card);
  if (isAmbiguous) throw misuse("card", "says a key twice", "leave one of them out, so that one thing is signed");
  const before = Array.isArray(members["signatures"]) ? (members["signatures"] as unknown[]) : [];
  requireFew(before.length + 1);
  const algorithm = wanted.algorithm ?? algorithmOf(given);
  if (!isAlgorithm(algorithm)) {
    const all = Object.keys(ALGORITHMS).join(", ");
    throw misuse("key", "does not say which algorithm it is for", `give \`algorithm\` in the options, one of ${all}`);
  }
  const kid = wanted.kid ?? given["kid"];
  if (typeof kid !== "string" || kid === "") {
    throw misuse("key", "has no id", "give `kid` in the options, by which others find the public key");
  }
  if (typeof given["d"] !== "string" || !fits(given, algorithm, "sign")) {
    throw misuse("key", `is no private key for ${algorithm}`, "pass the private key, for RSA one of 2048 bits at least");
  }
  const header = { alg: algorithm, typ: "JOSE", kid, ...(wanted.jku !== undefined && { jku: wanted.jku }) };
  const text = (value: string) => encode(new TextEncoder().encode(value));
  const protectedHeader = text(JSON.stringify(header));
  let signature: Uint8Array;
  try {
    signature = await sign(algorithm, given, `${protectedHeader}.${text(payloadOf(members))}`);
  } catch {
    // What the runtime says may hold parts of the key.
    throw misuse("key", "cannot be used by this runtime", "see that it is whole, and that the runtime knows the algorithm");
  }
  return { ...members, signatures: [...before, { protected: protectedHeader, signature: encode(signature) }] };
}

function algorithmOf(key: KeyMembers): unknown {
  if (key["alg"] === "Ed25519") return "EdDSA";
  if (key["alg"] !== undefined) return key["alg"];
  const fitting = (Object.keys(ALGORITHMS) as SignatureAlgorithm[]).filter((name) => fits(key, name, "sign"));
  return fitting.length === 1 ? fitting[0] : undefined;
}
