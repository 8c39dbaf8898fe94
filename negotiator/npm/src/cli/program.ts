import { version } from "a2a-negotiator";

import { parseArguments, suggestion } from "./arguments.js";
import { COMMANDS } from "./commands.js";
import { PROGRAM, commandHelp, programHelp } from "./help.js";
import type { Io, Result } from "./io.js";
import { MISUSE, Misuse } from "./misuse.js";
import { shownWord } from "./shown-word.js";
import { painter } from "./terminal.js";
import { told } from "./told.js";

/** Runs the program with the words that follow its name. */
export async function run(words: readonly string[], io: Io): Promise<Result> {
  try {
    return await dispatch(words, io);
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    return { code: MISUSE, stderr: told(error, painter(io.stderr)) };
  }
}

async function dispatch([name, ...words]: readonly string[], io: Io): Promise<Result> {
  const listed = `\`${PROGRAM} --help\` lists the commands`;
  if (name === undefined) return { code: MISUSE, stderr: programHelp(COMMANDS, painter(io.stderr)) };
  if (name === "--version") return { code: 0, stdout: `${version}\n` };
  if (name === "--help" || name === "-h" || (name === "help" && words.length === 0)) {
    return { code: 0, stdout: programHelp(COMMANDS, painter(io.stdout)) };
  }
  if (name === "help") return dispatch([...words, "--help"], io);
  const command = COMMANDS.find((known) => known.name === name);
  if (!command) {
    const isOption = name.startsWith("-");
    const message = isOption ? `there is no option \`${shownWord(name)}\` before a command` : `there is no command \`${shownWord(name)}\``;
    throw new Misuse(
      message,
      suggestion(name, isOption ? ["--help", "--version"] : COMMANDS.map((known) => known.name), listed),
    );
  }
  const help = `${PROGRAM} ${command.name} --help`;
  if (asksForHelp(words)) return { code: 0, stdout: commandHelp(command, painter(io.stdout)) };
  return command.run(parseArguments(words, command.options, help), io);
}

/** Whether `--help` stands among the words, whatever else is wrong with them. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end < 0 ? words : words.slice(0, end)).some((word) => word === "--help" || word === "-h");
}
