import { createReadStream } from "node:fs";
import { resolve } from "node:path";

import { fetchCard, isAddress } from "./fetch.js";
import type { Io } from "./io.js";
import { Misuse } from "./misuse.js";
import { shownWord } from "./shown-word.js";
import { onOneLine } from "./terminal.js";
import type { Source } from "./source.js";

/** A little more than the core reads, so that it is the core that says what is too large. */
const MAX_BYTES = 5 * 1024 * 1024 + 1;

/** How long a name is that is said of a file with a key. */
const LONGEST_NAME = 80;

/** Reads the documents of one run of the program. */
export class Reader {
  #stdin: string | undefined;

  constructor(
    private readonly io: Io,
    private readonly timeoutSeconds: number,
  ) {}

  /** Reads what an argument names: a file, `-` for standard input, or an address. */
  async read(argument: string, what: string): Promise<Source> {
    if (argument === "-") return { name: "<stdin>", text: await this.#readStdin(what) };
    if (isAddress(argument)) {
      const { url, cardUrl, bytes } = await fetchCard(argument, { timeoutSeconds: this.timeoutSeconds, maxBytes: MAX_BYTES });
      return { name: url, url, cardUrl, text: decode(bytes, url) };
    }
    return this.readFile(argument, what);
  }

  async readFile(path: string, what: string): Promise<Source> {
    const file = resolve(this.io.workingDirectory, path);
    const bytes = await collect(() => createReadStream(file), shownWord(path), what, path);
    const name = onOneLine(path);
    return { name, file, text: decode(bytes, name) };
  }

  /** Reads a private key. What names no file may be the key, and is said only where it looks like a file's name. */
  async readKey(argument: string, what: string): Promise<Source> {
    if (argument === "-") return this.read(argument, what);
    const file = resolve(this.io.workingDirectory, argument);
    const isName = argument.length <= LONGEST_NAME && /\.[a-z0-9]{1,8}$/i.test(argument);
    const name = isName ? onOneLine(argument) : "…";
    return { name, file, text: decode(await collect(() => createReadStream(file), name, what), name) };
  }

  async #readStdin(what: string): Promise<string> {
    if (this.#stdin !== undefined) {
      throw new Misuse(
        `\`-\` is given twice, the second time for the ${what}`,
        `standard input holds one document: give the ${what} as a file`,
      );
    }
    this.#stdin = what;
    return decode(await collect(() => this.io.stdin, "<stdin>", what), "<stdin>");
  }
}

async function collect(
  open: () => AsyncIterable<string | Buffer>,
  name: string,
  what: string,
  path = "",
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of open()) {
      const bytes = Buffer.from(chunk as Buffer);
      chunks.push(bytes);
      size += bytes.length;
      // The rest changes nothing any more, and may have no end.
      if (size >= MAX_BYTES) break;
    }
  } catch (error) {
    throw unreadable(error, name, what, path);
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}

/** What is told of a file that cannot be read. */
export function unreadable(error: unknown, name: string, what: string, path: string): Misuse {
  const code = (error as NodeJS.ErrnoException).code;
  const looksLikeAHost = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/|$)/i.test(path) && !path.endsWith(".json");
  if (code === "ENOENT" && looksLikeAHost) {
    return new Misuse(`there is no file \`${name}\``, `write \`https://${name}\` if it is an address`);
  }
  const reasons: Record<string, [string, string]> = {
    ENOENT: [`there is no file \`${name}\``, `name the file that holds the ${what}, or \`-\` for standard input`],
    EISDIR: [`\`${name}\` is a folder`, `name the file in it that holds the ${what}`],
    ERR_INVALID_ARG_VALUE: [`\`${name}\` is no name that a file can have`, `name the file that holds the ${what}`],
    EACCES: [`\`${name}\` may not be read`, "give the program the right to read it"],
  };
  const [message, help] = reasons[code ?? ""] ?? [
    `\`${name}\` cannot be read (${code ?? "for a reason unknown"})`,
    `name a file that holds the ${what}, or \`-\` for standard input`,
  ];
  return new Misuse(message, help);
}

function decode(bytes: Uint8Array, name: string): string {
  // A byte-order mark is the core's to find.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    // Where the text was cut, it is too large in any case.
    return decoder.decode(bytes, { stream: bytes.length >= MAX_BYTES });
  } catch {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const found = isUtf16 ? "UTF-16, as some shells write it" : "not UTF-8";
    throw new Misuse(`\`${name}\` is ${found}`, "JSON is UTF-8: save it as such");
  }
}
