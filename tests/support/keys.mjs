// Keys for signatures, made anew for each test.

const PARAMETERS = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  ES384: { name: "ECDSA", namedCurve: "P-384" },
  RS256: { name: "RSASSA-PKCS1-v1_5", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
  PS256: { name: "RSA-PSS", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
};

/** A private and a public key for an algorithm, as JSON Web Keys with an id. */
export async function keyPair(algorithm, kid) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(PARAMETERS[algorithm], true, ["sign", "verify"]);
  const exported = async (key) => {
    const { alg, key_ops, ext, ...members } = await crypto.subtle.exportKey("jwk", key);
    return { ...members, kid };
  };
  return { secret: await exported(privateKey), open: await exported(publicKey) };
}
