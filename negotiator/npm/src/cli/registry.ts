// Many cards: those of files, folders and standard input, one after the other.

import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import { isFilled, linesOf } from "../lines.js";
import { elementsOf } from "./elements.js";
import { isAddress } from "./fetch.js";
import { filesBelow } from "./folder.js";
import type { Io } from "./io.js";
import { Misuse } from "./misuse.js";
import { shownWord } from "./shown-word.js";
import type { Extent } from "./progress.js";
import { unreadable } from "./read.js";
import { Skipped } from "./skipped.js";
import { printable } from "./terminal.js";

/** A card that nobody has read yet. */
export interface Entry {
  /** The file, with the line or the element of it. */
  readonly source: string;
  readonly text: string;
}

/** The cards that the arguments name: files, folders, and `-` or nothing for lines on standard input. */
export class Registry implements AsyncIterable<Entry>, Extent {
  /** What was found in folders and is not read; all of it once the cards have been read. */
  readonly skipped = new Skipped();
  /** How many bytes of it have been read. */
  taken = 0;

  private constructor(
    private readonly sources: readonly Source[],
    private readonly io: Io,
    private readonly isFilter: boolean,
  ) {}

  /** Finds all that is named, before the first card is read. */
  static async open(names: readonly string[], io: Io, { isFilter = false }: { isFilter?: boolean | undefined } = {}): Promise<Registry> {
    const sources: Source[] = [];
    for (const name of names.length === 0 ? ["-"] : names) sources.push(await find(name, io.workingDirectory));
    return new Registry(sources, io, isFilter);
  }

  /** How many bytes the files have; of standard input and of pipes that is not known. */
  async total(): Promise<number | undefined> {
    let bytes = 0;
    for (const source of this.sources) {
      if (!source) return undefined;
      const { path, name, isFolder } = source;
      const files = isFolder ? filesBelow(path, name, SUFFIXES, new Skipped()) : [""];
      for await (const file of files) {
        // What cannot be looked at is told where it is read.
        const found = await stat(join(path, file)).catch(() => undefined);
        if (found && !found.isFile()) return undefined;
        bytes += found?.size ?? 0;
      }
    }
    return bytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    for (const source of this.sources) {
      if (!source) yield* this.#lines(this.io.stdin as AsyncIterable<Uint8Array>, "<stdin>");
      else if (source.isFolder) yield* this.#below(source);
      else yield* this.#namedFile(source);
    }
  }

  async *#below({ path, name }: Named): AsyncGenerator<Entry, void, undefined> {
    for await (const file of filesBelow(path, name, SUFFIXES, this.skipped)) {
      try {
        yield* this.#inFile(join(path, file), join(name, file));
      } catch (error) {
        this.skipped.addFailed(join(name, file), error);
      }
    }
  }

  async *#namedFile({ path, name }: Named): AsyncGenerator<Entry, void, undefined> {
    try {
      yield* this.#inFile(path, name);
    } catch (error) {
      throw misuse(error, name);
    }
  }

  async *#inFile(path: string, name: string): AsyncGenerator<Entry, void, undefined> {
    const source = printable(name);
    if (!path.endsWith(".json")) {
      yield* this.#lines(createReadStream(path), source);
      return;
    }
    const bytes = await readFile(path);
    const text = bytes.toString("utf8");
    const list = elementsOf(text);
    if (!list?.length) this.taken += bytes.length;
    if (!list) yield { source, text };
    else
      for (const [index, element] of list.entries()) {
        this.taken += bytes.length / list.length;
        yield { source: `${source}#/${index}`, text: element };
      }
  }

  async *#lines(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Entry, void, undefined> {
    let line = 0;
    for await (const text of linesOf(this.#counted(chunks))) {
      line += 1;
      // A filter answers blank lines too, since an answer is known by its place.
      if (this.isFilter || isFilled(text)) yield { source: `${name}:${line}`, text };
    }
  }

  async *#counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of chunks) {
      this.taken += chunk.length;
      yield chunk;
    }
  }
}

/** The ends of the names of files that are read of a folder. */
const SUFFIXES = [".json", ".ndjson", ".jsonl"];

/** A file or a folder. */
interface Named {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
}

/** Where cards come from; nothing is said of standard input. */
type Source = Named | undefined;

async function find(name: string, folder: string): Promise<Source> {
  if (name === "-") return undefined;
  if (isAddress(name)) {
    const command = `curl ${shownWord(name)} | npx a2a-negotiator ...`;
    throw new Misuse("many cards are read from files and standard input, and from no address", `fetch them: \`${command}\``);
  }
  const path = resolve(folder, name);
  try {
    return { name, path, isFolder: (await stat(path)).isDirectory() };
  } catch (error) {
    throw misuse(error, name);
  }
}

/** What is told where a file that was named cannot be read. */
function misuse(error: unknown, name: string): Misuse {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ERR_FS_FILE_TOO_LARGE" || code === "ERR_STRING_TOO_LONG") {
    const help = "write a card a line, and name the file `.ndjson`: lines are read as they come";
    return new Misuse(`\`${shownWord(name)}\` is too large to be read at once`, help);
  }
  return unreadable(error, shownWord(name), "cards", "");
}
