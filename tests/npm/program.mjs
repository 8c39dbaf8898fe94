// The program of the packed package, as a user's shell runs it.

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { readCases } from "../support/cases.mjs";
import { makeConsumer } from "./consumer.mjs";

const consumer = makeConsumer();
const home = join(consumer, "node_modules/a2a-negotiator");
const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));

/** The file of the program, as the manifest names it. */
export const file = join(home, manifest.bin["a2a-negotiator"]);

/** The folder in which the program runs. */
export const folder = join(consumer, "work");
mkdirSync(folder);

/** Writes a file into that folder, values as JSON, and returns its name. */
export function write(name, content) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  const isRaw = typeof content === "string" || content instanceof Uint8Array;
  writeFileSync(join(folder, name), isRaw ? content : `${JSON.stringify(content, null, 2)}\n`);
  return name;
}

/** Writes card and profile of a case of the gallery, and returns their names and the skill's. */
export function writeCase(name) {
  const { arguments: [card, profile, intent] } = readCases("gallery").find((found) => found.name === `gallery/${name}`);
  return { card: write(`${name}.card.json`, card), profile: write(`${name}.profile.json`, profile), skill: intent.skill };
}

/** What the program needs of its environment. All else, such as a name that a CI service sets, decides on colours. */
export const environment = Object.fromEntries(
  ["PATH", "HOME", "TMPDIR", "SystemRoot"].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);

/** Runs the program; `input` is its standard input, `env` is added to its environment. */
export function negotiator(words, { input = "", env = {}, cwd = folder, closePipe = false } = {}) {
  const child = spawn(process.execPath, [file, ...words], { cwd, env: { ...environment, ...env } });
  const result = { code: null, stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (result[name] += text));
  if (closePipe) child.stdout.destroy();
  // A program that has seen enough closes its input.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ ...result, code: code ?? signal }));
  });
}
