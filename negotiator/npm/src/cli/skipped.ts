import { printable } from "./terminal.js";

/** So many are told one by one; further ones are counted, unless it is a single one. */
const MAX_TOLD = 20;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "a link to what is not there",
  ELOOP: "a link that leads to itself",
  EACCES: "it may not be read",
};

/** What was found in folders and is not read, for the end of the run. */
export class Skipped {
  readonly #told: string[] = [];
  #count = 0;

  add(path: string, why: string): void {
    this.#count += 1;
    if (this.#told.length <= MAX_TOLD) this.#told.push(`skipped \`${printable(path)}\`: ${why}\n`);
  }

  /** By the error that reading it ended with. */
  addFailed(path: string, error: unknown): void {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    this.add(path, REASONS[code] ?? `it cannot be read (${code})`);
  }

  /** A line for each. */
  toString(): string {
    if (this.#count === this.#told.length) return this.#told.join("");
    return `${this.#told.slice(0, MAX_TOLD).join("")}skipped ${this.#count - MAX_TOLD} more\n`;
  }
}
