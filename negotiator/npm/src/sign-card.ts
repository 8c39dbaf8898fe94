// A signature for the author of a card (specification 8.4.2).

import { payloadOf } from "./card-payload.js";
import { cardMembers, meansWhatIsSigned, objectOf, requireFew } from "./card-to-sign.js";
import { optionsOf } from "./given.js";
import { ALGORITHMS, encode, isAlgorithm, misfit, sign } from "./jws.js";
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
  const wanted = optionsOf(options, "options", { algorithm: "text", kid: "text", jku: "text" });
  const given = objectOf(key, "key", "pass a private key as a JSON Web Key");
  const { members, isAmbiguous } = cardMembers(card);
  if (isAmbiguous) throw misuse("card", "says a key twice", "leave one of them out, so that one thing is signed");
  if (!meansWhatIsSigned(members)) {
    const help = "take out what is `null` or empty; `check` tells where it is read as something";
    throw misuse("card", "has `null` or empty values that mean something, and that no signature protects", help);
  }
  const before = Array.isArray(members["signatures"]) ? (members["signatures"] as unknown[]) : [];
  requireFew(before.length + 1);
  const all = Object.keys(ALGORITHMS).join(", ");
  if (wanted.algorithm !== undefined && !isAlgorithm(wanted.algorithm)) {
    throw misuse("options", "have an `algorithm` that is not known", `name one of ${all}`, { pointer: "/algorithm" });
  }
  const algorithm = wanted.algorithm ?? algorithmOf(given);
  if (algorithm === undefined) {
    throw misuse("key", "does not say which algorithm it is for", `give \`algorithm\` in the options, one of ${all}`);
  }
  if (!isAlgorithm(algorithm)) {
    throw misuse("key", "is for an algorithm that signs no cards, as its `alg` says", `use a key for one of ${all}`);
  }
  const kid = wanted.kid ?? given["kid"];
  if (typeof kid !== "string" || kid === "") {
    throw misuse("key", "has no id", "give `kid` in the options, by which others find the public key");
  }
  if (typeof given["d"] !== "string") {
    throw misuse("key", "is no private key: it has no `d`", "pass the private key of the pair; the public one is for those who verify");
  }
  const problem = misfit(given, algorithm, "sign");
  if (problem !== undefined) throw misuse("key", problem, "pass another key, or sign by the algorithm that it is for");
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
  const fitting = (Object.keys(ALGORITHMS) as SignatureAlgorithm[]).filter((name) => misfit(key, name, "sign") === undefined);
  return fitting.length === 1 ? fitting[0] : undefined;
}
