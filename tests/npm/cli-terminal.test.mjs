// `rank` on a terminal, which `script` provides: how far it is is shown, and nothing of that stays.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createWriteStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { readCards } from "../support/cases.mjs";
import { environment, file, folder, write } from "./program.mjs";

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = !hasScript && "there is no `script` of util-linux";
const client = write("client.json", { accepts: ["text/plain"], sends: ["text/plain"] });
const lines = `${readCards().slice(0, 64).map(({ text }) => JSON.stringify(JSON.parse(text))).join("\n")}\n`;
const SHOWN = /\r\u001b\[K[\d,]+ cards/;

/** Runs `rank` on a terminal over a pipe into which `feed` writes until the progress is shown. */
async function onTerminal(name, finish) {
  const pipe = join(folder, name);
  execFileSync("mkfifo", [pipe]);
  const command = [process.execPath, file, "rank", name, "--profile", client, "--top", "1", "--jobs", "1"].map((word) => `'${word}'`).join(" ");
  // Its exit code is that of the command.
  const terminal = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], { cwd: folder, env: { ...environment, TERM: "xterm", NO_COLOR: "1" } });
  let seen = "";
  terminal.stdout.setEncoding("utf8").on("data", (text) => (seen += text));
  const ended = new Promise((resolve) => terminal.on("close", resolve));
  const input = createWriteStream(pipe);
  input.on("error", () => {});
  while (!SHOWN.test(seen) && terminal.exitCode === null) {
    input.write(lines.repeat(4));
    await sleep(50);
  }
  finish(terminal, input);
  const code = await ended;
  input.destroy();
  return { code, seen };
}

test("what takes longer than a second shows how far it is, and then only the ranking", { skip }, async () => {
  const { code, seen } = await onTerminal("slow-registry", (terminal, input) => input.end());
  assert.equal(code, 0);
  assert.match(seen, SHOWN);
  assert.match(seen.split("\r\u001b[K").at(-1), /^1 {2}\S.*\d+ cards: \d+ can be called/s);
});

test("Ctrl+C ends it, and clears what was shown", { skip }, async () => {
  const { code, seen } = await onTerminal("endless-registry", (terminal) => terminal.stdin.write("\u0003"));
  assert.equal(code, 128 + 2);
  assert.match(seen, /\r\u001b\[K(?:\^C)?\s*$/);
});

test("of files, a bar shows how much of them has been read", { skip }, () => {
  const card = JSON.stringify({
    name: "Agent",
    supportedInterfaces: [{ url: "https://agent.example.com/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  });
  // So many that no machine is done with them in a second.
  writeFileSync(join(folder, "long.ndjson"), `${card}\n`.repeat(200_000));
  const command = `'${process.execPath}' '${file}' rank long.ndjson --profile '${client}' --top 1 --jobs 1`;
  const seen = execFileSync("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: folder,
    env: { ...environment, TERM: "xterm", NO_COLOR: "1" },
    encoding: "utf8",
    maxBuffer: 1 << 24,
  });
  const shares = [...seen.matchAll(/\r\u001b\[K\[(=* *)\] +(\d+) % {2}[\d,]+ cards/g)].map(([, bar, share]) => [bar, Number(share)]);
  assert.ok(shares.length > 0);
  for (const [bar, share] of shares) assert.equal(bar, "=".repeat(Math.floor(share / 5)).padEnd(20));
  assert.deepEqual(shares.map(([, share]) => share), shares.map(([, share]) => share).sort((one, other) => one - other));
  assert.match(seen.split("\r\u001b[K").at(-1), /^1 {2}Agent.*200000 cards: 200000 can be called/s);
});
