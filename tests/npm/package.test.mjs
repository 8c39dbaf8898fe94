// What is in the package, and that every kind of consumer finds it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { test } from "node:test";

import Ajv from "ajv/dist/2020.js";

import { fromPrintable, toPrintable } from "../../negotiator/npm/printable.mjs";
import { readCases } from "../support/cases.mjs";
import { importPackage, installByNpm, makeConsumer, run, tool, workspace } from "./consumer.mjs";

const consumer = makeConsumer();
const folder = join(consumer, "node_modules/a2a-negotiator");
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const module = readFileSync(join(folder, "negotiator.wasm"));
const research = readCases("gallery").find((found) => found.name === "gallery/research-agent");

test("the package has these files and no others", () => {
  assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "LICENSES-THIRD-PARTY",
    "README.md",
    "cli.js",
    "docs",
    "docs/client-profile.md",
    "docs/codes.md",
    "docs/command-line.md",
    "docs/lock-what-was-tested.md",
    "docs/recovery.md",
    "embed.cjs",
    "embed.d.cts",
    "embed.d.ts",
    "embed.js",
    "index.cjs",
    "index.d.cts",
    "index.d.ts",
    "index.js",
    "negotiator.global.js",
    "negotiator.wasm",
    "package.json",
    "schema",
    "schema/action.json",
    "schema/card-diff.json",
    "schema/card-reading.json",
    "schema/client-profile.json",
    "schema/config.json",
    "schema/failure.json",
    "schema/input-error.json",
    "schema/intent.json",
    "schema/judgement.json",
    "schema/location.json",
    "schema/lock-options.json",
    "schema/lockfile.json",
    "schema/matrix-row.json",
    "schema/migration.json",
    "schema/options.json",
    "schema/outcome.json",
    "schema/rank-result.json",
    "schema/request-options.json",
    "schema/request.json",
    "schema/unreachable-path.json",
    "slim.cjs",
    "slim.d.cts",
    "slim.d.ts",
    "slim.js",
    "workerd.js",
  ]);
});

test("npm installs just these files, and npx finds the program", () => {
  const cwd = join(consumer, "by-npm");
  const installed = installByNpm(cwd);
  const files = (home) => readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = (home) =>
    Object.fromEntries(files(home).map(({ parentPath, name }) => [relative(home, join(parentPath, name)), readFileSync(join(parentPath, name), "base64")]));
  assert.deepEqual(contents(installed), contents(folder));
  const npx = process.platform === "win32" ? "npx.cmd" : "npx";
  const { stdout } = spawnSync(npx, ["--no-install", "a2a-negotiator", "--version"], { cwd, encoding: "utf8" });
  assert.equal(stdout, `${manifest.version}\n`);
  assert.match(readFileSync(join(folder, "cli.js"), "utf8"), /^#!\/usr\/bin\/env node\n/);
});

test("the licences of all that is built in are there", () => {
  const text = readFileSync(join(folder, "LICENSES-THIRD-PARTY"), "utf8");
  for (const name of ["eventsource-parser", "serde", "fluent-uri", "wasm-bindgen", "strsim"]) assert.match(text, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, .*MIT`, "m"));
  for (const words of ["Permission is hereby granted", "Apache License", "standard library of Rust"]) assert.ok(text.includes(words), words);
  assert.ok(!text.includes(workspace) && !text.includes(process.env.HOME), "a path of this machine");
});

test("the manifest is that of a release without dependencies", () => {
  const cargo = readFileSync(join(workspace, "Cargo.toml"), "utf8");
  assert.equal(manifest.name, "a2a-negotiator");
  assert.equal(manifest.version, /^version = "(.*)"$/m.exec(cargo)[1]);
  assert.equal(manifest.license, "MIT OR Apache-2.0");
  assert.equal(manifest.private, undefined);
  const { REPOSITORY_URL: url } = process.env;
  assert.deepEqual([manifest.repository?.url, manifest.bugs], url ? [`git+${url}.git`, `${url}/issues`] : [undefined, undefined]);
  for (const key of ["dependencies", "peerDependencies", "optionalDependencies", "scripts"]) {
    assert.equal(manifest[key], undefined, key);
  }
});

test("`import` and `require` find the same names", async () => {
  const imported = await importPackage(consumer);
  const required = createRequire(join(consumer, "index.cjs"))("a2a-negotiator");
  const names = [
    "CallError",
    "Card",
    "CardFetchError",
    "NegotiatorInputError",
    "NegotiatorPanicError",
    "PlanCache",
    "PlanFetchError",
    "Profile",
    "buildRequest",
    "call",
    "checkNegotiable",
    "diffCards",
    "explain",
    "formatRequest",
    "initialize",
    "initializeSync",
    "judge",
    "locate",
    "lockCard",
    "matrix",
    "migrateCard",
    "ndjson",
    "negotiate",
    "planFetch",
    "rank",
    "readCard",
    "readPush",
    "recover",
    "signCard",
    "verifyCard",
    "version",
  ];
  assert.deepEqual(Object.keys(imported).sort(), names);
  assert.deepEqual(Object.keys(required).sort(), names);
  const declared = readFileSync(join(folder, "index.d.ts"), "utf8").matchAll(/^export declare (?:class|const|function) (\w+)/gm);
  assert.deepEqual([...new Set([...declared].map(([, name]) => name))].sort(), names);
  assert.equal(imported.version, manifest.version);
  assert.equal(required.version, manifest.version);
});

test("it runs by `import` and by `require` in a process of its own", () => {
  const call = `console.log(negotiate(${research.arguments.map((value) => JSON.stringify(value)).join(", ")}).decision);`;
  assert.equal(run(consumer, "esm.mjs", `import { negotiate } from "a2a-negotiator";\n${call}`), "accept\n");
  assert.equal(run(consumer, "cjs.cjs", `const { negotiate } = require("a2a-negotiator");\n${call}`), "accept\n");
});

test("the bundles load nothing and know no place", () => {
  for (const name of ["index.js", "index.cjs"]) {
    // Lines are kept short, and strings go on in the next after a backslash.
    const text = readFileSync(join(folder, name), "utf8").replaceAll("\\\n", "");
    for (const word of ["import.meta", "require(", "import(", "node:", "fetch(", workspace]) {
      assert.ok(!text.includes(word), `${name} contains ${word}`);
    }
    const [, inside] = /fromPrintable\("([^"]+)"\)/.exec(text);
    assert.ok(Buffer.from(fromPrintable(inside)).equals(module), `another module is in ${name} than beside it`);
  }
  for (const word of [process.env.HOME, workspace]) {
    assert.ok(!module.includes(word), `the module contains ${word}`);
  }
});

test("the text of a module is every byte of it, and nothing that JavaScript or a page takes for something else", () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
  const text = toPrintable(bytes);
  assert.deepEqual(fromPrintable(text), bytes);
  assert.match(text, /^[ -~]+$/);
  assert.doesNotMatch(text, /["'`\\$<]/);
  assert.deepEqual(fromPrintable(toPrintable(module)), new Uint8Array(module));
});

test("the results are plain objects, as JSON would give them", () => {
  const require = createRequire(join(consumer, "index.cjs"));
  const { negotiate, readCard, locate } = require("a2a-negotiator");
  const text = JSON.stringify(research.arguments[0]);
  for (const result of [negotiate(...research.arguments), readCard(text), locate(text, "/name")]) {
    assert.deepEqual(result, JSON.parse(JSON.stringify(result)));
    assert.equal(Object.getPrototypeOf(result), Object.prototype);
  }
  assert.equal(locate(text, "/nothing"), null);
  assert.deepEqual(locate(text, ["/name", "/nothing", ""]), ["/name", "/nothing", ""].map((pointer) => locate(text, pointer)));
  assert.deepEqual(locate("{", [""]), [null]);
  assert.deepEqual(locate('{\n  "ä": 1}', "/ä"), {
    start: { offset: 9, line: 2, column: 8 },
    end: { offset: 10, line: 2, column: 9 },
    key: { offset: 4, line: 2, column: 3 },
  });
});

test("the schemas find each other, and hold for what the functions take and give", async () => {
  const { lockCard, negotiate } = await importPackage(consumer);
  const ajv = new Ajv({ strict: false });
  const names = readdirSync(join(folder, "schema"));
  for (const name of names) ajv.addSchema(JSON.parse(readFileSync(join(folder, "schema", name), "utf8")));
  const isValid = (name, value) => ajv.validate(name, value) || assert.fail(`${name}: ${ajv.errorsText()}`);
  const [card, profile, intent] = research.arguments;
  const lock = lockCard(card, profile);
  const values = {
    "client-profile.json": profile,
    "intent.json": intent,
    "lockfile.json": lock,
    "options.json": { lock, exclude: [] },
    "outcome.json": negotiate(card, profile, intent),
    "config.json": { cards: ["agent-card.json"], profile, skills: ["market-size"], taskClass: "standard" },
  };
  for (const name of names) assert.equal(typeof ajv.getSchema(name), "function", name);
  for (const [name, value] of Object.entries(values)) isValid(name, JSON.parse(JSON.stringify(value)));
  for (const [name, value] of Object.entries({ "options.json": { lock: null }, "config.json": { taskClass: "urgent" } })) assert.ok(!ajv.validate(name, value), name);
});

test("publint finds nothing", () => {
  const said = tool(consumer, "publint/src/cli.js", "run", folder, "--strict", "--pack", "false");
  assert.match(said, /All good!/);
});

test("attw finds nothing, for any way of resolving modules", () => {
  const said = tool(consumer, "@arethetypeswrong/cli/dist/index.js", process.env.PACKAGE_TARBALL, "--no-color", "--no-emoji", "--exclude-entrypoints", "./negotiator.wasm");
  assert.match(said, /No problems found/);
});

test("an error that nobody catches is printed without a long line of the package", () => {
  for (const code of ['import("a2a-negotiator").then(({ negotiate }) => negotiate("{", {}))', 'require("a2a-negotiator").negotiate("{", {})']) {
    const { status, stderr } = spawnSync(process.execPath, ["-e", code], { cwd: consumer, encoding: "utf8" });
    assert.equal(status, 1);
    assert.match(stderr, /NegotiatorInputError: /);
    assert.ok(stderr.length < 2000, `${stderr.length} characters`);
  }
});
