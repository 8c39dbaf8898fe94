// The workflows for a public repository: what they run exists.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { load } from "js-yaml";

import { workspace } from "../npm/consumer.mjs";

const folder = join(workspace, ".github/workflows");
const workflows = readdirSync(folder).map((name) => [name, load(readFileSync(join(folder, name), "utf8"))]);
const program = readFileSync(join(workspace, "xtask/src/main.rs"), "utf8");
const { engines } = JSON.parse(readFileSync(join(workspace, "package.json"), "utf8"));

test("there are workflows for tests, pages and publishing, with no more rights than they need", () => {
  assert.deepEqual(workflows.map(([name]) => name).sort(), ["pages.yml", "publish.yml", "tests.yml"]);
  const rights = Object.fromEntries(workflows.map(([name, { permissions }]) => [name, permissions]));
  assert.deepEqual(rights["tests.yml"], { contents: "read" });
  assert.deepEqual(rights["publish.yml"], { contents: "read", "id-token": "write" });
  assert.deepEqual(rights["pages.yml"], { contents: "read", pages: "write", "id-token": "write" });
});

for (const [name, { on, jobs }] of workflows) {
  test(`${name} runs commands that there are, with a Node.js that will do`, () => {
    assert.ok(on);
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const commands = steps.flatMap(({ run }) => [.../^cargo xtask (\S+)/.exec(run ?? "")?.slice(1) ?? []]);
    assert.ok(commands.length > 0);
    for (const command of commands) assert.ok(program.includes(`Some("${command}")`), command);
    for (const { uses } of steps) if (uses) assert.match(uses, /^(?:actions)\/[\w-]+@v\d+$/);
    const versions = steps.flatMap(({ with: given }) => given?.["node-version"] ?? []);
    assert.ok(versions.length > 0 && versions.every((version) => version >= Number(/\d+/.exec(engines.node)[0])));
  });
}

test("what is published is what was packed and looked at, with provenance", () => {
  const [, { jobs }] = workflows.find(([name]) => name === "publish.yml");
  const runs = jobs.npm.steps.map(({ run }) => run).filter(Boolean);
  assert.ok(runs.indexOf("cargo xtask release --dry-run") < runs.findIndex((run) => run.startsWith("npm publish target/npm-pack/")));
  assert.ok(runs.at(-1).includes("--provenance"));
});
