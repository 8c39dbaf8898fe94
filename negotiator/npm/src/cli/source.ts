import { isAbsolute, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";

import { locate } from "a2a-negotiator";
import type { Location, Position } from "a2a-negotiator";

/** A document that was read, and where it came from. */
export interface Source {
  /** What messages call it: the path as it was given, the address, `<stdin>`. */
  readonly name: string;
  readonly text: string;
  /** The absolute path, of a file. */
  readonly file?: string;
  /** The address that it was read from in the end, without what may be secret in one. */
  readonly url?: string;
  /** The address whose origin is the card's own. */
  readonly cardUrl?: string;
  /** The document that this one is a value of, and where in it. */
  readonly within?: { readonly text: string; readonly pointer: string; readonly offset: Position };
}

/**
 * Where the values stand that the pointers point to; where one is absent, what is nearest above it, and
 * the start of a text that has no places.
 */
export function locateNearest(source: Source, pointers: readonly string[]): Location[] {
  const { text, pointer: prefix } = source.within ?? { text: source.text, pointer: "" };
  const ways = pointers.map((pointer) => withAbove(prefix + pointer));
  const wanted = [...new Set(ways.flat())];
  const found = locate(text, wanted);
  const places = new Map(wanted.map((pointer, index) => [pointer, found[index]]));
  return ways.map((way) => way.map((pointer) => places.get(pointer)).find((place) => place) ?? START);
}

/** What messages call a document where there are several of its kind. */
export function label({ name, within }: Source): string {
  return within ? `${name}#${within.pointer}` : name;
}

/** Where an error stands that the core placed in the document's own text. */
export function positionIn(source: Source, position: Position): Position {
  if (!source.within) return position;
  const { offset } = source.within;
  const column = position.line === 1 ? offset.column + position.column - 1 : position.column;
  return { offset: offset.offset + position.offset, line: offset.line + position.line - 1, column };
}

/** `file:line:column`, as editors and terminals make links of. */
export function place(source: Source, position: Position): string {
  return `${source.name}:${position.line}:${position.column}`;
}

const FIRST: Position = { offset: 0, line: 1, column: 1 };
const START: Location = { start: FIRST, end: FIRST, key: FIRST };

/** A pointer and those of everything that it is in, the nearest first. */
function withAbove(pointer: string): string[] {
  const way = [pointer];
  for (let end = pointer.lastIndexOf("/"); end >= 0; end = pointer.lastIndexOf("/", end - 1)) {
    way.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return way;
}

/**
 * A source's name for programs: of a file the path below `base` with forward slashes, and the whole path
 * of one that is elsewhere.
 */
export function pathBelow(source: Source, base: string): string {
  if (source.file === undefined) return source.url ?? "stdin";
  const below = relative(base, source.file);
  const isElsewhere = below.startsWith(`..${sep}`) || below === ".." || isAbsolute(below);
  return (isElsewhere ? source.file : below).replaceAll(sep, "/");
}

/** The same as a reference to a URI. */
export function uriBelow(source: Source, base: string): string {
  if (source.file === undefined) return source.url ?? "stdin";
  const below = pathBelow(source, base);
  return isAbsolute(below) ? pathToFileURL(source.file).href : below.split("/").map(encodeURIComponent).join("/");
}
