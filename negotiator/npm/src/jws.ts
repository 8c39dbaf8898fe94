// JSON Web Signatures (RFC 7515) by the cryptography of the runtime. Only what the table has is ever used: never
// `none`, and nothing symmetric, since the key of a card is public.

import { isObject } from "./card-payload.js";
import type { SignatureAlgorithm } from "./signature-algorithm.js";

interface Algorithm {
  /** What the runtime calls it, with its parameters. */
  readonly name: Readonly<Record<string, unknown> & { name: string }>;
  /** What a key for it must say. */
  readonly key: Readonly<Record<string, string>>;
  /** The members of its public keys. */
  readonly members: readonly string[];
  /** How many bytes a signature has, where it is always as many. */
  readonly bytes?: number;
}

const RSA = { key: { kty: "RSA" }, members: ["kty", "n", "e"] } as const;

export const ALGORITHMS: Readonly<Record<SignatureAlgorithm, Algorithm>> = {
  ES256: {
    name: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
    key: { kty: "EC", crv: "P-256" },
    members: ["kty", "crv", "x", "y"],
    bytes: 64,
  },
  ES384: {
    name: { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" },
    key: { kty: "EC", crv: "P-384" },
    members: ["kty", "crv", "x", "y"],
    bytes: 96,
  },
  RS256: { name: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }, ...RSA },
  PS256: { name: { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 }, ...RSA },
  EdDSA: {
    name: { name: "Ed25519" },
    key: { kty: "OKP", crv: "Ed25519" },
    members: ["kty", "crv", "x"],
    bytes: 64,
  },
};

export function isAlgorithm(name: unknown): name is SignatureAlgorithm {
  return typeof name === "string" && Object.hasOwn(ALGORITHMS, name);
}

/** What a JSON Web Key (RFC 7517) says. */
export type KeyMembers = Readonly<Record<string, unknown>>;

/** Why a key is none for an algorithm, for verifying or for signing; a clause that follows it. Nothing where it is one. */
export function misfit(key: KeyMembers, algorithm: SignatureAlgorithm, use: "verify" | "sign"): string | undefined {
  const { key: wanted } = ALGORITHMS[algorithm];
  const operations = key["key_ops"];
  if (Object.entries(wanted).some(([name, value]) => key[name] !== value)) {
    return `is none for ${algorithm}, which takes one with ${Object.entries(wanted).map(([name, value]) => `\`${name}\` \`${value}\``).join(" and ")}`;
  }
  if (key["alg"] !== undefined && key["alg"] !== algorithm && !(algorithm === "EdDSA" && key["alg"] === "Ed25519")) {
    return `is for another algorithm than ${algorithm}, as its \`alg\` says`;
  }
  if (key["use"] !== undefined && key["use"] !== "sig") return "is not for signatures, as its `use` says";
  if (Array.isArray(operations) && !operations.includes(use)) return `may not ${use}, as its \`key_ops\` says`;
  return wanted["kty"] === "RSA" && bitsOf(key["n"]) < 2048 ? "is too short: keys for RSA have 2048 bits at least" : undefined;
}

/** How many bits a number has, without the zeros before it. */
function bitsOf(number: unknown): number {
  const bytes = typeof number === "string" ? (decode(number) ?? []) : [];
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first) * 8 - (Math.clz32(bytes[first] ?? 0) - 24);
}

/** Whether a signature is that of a key. Throws where the runtime does not know the algorithm, or the key is none. */
export async function verify(
  algorithm: SignatureAlgorithm,
  key: KeyMembers,
  signature: Uint8Array,
  signed: string,
): Promise<boolean> {
  const { name, members, bytes } = ALGORITHMS[algorithm];
  if (bytes !== undefined && signature.length !== bytes) return false;
  // Nothing of a private key is looked at, should one be given by mistake.
  const open = Object.fromEntries(members.map((member) => [member, key[member]]));
  const imported = await crypto.subtle.importKey("jwk", open as JsonWebKey, name, false, ["verify"]);
  return crypto.subtle.verify(name, imported, signature as BufferSource, new TextEncoder().encode(signed));
}

/** Signs with a private key. */
export async function sign(algorithm: SignatureAlgorithm, key: KeyMembers, signed: string): Promise<Uint8Array> {
  const { name } = ALGORITHMS[algorithm];
  // What a key says of its use was looked at, and runtimes have other words for some of it.
  const { alg, use, key_ops, ext, ...rest } = key;
  const imported = await crypto.subtle.importKey("jwk", rest as JsonWebKey, name, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign(name, imported, new TextEncoder().encode(signed)));
}

/** The bytes of a base64url text (RFC 4648), or nothing where it is none. */
export function decode(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  // The bits that are left over must be zero, so that no two texts are one signature.
  return encode(bytes) === text ? bytes : undefined;
}

export function encode(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The members of a protected header, or nothing where it is none. */
export function readHeader(text: string): KeyMembers | undefined {
  try {
    const bytes = decode(text);
    const header: unknown = bytes && JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isObject(header) ? header : undefined;
  } catch {
    return undefined;
  }
}
