// The secrets of a request: asked for, placed, and kept out of what is said.

import type { CredentialCircumstances, CredentialSource } from "./credential-source.js";
import { PlanFetchError } from "./plan-fetch-error.js";
import type { Credential } from "./types.js";

/** What must not be said, and the name by which it is called instead. */
export interface Secret {
  name: string;
  secret: string;
}

/** A secret with where it goes. */
export interface PlacedSecret extends Secret {
  credential: Credential;
}

/** Whether a request can hold the credential; a client certificate is presented by the connection. */
export function isPlaced({ placement }: Credential): boolean {
  return placement !== undefined && placement.in !== "tls";
}

/** Asks for the secrets of a request, one after the other. */
export async function askForSecrets(
  credentials: Credential[],
  source: CredentialSource | undefined,
  circumstances: CredentialCircumstances = { refused: false },
): Promise<PlacedSecret[]> {
  const secrets: PlacedSecret[] = [];
  for (const credential of credentials) {
    const { scheme } = credential;
    let secret: unknown;
    try {
      secret = await source?.(structuredClone(credential), circumstances);
    } catch (cause) {
      const message = `the \`credentials\` callback failed for the scheme \`${scheme}\``;
      const help = "see the `cause`; the request was not sent";
      throw new PlanFetchError("credentialsFailed", message, help, { scheme, cause });
    }
    if (typeof secret !== "string" || secret === "") {
      const message = `the plan presents the scheme \`${scheme}\`, and no secret was given for it`;
      const help = `let the \`credentials\` callback return the secret where \`credential.scheme\` is \`${scheme}\``;
      throw new PlanFetchError("noCredential", message, help, { scheme });
    }
    secrets.push({ name: scheme, credential, secret });
  }
  return secrets;
}

/** Puts the secrets where they belong, in place of whatever stands there. */
export function place(secrets: PlacedSecret[], url: URL, headers: Headers): void {
  for (const { credential, secret } of secrets) {
    const { scheme, placement } = credential;
    if (!placement) continue;
    const value = placement.prefix + secret;
    try {
      if (placement.in === "header") setHeader(headers, placement.name, value);
      else if (placement.in === "query") url.searchParams.set(placement.name, value);
      else if (placement.in === "cookie") setCookie(headers, placement.name, value);
    } catch {
      // What was thrown holds the secret.
      const { in: place, name } = placement;
      const message = `the secret of the scheme \`${scheme}\` cannot be sent as the ${place} \`${name}\``;
      const help =
        placement.in === "cookie"
          ? "give the secret without blanks, quotes and semicolons; in a browser a page can set no cookie of a request"
          : "give the secret alone, without line breaks or other characters that no header can hold; in a browser a page cannot set every header";
      throw new PlanFetchError("unsendableCredential", message, help, { scheme });
    }
  }
}

function setHeader(headers: Headers, name: string, value: string): void {
  headers.set(name, value);
  // A browser drops what a page may not set, such as cookies: it sends those that it has.
  const isKept = new Request("https://localhost/", { headers: { [name]: "x" } }).headers.has(name);
  if (!isKept) throw new TypeError("the header cannot be set");
}

function setCookie(headers: Headers, name: string, value: string): void {
  if (/[;\s"\\]/.test(value)) throw new TypeError("the cookie cannot be set");
  const cookies = (headers.get("cookie") ?? "").split(/;\s*/);
  const others = cookies.filter((cookie) => cookie !== "" && !cookie.startsWith(`${name}=`));
  setHeader(headers, "cookie", [...others, `${name}=${value}`].join("; "));
}

/** A text with the secrets, in every form in which they were sent, replaced by their names. */
export function withoutSecrets(text: string, secrets: Secret[]): string {
  const forms = secrets.flatMap(({ name, secret }) => {
    const inQuery = new URLSearchParams({ _: secret }).toString().slice(2);
    const inJson = JSON.stringify(secret).slice(1, -1);
    // Headers are sent without the blanks around them.
    const written = [secret, secret.trim(), inQuery, inJson, encodeURIComponent(secret)].filter(Boolean);
    return written.map((form) => ({ form, placeholder: `{${name}}` }));
  });
  // The longer ones first: a secret may be a part of another.
  forms.sort((a, b) => b.form.length - a.form.length);
  return forms.reduce((clean, { form, placeholder }) => clean.replaceAll(form, () => placeholder), text);
}
