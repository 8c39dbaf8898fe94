/** The algorithms of signatures that are verified and made. */
export type SignatureAlgorithm = "ES256" | "ES384" | "RS256" | "PS256" | "EdDSA";
