// The program `a2a-negotiator`.

import { stderr, stdin, stdout } from "node:process";

import { judgeForMainThread } from "./judges.js";
import { MISUSE } from "./misuse.js";
import { run } from "./program.js";

for (const stream of [stdout, stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads the output may have seen enough, as `head` does; the decision stands all the same.
    if (error.code === "EPIPE") process.exit();
    if (stream === stdout) stderr.write(`the output cannot be written: ${error.message}\n`);
    process.exit(MISUSE);
  });
}

if (!judgeForMainThread()) await main();

async function main(): Promise<void> {
  const result = await run(process.argv.slice(2), {
    stdin,
    stdout,
    stderr,
    environment: process.env,
    workingDirectory: process.cwd(),
  });
  // Not by `process.exit`, which would cut off what a pipe has not taken yet.
  process.exitCode = result.code;
  stdout.write(result.stdout ?? "");
  stderr.write(result.stderr ?? "");
}
