// What servers say when they fail, before it is looked at.

import { cleaner } from "./secrets.js";
import type { Secret } from "./secrets.js";
import type { Failure } from "./types.js";
import { quoted } from "./words.js";

/** What is said of an answer that is not to what was asked, or not about it. */
export function invalidAnswer(message: string): { failure: Failure; cause: Error } {
  return { failure: { jsonrpc: { code: -32006, message } }, cause: new Error(message) };
}

/** How much of an answer is looked at: levels, entries of one list or object, characters of one text, and of all. */
const MAX_LEVELS = 16;
const MAX_ENTRIES = 100;
const MAX_TEXT = 10_000;
const MAX_CHARACTERS = 200_000;

/**
 * A copy of a failure in which nothing is too much: what is too deep or too long is left out, and headers are
 * an object. `clean` is applied to every text, `cleanName` to every name of a member.
 */
export function bounded(failure: unknown, clean = (text: string) => text, cleanName = clean): unknown {
  if (!isRecord(failure)) return failure;
  // Each answer by itself, so that none takes the room of another.
  const entries = Object.entries(withPlainHttp(failure));
  return Object.fromEntries(entries.map(([name, answer]) => [name, copyOf(answer, clean, cleanName)]));
}

function copyOf(answer: unknown, clean: (text: string) => string, cleanName: (text: string) => string): unknown {
  let left = MAX_CHARACTERS;
  const take = (text: string) => {
    const taken = text.slice(0, MAX_TEXT);
    left -= taken.length;
    return taken;
  };
  const copy = (value: unknown, level: number): unknown => {
    if (typeof value === "string") return take(clean(value));
    if (!isRecord(value)) return value;
    if (level === MAX_LEVELS || left <= 0) return null;
    if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((element) => copy(element, level + 1));
    const entries = Object.entries(value).slice(0, MAX_ENTRIES);
    // Codes and words come before what is large.
    entries.sort(([, one], [, other]) => Number(isRecord(one)) - Number(isRecord(other)));
    return Object.fromEntries(entries.map(([key, inner]) => [take(cleanName(key)), copy(inner, level + 1)]));
  };
  return copy(answer, 0);
}

/** The failure with the headers as an object, and a long body as what it holds, which can be cut. */
function withPlainHttp(failure: Record<string, unknown>): Record<string, unknown> {
  if (!isRecord(failure.http)) return failure;
  const { status, headers, body, ...http } = failure.http;
  return {
    ...failure,
    http: {
      ...http,
      status,
      ...(headers !== undefined && { headers: plainHeaders(headers) }),
      ...(body !== undefined && { body: typeof body === "string" ? shortened(body) : body }),
    },
  };
}

function plainHeaders(headers: unknown): unknown {
  if (Array.isArray(headers)) return Object.fromEntries(headers.filter(Array.isArray));
  if (!isRecord(headers) || typeof headers.forEach !== "function") return headers;
  const plain: Record<string, unknown> = {};
  (headers as unknown as Headers).forEach((value, name) => {
    plain[name] = value;
  });
  return plain;
}

function shortened(body: string): unknown {
  if (body.length <= MAX_TEXT) return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** What is shorter than this may be a part of a name by chance, such as `status`, by which a failure is recognised. */
const SHORTEST_IN_NAMES = 8;

/** A failure without the secrets that a server may repeat. */
export function cleaned(failure: Failure, secrets: Secret[]): Failure {
  const long = secrets.filter(({ secret }) => secret.length >= SHORTEST_IN_NAMES);
  const clean = (value: unknown) => bounded(value, cleaner(secrets), cleaner(long));
  const found = clean(failure) as Failure;
  const { http } = found;
  if (typeof http?.body !== "string") return found;
  // In a text of JSON every letter may be escaped, so that only what it says tells whether a secret is in it.
  const value = parsed(http.body);
  const cleanValue = JSON.stringify(clean(value));
  return cleanValue === JSON.stringify(value) ? found : { ...found, http: { ...http, body: cleanValue } };
}

/** What was thrown in place of an answer, without the secrets. */
export function cleanedCause(cause: Error | undefined, secrets: Secret[]): Error | undefined {
  return cause && new Error(cleaner(secrets)(cause.message));
}

/** An error that names no secret: the same where it names none. */
export function withoutSecrets(error: Error, secrets: Secret[]): Error {
  const message = cleaner(secrets)(error.message);
  return message === error.message ? error : new Error(message);
}

/** What the server says of a failure, in its own words where it has any; nothing where it did not answer. */
export function saidIn({ jsonrpc, http }: Failure): string | undefined {
  if (http) {
    const { status, body } = http;
    const words = wordsIn(typeof body === "string" ? (parsed(body) ?? body) : body);
    return `the server answers ${status}${words === undefined ? "" : `: ${quoted(words)}`}`;
  }
  const words = wordsIn(jsonrpc);
  return words === undefined ? undefined : `the server says ${quoted(words)}`;
}

/** Where servers put their words: errors of JSON-RPC and of HTTP+JSON, RFC 9457, RFC 6749, and what many do. */
const WORDS = ["message", "detail", "error_description", "error", "title"];

/** The words in a body; a page has none that are meant for anybody here. */
function wordsIn(body: unknown): string | undefined {
  if (typeof body === "string") return body.trim() === "" || body.trim().startsWith("<") ? undefined : body.trim();
  if (!isRecord(body)) return undefined;
  const found = isRecord(body.error) ? [body.error] : WORDS.map((name) => body[name]).filter((value) => typeof value === "string");
  return wordsIn(found[0]);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
