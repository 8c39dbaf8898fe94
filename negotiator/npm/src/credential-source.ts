import type { Credential } from "./types.js";

/** What a {@link CredentialSource} is told besides the credential. */
export interface CredentialCircumstances {
  /** Whether the server has just refused the secret that was given last: get a fresh one. */
  refused: boolean;
}

/**
 * Gives the secret for a credential, such as a token or a key. It is asked for every request, and may
 * answer later. The secret is what stands after the placement's `prefix`: for a bearer token the token,
 * for HTTP basic authentication the base64 of name and password.
 */
export type CredentialSource = (
  credential: Credential,
  circumstances: CredentialCircumstances,
) => string | undefined | Promise<string | undefined>;
