// The secrets of a request: asked for, placed, and kept out of what is said.

import { encode } from "./jws.js";
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

/** Whether a request can hold the credential. */
export function isPlaced(credential: Credential): boolean {
  return credential.placement !== undefined && !isOfConnection(credential);
}

/** Whether it is the connection that presents the credential, a client certificate. */
export function isOfConnection({ placement }: Credential): boolean {
  return placement?.in === "tls";
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
      else if (placement.in === "query") url.search = withParameter(url.search, placement.name, value);
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

/** A query with a parameter, in place of those of its name. The others stay as they are written: an agent may count on that. */
function withParameter(query: string, name: string, value: string): string {
  const written = String(new URLSearchParams([[name, value]]));
  const others = query === "" ? [] : query.slice(1).split("&");
  const isIt = (text: string) => new URLSearchParams(text).has(name);
  const at = others.findIndex(isIt);
  const kept = others.flatMap((text, index) => (index === at ? [written] : isIt(text) ? [] : [text]));
  return [...kept, ...(at === -1 ? [written] : [])].join("&");
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

/**
 * Replaces secrets by their names in texts, in whatever form a server repeats them: as they were sent, escaped for where
 * they stand as often as it may be, and in base64.
 */
export function cleaner(secrets: readonly Secret[]): (text: string) => string {
  const found = secrets.flatMap(({ name, secret }) =>
    formsOf(secret).map((form) => ({ length: form.length, pattern: patternOf(form), placeholder: `{${name}}` })),
  );
  // The longer ones first: a secret may be a part of another.
  found.sort((a, b) => b.length - a.length);
  return (text) => found.reduce((clean, { pattern, placeholder }) => clean.replaceAll(pattern, () => placeholder), text);
}

/** Headers are sent without the blanks around them. */
function formsOf(secret: string): string[] {
  const known = [secret, ...nameAndPassword(secret)];
  return [...new Set(known.flatMap((text) => [text, text.trim(), ...inBase64(text)]))].filter(Boolean);
}

/** A user's name that is shorter than this may stand in a text by chance. */
const SHORTEST_NAME = 4;

/** The name and the password that are in the secret of HTTP basic authentication (RFC 7617), together and each. */
function nameAndPassword(secret: string): string[] {
  let text: string;
  try {
    const bytes = Uint8Array.from(atob(secret.trim()), (character) => character.charCodeAt(0));
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return [];
  }
  const [, name = "", password] = /^([^:\p{Cc}]*):(\P{Cc}*)$/u.exec(text) ?? [];
  if (password === undefined) return [];
  return [text, password, ...(name.length < SHORTEST_NAME ? [] : [name])];
}

/** What is shorter than this in base64 may stand there by chance. */
const SHORTEST_IN_BASE64 = 8;

/** What a text in base64 has where the secret is a part of it, wherever that begins, in both alphabets. */
function inBase64(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((before) => {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    // The characters at both ends are of the bytes beside the secret too.
    const text = encode(shifted).slice(Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6));
    return text.length < SHORTEST_IN_BASE64 ? [] : [text, text.replaceAll("-", "+").replaceAll("_", "/")];
  });
}

/** A secret in its parts: backslashes and what follows them, what nobody escapes, and each other character. */
const PARTS = /(\\*)([A-Za-z0-9._~-]+|[^]|$)/gu;

/** Longer texts than this are found as they are only: what engines make of their patterns may be too much for them. */
const LONGEST = 10_000;

/** A backslash as it is, in JSON or in a query. */
const BACKSLASH = "(?:\\\\u005[cC]|\\\\|%(?:25)*5[cC])";

/** Finds a text, escaped or not: in JSON, in a query or in HTML, also where one of them is within another. */
function patternOf(text: string): RegExp | string {
  if (text.length > LONGEST) return text;
  const parts = Array.from(text.matchAll(PARTS), ([, backslashes = "", part = ""], index) => {
    const isPlain = /^[A-Za-z0-9._~-]/.test(part);
    const shown = isPlain ? part.replaceAll(".", "\\.") : part && `(?:${escapesOf(part).join("|")})`;
    if (index > 0) return `${BACKSLASH}${backslashes === "" ? "*" : "+"}${shown}`;
    // At the start, backslashes are looked at from the first on alone, so that many of them take no longer than others.
    return backslashes === "" ? shown : `(?<!\\\\|5[cC])${BACKSLASH}+${shown}`;
  });
  return new RegExp(parts.join(""), "gu");
}

/** The letters that JSON has for characters. */
const IN_JSON: Readonly<Record<string, string>> = { "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" };

/** The names that HTML has for characters. */
const IN_HTML: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** What may stand for a character, but for the backslashes before it. */
function escapesOf(character: string): string[] {
  const hex = (number: number, digits: number) =>
    number.toString(16).padStart(digits, "0").replaceAll(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  const units = Array.from({ length: character.length }, (_, index) => `u${hex(character.charCodeAt(index), 4)}`);
  const bytes = Array.from(new TextEncoder().encode(character), (byte) => `%(?:25)*${hex(byte, 2)}`);
  const code = character.codePointAt(0) ?? 0;
  const inHtml = IN_HTML[character];
  const inJson = IN_JSON[character];
  return [
    `\\u{${code.toString(16)}}`,
    units.join("\\\\*"),
    bytes.join(""),
    `&(?:amp;)*#(?:0*${code}|[xX]0*${hex(code, 1)});`,
    ...(inHtml === undefined ? [] : [`&(?:amp;)*${inHtml};`]),
    ...(inJson === undefined ? [] : [inJson]),
    ...(character === " " ? ["\\+"] : []),
  ];
}
