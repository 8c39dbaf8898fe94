import type { Arguments, Options, Values } from "./arguments.js";
import type { Io, Result } from "./io.js";

/** A command, as the program and its help see it. */
export interface Command {
  readonly name: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** What follows the name in a call. */
  readonly usage: string;
  /** What it does, in more words. */
  readonly about: string;
  readonly options: Options;
  /** Calls with what each is for. */
  readonly examples: readonly (readonly [call: string, what: string])[];
  /** What the exit codes mean, besides 64. */
  readonly codes: Readonly<Record<number, string>>;
  run(given: Arguments, io: Io): Promise<Result>;
}

interface Definition<O extends Options> extends Omit<Command, "options" | "run"> {
  readonly options: O;
  run(given: { readonly values: Values<O>; readonly positionals: readonly string[] }, io: Io): Promise<Result>;
}

/** A command whose values have the types of its options, which the parser has seen to. */
export function command<const O extends Options>(definition: Definition<O>): Command {
  return definition as unknown as Command;
}
