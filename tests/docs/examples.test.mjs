// Every block of code in the documentation is run. One that nothing here or in the tests named below knows how to run
// fails.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { before, test } from "node:test";

import { load } from "js-yaml";

import { makeConsumer, importPackage, tool, workspace } from "../npm/consumer.mjs";
import { launch, serve } from "../support/browser.mjs";
import { blocks, embeds, pages } from "./markdown.mjs";

const consumer = makeConsumer();
const { PlanCache, negotiate } = await importPackage(consumer);
const all = pages();
const page = (name) => blocks(all[name]);
const folder = join(consumer, "project");
const npx = process.platform === "win32" ? "npx.cmd" : "npx";

/** Pages whose blocks other tests run, by the names that these tests know. */
const ELSEWHERE = {
  // tests/npm/cli-documentation.test.mjs, which knows every block of its page
  "command-line.md": () => true,
  // tests/npm/documentation.test.mjs
  "client-profile.md": ({ name }) => ["client.json", "intent.json", "recorder.json"].includes(name),
  // tests/npm/cli-lock.test.mjs, and below what is JavaScript
  "lock-what-was-tested.md": ({ language, name }) => language === "console" || language === "js" || name !== undefined,
  // recipes.test.mjs, which knows every block of its page
  "guide/embed.md": () => true,
  // tests/browser/embed.test.mjs
  "guide/embed-playground.md": ({ name }) => name === "frame.html",
};

/** The kinds of blocks that are run here, and what is done with them. */
const KINDS = {
  json: ({ name, embed }) => embed !== undefined || name !== undefined,
  js: ({ name }) => name !== undefined,
  ts: ({ name }) => name === "call.ts",
  sh: ({ content }) => content.trim().split("\n").every((line) => COMMANDS.some((known) => known.test(line)) || isCommandOfWorkspace(line)),
  console: ({ content }) => CALL.test(content),
  yaml: ({ name }) => name === "card-for-clients.yml",
};
const COMMANDS = [/^npm init --yes$/, /^npm install \.\/a2a-negotiator-0\.1\.0\.tgz$/, /^npx --no-install a2a-negotiator check http:\/\/localhost:8080$/];
/** A command of this repository, which the tests of the documentation do not run, but which must be there. */
function isCommandOfWorkspace(line) {
  const [, name] = /^cargo xtask ([a-z]+)$/.exec(line) ?? [];
  return name !== undefined && readFileSync(join(workspace, "xtask/src/main.rs"), "utf8").includes(`Some("${name}")`);
}
const CALL = /^\$ (node|npx --no-install a2a-negotiator) ([^\n]*)\n/;

const execute = (program, words, env = {}) => execFileSync(program, words, { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1", ...env } });

/** Starts a program until the end of the test, and returns the first line that it prints. */
async function start(test, words, env = {}) {
  const child = spawn(process.execPath, words, { cwd: folder, env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "inherit"] });
  test.after(() => child.kill());
  const [line] = await once(createInterface(child.stdout), "line");
  return line;
}

before(() => {
  mkdirSync(folder);
  copyFileSync(process.env.PACKAGE_TARBALL, join(folder, "a2a-negotiator-0.1.0.tgz"));
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  for (const { language, content } of page("guide/start.md")) {
    if (language === "sh") for (const line of content.trim().split("\n")) execute(npm, [...line.split(" ").slice(1), "--offline", "--no-audit", "--no-fund"]);
  }
  for (const name of Object.keys(all)) {
    if (ELSEWHERE[name]) continue;
    for (const { name: file, content } of page(name)) if (file) writeFileSync(join(folder, file), content);
  }
});

test("every block is of a kind that is run", () => {
  for (const name of Object.keys(all)) {
    for (const block of page(name)) {
      const isRun = ELSEWHERE[name] ?? KINDS[block.language];
      assert.ok(isRun?.(block), `${name} has a block that nothing runs:\n${block.language} ${block.name ?? ""}\n${block.content}`);
      if (block.language === "js" && !ELSEWHERE[name]) {
        const isCalled = block.name === "serve.mjs" || page(name).some(({ language, content }) => language === "console" && content.includes(`node ${block.name}`));
        assert.ok(isCalled, `${name} does not show what ${block.name} prints`);
      }
    }
  }
});

test("the pages of the package and of the repository show what is run", async () => {
  const readme = blocks(readFileSync(join(workspace, "negotiator/npm/README.md"), "utf8"));
  const of = (language) => readme.filter((block) => block.language === language).map(({ content }) => content);
  // `ts` by tests/npm/typescript.test.mjs, `html` by recipes.test.mjs.
  assert.deepEqual([...new Set(readme.map(({ language }) => language))].sort(), ["html", "js", "sh", "ts"]);
  const shown = blocks(readFileSync(join(workspace, "README.md"), "utf8"));
  assert.deepEqual(shown.map(({ language }) => language), ["ts", "text"]);
  assert.equal(shown[0].content, of("ts")[0], "the first example is the same in both; the text is that of tests/documentation.rs");

  const [slim, ...examples] = of("js");
  // By tests/npm/slim.test.mjs.
  assert.match(slim, /from "a2a-negotiator\/slim"/);
  const given = `import { buildRequest, formatRequest, negotiate, recover } from "a2a-negotiator";
import { readFileSync } from "node:fs";
const [card, client] = ["agent-card.json", "client.json"].map((name) => readFileSync(name, "utf8"));
const profile = { ...JSON.parse(client), bindings: ["JSONRPC"] };
const [intent, taskId, history] = [{ skill: "market-size" }, "t1", []];
const planned = negotiate(card, profile, intent);
let again = 0;
const sendAgain = async () => (again += 1);
const response = new Response("", { status: 401 });
`;
  const [refusal, request, failure] = examples;
  assert.equal(examples.length, 3);
  const printed = `{\n${refusal}console.log(outcome.decision);\n}\n{\nconst { plan } = planned;\n${request}console.log(request.headers.Authorization);\n}\n{\nlet plan = planned.plan;\n${failure}console.log(action.action, again);\n}\n`;
  writeFileSync(join(folder, "readme.mjs"), given + printed);
  assert.equal(execute(process.execPath, ["readme.mjs"]), "reject\nBearer {bearer}\nrefreshCredential 1\n");

  for (const line of of("sh").join("").trim().split("\n")) {
    const [, flag, program, command, ...words] = line.split(" ");
    assert.deepEqual([flag, program], ["--no-install", "a2a-negotiator"]);
    const help = execute(process.execPath, ["node_modules/a2a-negotiator/cli.js", command, "--help"]);
    for (const word of words) if (word.startsWith("--")) assert.ok(help.includes(word), line);
  }
});

test("npx is kept from fetching the name of the package from a registry", () => {
  const pagesOfAll = { ...all, "README.md": readFileSync(join(workspace, "README.md"), "utf8") };
  for (const [name, text] of Object.entries(pagesOfAll)) {
    // What the program itself prints is not said here.
    for (const line of text.split("\n").filter((line) => !line.includes(" PROFILE"))) assert.doesNotMatch(line, /npx a2a-negotiator/, name);
  }
});

test("the workflow for several clients runs the check of each", () => {
  const [{ content }] = page("guide/check-in-ci.md").filter(({ language }) => language === "yaml");
  const { steps, strategy } = load(content).jobs.check;
  assert.ok(strategy.matrix.client.includes("reader") && strategy["fail-fast"] === false);
  const { run } = steps.at(-1);
  const [program, ...words] = run.replace("${{ matrix.client }}", "reader").split(" ");
  assert.equal(program, "npx");
  assert.equal(execute(npx, words), "", "no finding, no annotation");
});

test("a plan within the lockfile is accepted, as the page on it says", () => {
  const shown = page("lock-what-was-tested.md");
  const [card, client] = ["agent-card.json", "client.json"].map((file) => shown.find(({ name }) => name === file).content);
  const [code, ...others] = shown.filter(({ language }) => language === "js").map(({ content }) => content);
  assert.equal(others.length, 0);
  const given = `import { lockCard } from "a2a-negotiator";\nconst [card, profile] = ${JSON.stringify([card, client])};\nconst lock = lockCard(card, profile);\n`;
  writeFileSync(join(folder, "lock.mjs"), `${given}${code}console.log(outcome.decision);\n`);
  assert.equal(execute(process.execPath, ["lock.mjs"]), "accept\n");
});

test("the symptoms on the page for troubleshooting are what the functions say", async () => {
  const symptoms = all["guide/troubleshooting.md"];
  const card = { name: "Echo", supportedInterfaces: [{ url: "https://echo.example.com", protocolBinding: "JSONRPC", protocolVersion: "1.0" }] };
  const at = (url, protocolBinding = "JSONRPC") => ({ ...card, supportedInterfaces: [{ url, protocolBinding, protocolVersion: "1.0" }] });
  const client = { accepts: ["text/plain"] };
  const typed = { ...card, defaultOutputModes: ["text/plain; charset=utf-8"] };
  const named = { ...card, securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } }, securityRequirements: [{ schemes: { token: { list: [] } } }] };
  // What is refused by which code and in which words, and the profile that helps.
  const cases = [
    [card, {}, "noSharedOutput", "the client accepts nothing", client],
    [typed, client, "noSharedOutput", "", { ...client, normalizeMediaTypes: true }],
    [at("https://echo.example.com", "jsonrpc"), client, "noSharedInterface", ""],
    [at("/a2a"), client, "noSharedInterface", "is relative", { ...client, cardUrl: "https://echo.example.com/card.json" }],
    [at("http://echo.agents.svc.cluster.local/a2a"), client, "noSharedInterface", "is not encrypted", { ...client, allowPrivate: true }],
    [at("https://echo.example.com", "GRPC"), { ...client, bindings: ["GRPC"], environment: "browser" }, "noSharedInterface", ""],
    [named, { ...client, credentials: ["bearer"] }, "noUsableCredentials", "", { ...client, credentials: [{ type: "http", scheme: "bearer" }] }],
  ];
  for (const [given, profile, code, words, helped] of cases) {
    const { rejection } = negotiate(given, profile);
    assert.equal(rejection.code, code);
    assert.ok(rejection.message.includes(words) && symptoms.includes(`| \`${code}\`${words && `, "${words}"`}`), words);
    if (helped) assert.equal(negotiate(given, helped).decision, "accept");
  }
  const answers = { text: "<!doctype html>", url: "https://echo.example.com/card.json" };
  const fetched = (given) => new PlanCache({ fetch: async () => Object.defineProperty(new Response(given.text), "url", { value: given.url }) }).plan("https://echo.example.com/card.json", client);
  await assert.rejects(fetched(answers), ({ code }) => code === "notACard");
  for (const promise of [fetched({ ...answers, url: "http://echo.example.com/card.json" }), new PlanCache().plan("http://10.0.0.7/card.json", { ...client, allowPrivate: true })]) {
    await assert.rejects(promise, ({ name, message }) => symptoms.includes(`\`${name}\`, "${message.replace(/^the card at \S+ /, "")}"`));
  }
});

test("the embeds decide as the text about them says", () => {
  let number = 0;
  for (const [name, text] of Object.entries(all)) {
    if (ELSEWHERE[name]) continue;
    for (const { attributes, documents: [card, profile, intent] } of embeds(text)) {
      const given = intent ?? { skill: attributes.skill, taskClass: attributes["task-class"] };
      assert.equal(negotiate(card, profile, JSON.stringify(given)).decision, attributes["data-decision"], name);
      number += 1;
    }
  }
  assert.ok(number >= 3);
});

for (const name of Object.keys(all).filter((name) => !ELSEWHERE[name])) {
  for (const [index, { language, content }] of page(name).entries()) {
    if (language !== "console") continue;
    test(`the call prints what is shown: ${name}, block ${index}`, () => {
      const [, program, words] = CALL.exec(content);
      const [command, ...first] = program === "node" ? [process.execPath] : [npx, "--no-install", "a2a-negotiator"];
      assert.equal(execute(command, [...first, ...words.split(" ")]), content.slice(content.indexOf("\n") + 1));
    });
  }
}

test("the server of cards does what its page asks for", async (test) => {
  const address = await start(test, ["serve.mjs"], { PORT: "0" });
  const url = `${address}/.well-known/agent-card.json`;
  const answer = await fetch(url);
  assert.equal(answer.headers.get("content-type"), "application/json");
  assert.match(answer.headers.get("cache-control"), /max-age/);
  const again = await fetch(url, { headers: { "If-None-Match": answer.headers.get("etag") } });
  assert.equal(again.status, 304);
  const [{ content }] = page("guide/serve-a-card.md").filter(({ language }) => language === "sh");
  const [, ...words] = content.trim().replace("http://localhost:8080", address).split(" ");
  assert.match(execute(npx, words), /0 errors/);
  // A page of another origin reads it.
  const [browser, other] = await Promise.all([launch(), serve(folder)]);
  test.after(() => Promise.all([browser.close(), other.close()]));
  const reader = await browser.newPage();
  await reader.goto(`${other.url}agent-card.json`);
  const { name } = await reader.evaluate(async (card) => (await fetch(card)).json(), url);
  assert.equal(name, "Market Research Agent");
});

test("the program calls an agent on the official SDK", async (test) => {
  const options = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext", "--types", "node"];
  writeFileSync(join(folder, "tsconfig.json"), "{}");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "project", private: true, type: "module" }));
  tool(folder, "typescript/bin/tsc", ...options, "call.ts");
  const peer = join(workspace, "tests/peers/servers/javascript_1_0.mjs");
  const { agent } = JSON.parse(await start(test, [peer, JSON.stringify({ agent: { credential: "bearer", secret: "s3cret" } })]));
  const child = spawn(process.execPath, ["call.js"], { cwd: folder, env: { ...process.env, AGENT: agent, TOKEN: "s3cret" }, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (text) => (printed += text));
  const [code] = await once(child, "close");
  assert.deepEqual([code, printed], [0, "TASK_STATE_COMPLETED\n"]);
});
