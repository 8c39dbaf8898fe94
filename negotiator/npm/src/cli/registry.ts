// Many cards: those of files, folders and standard input, one after the other.

import { createReadStream } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import { ndjson } from "a2a-negotiator";

import type { Io } from "./io.js";
import { Misuse } from "./misuse.js";
import { printable } from "./terminal.js";

/** A card that nobody has read yet. */
export interface Entry {
  /** The file, with the line or the element of it. */
  readonly source: string;
  readonly text: string;
}

/** The cards that the arguments name: files, folders, and `-` or nothing for lines on standard input. */
export async function* entries(names: readonly string[], io: Io): AsyncGenerator<Entry, void, undefined> {
  for (const name of names.length === 0 ? ["-"] : names) {
    if (name === "-") yield* lines(io.stdin as AsyncIterable<Uint8Array>, "<stdin>");
    else yield* below(name, io.workingDirectory);
  }
}

async function* below(name: string, folder: string): AsyncGenerator<Entry, void, undefined> {
  const path = resolve(folder, name);
  let isFolder: boolean;
  try {
    isFolder = (await stat(path)).isDirectory();
  } catch {
    throw new Misuse(
      `there is no file \`${printable(name)}\``,
      "name files of cards, lists or lines of cards, folders of them, or `-` for standard input",
    );
  }
  if (isFolder) {
    const files = (await readdir(path, { recursive: true })).filter((file) => /\.(json|ndjson|jsonl)$/.test(file));
    for (const file of files.sort()) yield* inFile(join(path, file), join(name, file));
  } else {
    yield* inFile(path, name);
  }
}

async function* inFile(path: string, name: string): AsyncGenerator<Entry, void, undefined> {
  const source = printable(name);
  if (!path.endsWith(".json")) {
    yield* lines(createReadStream(path), source);
    return;
  }
  const text = await readFile(path, "utf8");
  const list = text.trimStart().startsWith("[") ? listIn(text) : undefined;
  if (!list) yield { source, text };
  else for (const [index, card] of list.entries()) yield { source: `${source}#/${index}`, text: JSON.stringify(card) };
}

function listIn(text: string): unknown[] | undefined {
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    // What is wrong with it is said where it is read as a card.
    return undefined;
  }
}

async function* lines(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Entry, void, undefined> {
  let line = 0;
  for await (const text of ndjson(chunks)) yield { source: `${name}:${(line += 1)}`, text };
}
