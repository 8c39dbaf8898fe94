// What the documentation of the command line shows is what the program does.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { load } from "js-yaml";

import { installByNpm, workspace } from "./consumer.mjs";
import { folder, negotiator, write } from "./program.mjs";

const text = readFileSync(join(workspace, "docs/command-line.md"), "utf8");
const blocks = [...text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, language, name, content]) => ({ language, name, content }));
const block = (name) => blocks.find((found) => found.name === name).content;
for (const { language, name, content } of blocks) if (language === "json") write(name, content);
const config = block("a2a-negotiator.json");

/** The words of a call of the program in the documentation. */
function words(call) {
  const [, rest] = /^npx --no-install a2a-negotiator (.*)$/.exec(call);
  return rest.split(" ");
}

test("every block is one that is tested here", () => {
  const kinds = blocks.map(({ language, name }) => name ?? language);
  assert.deepEqual([...new Set(kinds)].sort(), [
    ".github/workflows/agent-card.yml",
    ".pre-commit-config.yaml",
    "a2a-negotiator.json",
    "agent-card.json",
    "client.json",
    "code-scanning.yml",
    "console",
    "registry.ndjson",
  ]);
});

test("the calls print what is shown", async () => {
  const shown = blocks.filter(({ language }) => language === "console");
  assert.equal(shown.length, 4);
  write("a2a-negotiator.json", "{}");
  for (const { content } of shown) {
    const [call, ...lines] = content.split("\n");
    const { stdout, stderr } = await negotiator(words(call.slice(2)));
    assert.deepEqual([stdout, stderr], [lines.join("\n"), ""]);
  }
});

test("the configuration is the same check in one word", async () => {
  write("a2a-negotiator.json", config);
  const configured = await negotiator(["check"]);
  const spelled = await negotiator(["check", "agent-card.json", "--profile", "client.json", "--skill", "market-size"]);
  assert.deepEqual(configured, spelled);
  assert.equal(configured.code, 1);
});

test("the steps of the workflows run, and end as they say", async () => {
  write("a2a-negotiator.json", config);
  const steps = [...load(block(".github/workflows/agent-card.yml")).jobs.check.steps, ...load(block("code-scanning.yml"))];
  const calls = steps.flatMap(({ run }) => (run?.startsWith("npx ") ? [run] : []));
  assert.equal(calls.length, 2);
  installByNpm(folder);
  const npx = process.platform === "win32" ? "npx.cmd" : "npx";
  for (const call of calls) {
    const [command, target] = call.trim().split(" > ");
    let failed;
    try {
      execFileSync(npx, ["--no-install", "a2a-negotiator", ...words(command)], { cwd: folder, encoding: "utf8" });
    } catch (error) {
      failed = error;
    }
    assert.equal(failed.status, 1, "the card has an error");
    if (target) assert.equal(JSON.parse(failed.stdout).version, "2.1.0");
    else assert.match(failed.stdout, /^::error file=agent-card\.json,line=6,/m);
    if (target) assert.equal(steps.find(({ with: given }) => given?.sarif_file).with.sarif_file, target);
  }
});

test("the hook runs for every file that the check reads, and checks what the configuration names", async () => {
  const [hook] = load(block(".pre-commit-config.yaml")).repos[0].hooks;
  const takes = (path) => new RegExp(hook.files).test(path);
  const { cards, profile } = JSON.parse(config);
  assert.ok([...cards, profile, "a2a-negotiator.json", "public/.well-known/agent-card.json"].every(takes));
  assert.ok(!["package.json", "agent-card.json.bak", "not-agent-card.json"].some(takes));
  assert.equal(hook.pass_filenames, false, "a changed profile is no card");
  write("a2a-negotiator.json", config);
  const { code, stdout } = await negotiator(words(hook.entry));
  assert.equal(code, 1);
  assert.match(stdout, /^agent-card\.json:6:50: error/m);
});

test("the table of commands is that of the program", async () => {
  const { stdout } = await negotiator(["--help"]);
  const commands = [...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
  const documented = [...text.matchAll(/^\| `([a-z]+) [^|]*` \|/gm)].map(([, name]) => name);
  assert.deepEqual(documented, commands);
  const { stdout: help } = await negotiator(["check", "--help"]);
  for (const [, format] of text.matchAll(/^\| `(\w+)` \| (?:people|programs|GitHub|code)/gm)) assert.ok(help.includes(format));
});
