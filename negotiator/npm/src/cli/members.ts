import { isDeepStrictEqual } from "node:util";

import { locate } from "a2a-negotiator";

import { parseJson } from "../json.js";
import { asJson } from "./terminal.js";

/**
 * The text of an object with a member more, unless it has one of that name. At the end, so that everything
 * else stays in its place. What is no object is given back, for the core to say what is wrong with it.
 */
export function withMember(text: string, name: string, value: unknown): string {
  let members: unknown;
  try {
    members = parseJson(text);
  } catch {
    return text;
  }
  if (typeof members !== "object" || members === null || Array.isArray(members) || name in members) return text;
  const comma = Object.keys(members).length > 0 ? "," : "";
  return `${text.slice(0, text.lastIndexOf("}"))}${comma}${JSON.stringify(name)}:${JSON.stringify(value)}}`;
}

/** The text of a card with its last signature, in the author's layout where that can be kept. */
export function withSignature(text: string, signed: Readonly<Record<string, unknown>>): string {
  const added = (signed["signatures"] as unknown[]).at(-1);
  const unit = /\n([ \t]+)"/.exec(text)?.[1];
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  /** A value as it stands so many levels deep. */
  const at = (level: number, value: unknown) => JSON.stringify(value, null, unit).replaceAll("\n", newline + (unit ?? "").repeat(level));
  const line = (level: number) => (unit === undefined ? "" : newline + unit.repeat(level));
  const list = locate(text, "/signatures");
  const end = list ? list.end.offset - 1 : text.lastIndexOf("}");
  const before = text.slice(0, end).trimEnd();
  const comma = /[[{]$/.test(before) ? "" : ",";
  const member = list ? `${line(2)}${at(2, added)}${line(1)}` : `${line(1)}"signatures":${unit === undefined ? "" : " "}${at(1, [added])}${line(0)}`;
  const whole = before + comma + member + text.slice(end);
  try {
    if (isDeepStrictEqual(parseJson(whole), signed)) return whole;
  } catch {
    // What is laid out in a way of its own is laid out anew.
  }
  return asJson(signed);
}
