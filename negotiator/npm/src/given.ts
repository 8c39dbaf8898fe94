// What callers give beside documents, looked at before anything is done with it.

import { closestMatch } from "leven";

import type { InputDocument } from "./errors.js";
import { misuse } from "./misuse.js";
import { inWords, quoted } from "./words.js";

/** What a member of an argument may be, and how that is said. */
const KINDS = {
  anything: { isRight: () => true, name: "" },
  function: { isRight: (value: unknown) => typeof value === "function", name: "a function" },
  text: { isRight: (value: unknown) => typeof value === "string", name: "a text" },
  boolean: { isRight: (value: unknown) => typeof value === "boolean", name: "`true` or `false`" },
  count: { isRight: (value: unknown) => value === Infinity || (Number.isInteger(value) && Number(value) >= 0), name: "a whole number" },
  seconds: { isRight: (value: unknown) => typeof value === "number" && value >= 0, name: "a number of seconds" },
  object: { isRight: (value: unknown) => typeof value === "object" && value !== null, name: "an object" },
  list: { isRight: Array.isArray, name: "a list" },
  iterable: { isRight: (value: unknown) => typeof value === "object" && isIterable(value, Symbol.iterator), name: "a list or another iterable" },
  signal: { isRight: isSignal, name: "an `AbortSignal`" },
};

/** The kinds of an argument's members. */
export type Kinds<T> = Readonly<Record<keyof T, keyof typeof KINDS>>;

/**
 * The members of an argument, read once, each of the kind that it must have; one that is left out is not there.
 * Whatever the argument does on being read is caught.
 */
export function membersOf<T extends object>(given: T, document: InputDocument, kinds: Kinds<T>): T {
  const value: unknown = given;
  const [is, has] = verbs(document);
  if ((typeof value !== "object" && typeof value !== "function") || value === null || isList(value)) {
    throw misuse(document, `${is} ${found(value)} and no object`, "pass an object, or leave it out where it may be");
  }
  const members: Partial<T> = {};
  for (const name of Object.keys(kinds) as (keyof T & string)[]) {
    const { isRight, name: wanted } = KINDS[kinds[name]];
    const isGood = reading(document, () => {
      const member = given[name];
      if (member === undefined) return true;
      members[name] = member;
      return isRight(member);
    });
    if (isGood) continue;
    const help = `pass ${wanted}, or leave it out where it may be`;
    throw misuse(document, `${has} a \`${name}\` that is not ${wanted}`, help, { pointer: `/${name}` });
  }
  return members as T;
}

/** The same of an argument that is made for the function, where another member is a slip. */
export function optionsOf<T extends object>(given: T, document: InputDocument, kinds: Kinds<T>): T {
  const members = membersOf(given, document, kinds);
  const known = Object.keys(kinds);
  const unknown = reading(document, () => Object.keys(given)).find((name) => !known.includes(name));
  if (unknown === undefined) return members;
  // As the core says it of what it reads.
  const meant = unknown.length > LONGEST ? undefined : closestMatch(unknown, known, { maxDistance: Math.max(1, Math.floor(unknown.length / 3)) });
  const [, has] = verbs(document);
  const problem = `${has} a member that there is not: ${quoted(unknown)}`;
  const all = `there ${known.length === 1 ? "is" : "are"} ${known.map((name) => `\`${name}\``).join(", ")}`;
  throw misuse(document, problem, meant === undefined ? all : `did you mean \`${meant}\`?`, { pointer: `/${escaped(unknown)}` });
}

/** Longer names than this are none that is only misspelt. */
const LONGEST = 64;

/** A member's name as a part of a JSON Pointer. */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function verbs(document: InputDocument): [is: string, has: string] {
  return document.endsWith("s") ? ["are", "have"] : ["is", "has"];
}

/** Refuses what cannot be gone through, one after the other. */
export function requireIterable(value: unknown, document: InputDocument, way: "iterable" | "either"): void {
  const ways = way === "iterable" ? [Symbol.iterator] : [Symbol.asyncIterator, Symbol.iterator];
  if (typeof value !== "string" && reading(document, () => ways.some((symbol) => isIterable(value, symbol)))) return;
  throw misuse(document, `are ${found(value)} and no list`, "pass a list or another iterable, also where it is one only");
}

/** The address of a card in its usual form. */
export function addressOf(url: unknown): string {
  const text = typeof url === "string" ? url : reading("url", () => (url instanceof URL ? url.href : ""));
  if (!URL.canParse(text)) throw misuse("url", "is no absolute address", "pass the whole address of the card, `https://` included");
  const address = new URL(text);
  if (isConfidential(address)) return address.href;
  throw misuse("url", "is not encrypted", "pass one of `https`; `http` is for `localhost`, 127.0.0.0/8 and `[::1]` alone");
}

/** Whether nobody on the way can read or change what comes from an address. */
export function isConfidential({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && /^(localhost\.?|127(\.\d+){3}|\[::1\]|\[::ffff:7f..:[\da-f]+\])$/.test(hostname));
}

/** Reads what may throw on being read. */
export function reading<T>(document: InputDocument, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw misuse(document, `cannot be read: ${inWords(cause)}`, "pass an object of plain values", { cause });
  }
}

function isSignal(value: unknown): boolean {
  return typeof (value as { addEventListener?: unknown } | null)?.addEventListener === "function";
}

function isIterable(value: unknown, way: symbol): boolean {
  return value !== null && value !== undefined && typeof (value as Record<symbol, unknown>)[way] === "function";
}

/** Whether a value is a list; a proxy that is no longer one's own is none. */
function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

function found(value: unknown): string {
  if (value === undefined) return "missing";
  if (isList(value)) return "a list";
  return value === null ? "`null`" : `a ${typeof value}`;
}
