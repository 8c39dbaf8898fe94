// The secrets of a call: asked for with each request, and kept out of what is said as long as the call goes on.

import type { PushSecrets } from "./call.js";
import type { CredentialCircumstances, CredentialSource } from "./credential-source.js";
import type { Secret } from "./secrets.js";
import type { Credential } from "./types.js";

/** How many secrets are remembered, the first ones going first: a call that polls for days may get many. */
const MOST = 32;

export class CallSecrets {
  readonly #source: CredentialSource | undefined;
  readonly #push: Secret[];
  /** Those that were given for requests. A server may repeat an earlier one than the last. */
  #given: Secret[] = [];
  /** The scopes that were asked for since, by the scheme. */
  readonly #scopes = new Map<string, readonly string[]>();

  constructor(source: CredentialSource | undefined, push: PushSecrets = {}) {
    this.#source = source;
    const { credentials, token } = push;
    this.#push = Object.entries({ credentials, token }).flatMap(([name, secret]) => (secret ? [{ name: `push.${name}`, secret }] : []));
  }

  /** All that must not be said. */
  get all(): Secret[] {
    return [...this.#push, ...this.#given];
  }

  /** Asks for the secret of a credential, with the scopes that it must have by now. */
  async ask(credential: Credential, circumstances: CredentialCircumstances): Promise<string | undefined> {
    const { scheme, scopes } = credential;
    const wanted = [...new Set([...scopes, ...(this.#scopes.get(scheme) ?? [])])];
    // Not as a method: what is here is nobody else's.
    const source = this.#source;
    const secret = await source?.({ ...credential, scopes: wanted }, circumstances);
    if (typeof secret === "string") {
      const others = this.#given.filter((other) => other.secret !== secret);
      this.#given = [...others, { name: scheme, secret }].slice(-MOST);
    }
    return secret;
  }

  /** Has further scopes asked for with the credential that a server's challenge is about: the one in `Authorization`. */
  demand(scopes: readonly string[], credentials: readonly Credential[]): void {
    for (const { scheme, placement } of credentials) {
      if (placement?.in !== "header" || placement.name.toLowerCase() !== "authorization") continue;
      this.#scopes.set(scheme, [...(this.#scopes.get(scheme) ?? []), ...scopes]);
    }
  }
}
