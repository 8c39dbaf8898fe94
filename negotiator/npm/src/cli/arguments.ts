import { parseArgs } from "node:util";

import { closestMatch } from "leven";

import { Misuse } from "./misuse.js";
import { shownWord } from "./shown-word.js";

/** An option of a command. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Whether it may be given more than once. */
  readonly multiple?: boolean;
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly about: string;
  /** The values that it takes, where they are few. */
  readonly choices?: readonly string[];
  /** Whether it names a file with a private key. What is given may be the key itself, and is never said. */
  readonly isPrivate?: boolean;
}

export type Options = Readonly<Record<string, Option>>;

type ChoiceOf<O extends Option> = O extends { choices: readonly (infer C)[] } ? C : string;

/** The values of options, by their names. */
export type Values<O extends Options> = {
  readonly [N in keyof O]: O[N] extends { type: "boolean" }
    ? boolean
    : O[N] extends { multiple: true }
      ? readonly ChoiceOf<O[N]>[]
      : ChoiceOf<O[N]> | undefined;
};

export interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

/** Takes the arguments of a command apart; `where` names the help that lists its options. */
export function parseArguments(words: readonly string[], options: Options, where: string): Arguments {
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, short ? { type, short } : { type }]),
  );
  const { tokens } = parseArgs({
    args: [...words],
    options: known,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const values: Record<string, string | boolean | string[] | undefined> = {};
  for (const [name, option] of Object.entries(options)) {
    values[name] = option.multiple ? [] : option.type === "boolean" ? false : undefined;
  }
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw unknownOption(token.rawName, options, where);
    const value = valueOf(token, option, where);
    const known = values[token.name];
    if (Array.isArray(known)) known.push(value as string);
    else if (typeof known === "string") throw new Misuse(`\`--${token.name}\` is given twice`, "give it once");
    else values[token.name] = value;
  }
  return { values, positionals };
}

interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function valueOf({ rawName, value, inlineValue }: OptionToken, option: Option, where: string): string | boolean {
  if (option.type === "boolean") {
    if (value === undefined) return true;
    throw new Misuse(
      `\`${rawName}\` takes no value`,
      `leave out what follows the equals sign; \`${where}\` lists the options`,
    );
  }
  if (option.isPrivate && value !== undefined && looksLikeAKey(value)) {
    throw new Misuse(
      `\`${rawName}\` takes the name of a file with the key, not the key itself`,
      `write the key to a file that only you can read, or pass it by a pipe: \`${rawName} -\``,
    );
  }
  const looksLikeAnOption = !inlineValue && value !== undefined && value.length > 1 && value.startsWith("-");
  if (value === undefined || looksLikeAnOption) {
    const help = looksLikeAnOption && !option.isPrivate
      ? `write \`${rawName}=${shownWord(value)}\` if that is the value; \`${where}\` lists the options`
      : `write \`${rawName} ${option.value ?? "VALUE"}\`; \`${where}\` lists the options`;
    throw new Misuse(`\`${rawName}\` needs a value`, help);
  }
  if (option.choices && !option.choices.includes(value)) {
    throw new Misuse(
      `\`${shownWord(value)}\` is nothing that \`${rawName}\` takes`,
      suggestion(value, option.choices, `it takes ${inWords(option.choices)}`),
    );
  }
  return value;
}

function looksLikeAKey(value: string): boolean {
  return /^\s*(\{|-----)|[\r\n]|PRIVATE KEY/.test(value);
}

function unknownOption(rawName: string, options: Options, where: string): Misuse {
  // Of a single letter, every other one is as close.
  const names = rawName.startsWith("--") ? Object.keys(options).map((name) => `--${name}`) : [];
  return new Misuse(`there is no option \`${shownWord(rawName)}\``, suggestion(rawName, names, `\`${where}\` lists the options`));
}

/** "Did you mean", where something is close, and else or besides what there is. */
export function suggestion(given: string, known: readonly string[], otherwise: string): string {
  const close = closestMatch(given, [...known], { maxDistance: Math.max(1, Math.floor(given.length / 3)) });
  return close === undefined ? otherwise : `did you mean \`${close}\`? ${otherwise}`;
}

function inWords(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `\`${choice}\``);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}
