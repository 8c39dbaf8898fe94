import type { Options } from "./arguments.js";
import type { Command } from "./command.js";
import type { Paint } from "./terminal.js";

export const PROGRAM = "a2a-negotiator";

/** The help of the program. */
export function programHelp(commands: readonly Command[], paint: Paint): string {
  const examples = commands.flatMap(({ examples }) => examples.slice(0, 1));
  return `Capability negotiation for the A2A protocol: agent cards and client profiles in, call plans or explained
refusals out.

${paint("bold", "Usage:")} ${PROGRAM} COMMAND [ARGUMENTS] [OPTIONS]

${paint("bold", "Commands:")}
${table(commands.map(({ name, summary }) => [name, summary]))}

A card or a profile is a file, an address (https://...) or - for standard input. Of an address without a
path, /.well-known/agent-card.json is read, and /.well-known/agent.json where that is not there.
Of ${PROGRAM}.json in the working directory, the profile, the cards and the skills are taken that the
command line does not name.

${paint("bold", "Options:")}
${table([
  ["-h, --help", `show this text, or that of a command: ${PROGRAM} check --help`],
  ["--version", "print the version"],
])}

${paint("bold", "Examples:")}
${calls(examples)}

Wrong use, and what cannot be read, end with 64; what the other exit codes mean is in the help of each command.
`;
}

/** The help of a command. */
export function commandHelp({ name, about, usage, options, examples, codes }: Command, paint: Paint): string {
  return `${about}

${paint("bold", "Usage:")} ${PROGRAM} ${name} ${usage}

${paint("bold", "Options:")}
${table([...optionRows(options), ["-h, --help", "show this text"]])}

${paint("bold", "Exit codes:")}
${table([...Object.entries(codes), ["64", "wrong use, or something cannot be read"]])}

${paint("bold", "Examples:")}
${calls(examples)}
`;
}

function optionRows(options: Options): (readonly [string, string])[] {
  return Object.entries(options).map(([name, { short, value, about }]) => {
    const names = `${short ? `-${short}, ` : ""}--${name}`;
    return [value === undefined ? names : `${names} ${value}`, about];
  });
}

function calls(examples: Command["examples"]): string {
  const lines = examples.map(([call, what]) => `  npx ${PROGRAM} ${call}\n      ${what}`);
  return [...lines, "The package is not published yet: npx runs it where its tarball is installed."].join("\n");
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join("\n");
}
