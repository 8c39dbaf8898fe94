// The program: its commands, what they end with, and what it says to misuse.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { environment, file, folder, negotiator, write, writeCase } from "./program.mjs";

const ESCAPE = "\u001b[";
const research = writeCase("research-agent");
const refused = writeCase("missing-credentials");
const older = writeCase("card-of-0.3");
const live = writeCase("live-input");
const calls = [research.card, "--profile", research.profile, "--skill", research.skill];

/** Runs a misuse, and returns what is said on standard error. */
async function misuse(...words) {
  const { code, stdout, stderr } = await negotiator(words);
  assert.equal(code, 64, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /^(\S+:\d+:\d+: )?error: .+\n {2}what to do: .+\n$/);
  return stderr;
}

test("negotiate: the plan, 0", async () => {
  const { code, stdout, stderr } = await negotiator(["negotiate", ...calls]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^accepted: call GRPC 1\.0 at `https:\/\/research\.example\.com\/a2a\/grpc`\n/);
  assert.doesNotMatch(stdout, /steps/);
  const asJson = await negotiator(["negotiate", ...calls, "--json"]);
  assert.equal(asJson.code, 0);
  assert.equal(JSON.parse(asJson.stdout).plan.binding, "GRPC");
});

test("negotiate: the refusal with its places, 1", async () => {
  const { code, stdout } = await negotiator(["negotiate", refused.card, "-p", refused.profile, "-s", "transfer"]);
  assert.equal(code, 1);
  assert.match(stdout, /^refused at credentials \(noUsableCredentials\)/);
  const [, line, column] = /^ {2}missing-credentials\.card\.json:(\d+):(\d+) {2}\/skills\/1\/securityRequirements\/0\/schemes\/bank$/m.exec(stdout);
  const found = readFileSync(join(folder, refused.card), "utf8").split("\n")[line - 1].slice(column - 1);
  assert.match(found, /^"bank": /);
});

test("negotiate: what is to be settled first, 2", async () => {
  const profile = { ...JSON.parse(readFileSync(join(folder, live.profile), "utf8")), canRenegotiate: true };
  const words = ["negotiate", live.card, "-p", write("settles.json", profile), "--task-class", "liveInput"];
  assert.equal((await negotiator(words)).code, 2);
  assert.equal(JSON.parse((await negotiator([...words, "--json"])).stdout).decision, "escalate");
});

test("explain: every step, whatever the decision", async () => {
  for (const words of [calls, [refused.card, "-p", refused.profile, "-s", "transfer"]]) {
    assert.deepEqual(JSON.parse((await negotiator(["explain", ...words, "--json"])).stdout).steps.length, 7);
    const { code, stdout } = await negotiator(["explain", ...words]);
    assert.equal(code, 0);
    for (const step of ["skill", "interface", "credentials", "mediaTypes", "delivery", "extensions", "negotiability"]) {
      assert.match(stdout, new RegExp(`^ {2}[✓✗○–] ${step}: `, "mu"));
    }
  }
});

test("migrate: a card of 1.0, and what was lost", async () => {
  const whole = await negotiator(["migrate", older.card]);
  assert.equal(whole.code, 0);
  assert.match(whole.stderr, /: info: .*\[adapted\]$/m);
  assert.doesNotMatch(whole.stderr, /\[notCarried\]/);
  assert.equal(JSON.parse(whole.stdout).supportedInterfaces[0].protocolVersion, "0.3");
  const again = await negotiator(["migrate", "-"], { input: whole.stdout });
  assert.deepEqual([again.code, again.stdout], [0, whole.stdout]);

  const lossy = write("lossy.json", '{\n  "name": "x",\n  "url": "https://a.example",\n  "skills": [],\n  "security": [{"key": 7}]\n}');
  const { code, stdout, stderr } = await negotiator(["migrate", lossy]);
  assert.equal(code, 1);
  assert.match(stderr, /^lossy\.json:5:\d+: \w+: .*\[notCarried\]$/m);
  assert.ok(JSON.parse(stdout).supportedInterfaces);

  const none = await negotiator(["migrate", write("none.json", "[]")]);
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(none.stderr, /^none\.json:1:1: error: .*\[notACard\]\n$/);
});

test("standard input is a document", async () => {
  const input = readFileSync(join(folder, research.card), "utf8");
  assert.equal((await negotiator(["negotiate", "-", ...calls.slice(1)], { input })).code, 0);
  const profile = readFileSync(join(folder, research.profile), "utf8");
  assert.equal((await negotiator(["negotiate", research.card, "--profile=-", "-s", research.skill], { input: profile })).code, 0);
  assert.match(await misuse("negotiate", "-", "-p", "-"), /`-` is given twice/);
});

test("help: of the program and of every command, with examples that name what there is", async () => {
  const program = await negotiator(["--help"]);
  assert.equal(program.code, 0);
  const commands = [...program.stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
  assert.ok(commands.length >= 4, commands.join());
  for (const same of [["-h"], ["help"]]) assert.equal((await negotiator(same)).stdout, program.stdout);
  const none = await negotiator([]);
  assert.deepEqual([none.code, none.stdout, none.stderr], [64, "", program.stdout]);
  const helps = new Map();
  for (const command of commands) {
    const { code, stdout } = await negotiator([command, "--help", "--nonsense"]);
    assert.equal(code, 0);
    helps.set(command, stdout);
    for (const line of stdout.split("\n")) assert.ok(line.length <= 120, line);
  }
  assert.equal((await negotiator(["help", "check"])).stdout, helps.get("check"));
  for (const text of [program.stdout, ...helps.values()]) {
    const examples = [...text.matchAll(/npx a2a-negotiator (\S+)(.*)/g)];
    assert.ok(examples.length > 0);
    for (const [, called, rest] of examples) {
      for (const [, option] of rest.matchAll(/ (--[a-z-]+)/g)) assert.ok(helps.get(called).includes(option), `${called} ${option}`);
    }
  }
});

test("misuse: what is meant is named", async () => {
  assert.match(await misuse("chek", "x"), /no command `chek`\n.*did you mean `check`\?/);
  assert.match(await misuse("frobnicate"), /`a2a-negotiator --help` lists the commands/);
  assert.match(await misuse("--verison"), /did you mean `--version`\?/);
  assert.match(await misuse("negotiate", "x", "--profle", "y"), /no option `--profle`\n.*did you mean `--profile`\?/);
  assert.match(await misuse("negotiate", "x", "--profle=secret"), /no option `--profle`\n/);
  assert.match(await misuse("explain", "x", "-q"), /no option `-q`\n {2}what to do: `a2a-negotiator explain --help` lists the options/);
  assert.match(await misuse("explain", "x", "--__proto__"), /no option `--__proto__`/);
  assert.match(await misuse("explain", "x", "--constructor"), /no option `--constructor`/);
  assert.match(await misuse("negotiate", ...calls, "--task-class", "liveinput"), /did you mean `liveInput`\?/);
  assert.match(await misuse("check", "x", "--format", "xml"), /it takes `text`, `json`, `github` or `sarif`/);
});

test("misuse: options and arguments that do not fit", async () => {
  assert.match(await misuse("negotiate", research.card, "--profile"), /`--profile` needs a value/);
  assert.match(await misuse("negotiate", research.card, "--profile", "--json"), /`--profile` needs a value\n.*--profile=--json/);
  assert.match(await misuse("negotiate", ...calls, "--json=yes"), /`--json` takes no value/);
  assert.match(await misuse("negotiate", ...calls, "-s", "x"), /`--skill` is given twice/);
  assert.match(await misuse("negotiate", ...calls, "more"), /an argument too many after the agent card/);
  assert.match(await misuse("negotiate"), /no agent card is named/);
  assert.match(await misuse("negotiate", research.card), /no client profile is named/);
  assert.match(await misuse("check"), /no agent card is named/);
  assert.match(await misuse("check", research.card, "-s", "x"), /no client profile is named/);
  for (const time of ["0", "-1", "soon", "1e9", ""]) {
    assert.match(await misuse("check", research.card, `--timeout=${time}`), /no time that `--timeout` takes/);
  }
});

test("misuse: files that cannot be read", async () => {
  assert.match(await misuse("explain", "nowhere.json", "-p", research.profile), /there is no file `nowhere\.json`/);
  assert.match(await misuse("explain", research.card, "-p", "nowhere.json"), /the file that holds the client profile/);
  assert.match(await misuse("explain", ".", "-p", research.profile), /`\.` is a folder/);
  assert.match(await misuse("migrate", "agent.example.com"), /write `https:\/\/agent\.example\.com`/);
  assert.match(await misuse("migrate", "C:\\cards\\card.json"), /there is no file `C:\\cards\\card\.json`/);
  assert.match(await misuse("migrate", "no\u001b[31m\nwhere.json"), /no\ufffd\[31m where\.json/);
  const utf16 = Buffer.from("\ufeff{}", "utf16le");
  assert.match(await misuse("migrate", write("utf16.json", utf16)), /is UTF-16/);
  assert.match(await misuse("migrate", write("latin1.json", Buffer.from('"\xe4"', "latin1"))), /is not UTF-8/);
});

test("misuse: a word that holds a secret is not repeated", async () => {
  const profile = '{"credentials": ["s3cr3t"]}';
  const address = "https://user:s3cr3t@agent.example/lock.json?key=s3cr3t#s3cr3t";
  const others = ["-----BEGIN PRIVATE KEY-----s3cr3t", `eyJ${"s3cr3t".repeat(20)}`, "user:s3cr3t@agent.example/card.json", "agent.example/card.json?key=s3cr3t"];
  const calls = (word) => [
    ["check", research.card, "-p", research.profile, `--lock=${word}`],
    ["check", research.card, "-p", research.profile, `--config=${word}`],
    ["lock", research.card, "-p", research.profile, `--lock=nowhere/${word}`],
    ["lock", research.card, "-p", research.profile, `--skill=${word}`],
    ["check", research.card, `--timeout=${word}`],
    ["check", research.card, `--format=${word}`],
    ["rank", research.card, "-p", research.profile, `--top=${word}`],
    ["diff", research.card, research.card, word],
    ["sign", research.card, "--key", "nowhere.pem", `--jku=${word}`],
    [word, research.card],
    ["check", `--${word}`],
    ["check", research.card, `--profile=${word}`],
    ["rank", word, "-p", research.profile],
    ["verify", research.card, `--keys=${word}`],
  ];
  const wrong = [...calls(profile), ...calls(address), ...others.flatMap((word) => [["check", word], ["check", research.card, `--lock=${word}`]])];
  await Promise.all(
    wrong.map(async (words) => {
      const { code, stdout, stderr } = await negotiator(words);
      assert.notEqual(code, 0, words.join(" "));
      assert.ok(!(stdout + stderr).includes("s3cr3t"), `${words.join(" ")}: ${stdout}${stderr}`);
    }),
  );
});

test("misuse: documents that are not what they should be, with their places", async () => {
  const broken = write("broken.json", '{\n  "name": "x",\n}');
  assert.match(await misuse("explain", broken, "-p", research.profile), /^broken\.json:3:1: error: the card is not JSON/);
  assert.match(await misuse("explain", research.card, "-p", broken), /^broken\.json:3:1: error: the profile is not JSON/);
  assert.match(await misuse("migrate", broken), /^broken\.json:3:1: /);
  const wrong = write("wrong.json", '{\n  "sends": ["text/plain"],\n  "bindings": "GRPC"\n}');
  assert.match(await misuse("explain", research.card, "-p", wrong), /^wrong\.json:3:15: error: .*`\/bindings`/);
});

test("a field of the profile that is not read is told by every command that prints no findings", async () => {
  const profile = JSON.parse(readFileSync(join(folder, research.profile), "utf8"));
  const typed = ["-p", write("typed.json", { requireSignatur: true, ...profile }), "--skill", research.skill];
  const lines = write("one.ndjson", JSON.stringify(JSON.parse(readFileSync(join(folder, research.card), "utf8"))));
  const commands = [
    ["negotiate", research.card, ...typed],
    ["negotiate", "--ndjson", lines, ...typed],
    ["request", research.card, ...typed],
    ["rank", research.card, ...typed],
    ["diff", research.card, research.card, ...typed],
    ["lock", research.card, ...typed, "--lock", "typed.lock.json"],
  ];
  for (const words of commands) {
    const { code, stderr } = await negotiator(words);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^typed\.json:2:3: warning: `requireSignatur` is not a field .*; did you mean `requireSignature`\?$/m, words.join(" "));
  }
});

test("a file's name can neither begin a line nor reach the terminal", { skip: process.platform === "win32" && "no such names there" }, async () => {
  const name = write("nl\n::error file=x::\u001b[31m.json", '{ "name": 5 }');
  for (const words of [["check", name], ["check", "nl*.json"], ["check", name, "--format", "github"], ["diff", name, name], ["negotiate", name, "-p", research.profile]]) {
    const { stdout, stderr } = await negotiator(words);
    assert.ok((stdout + stderr).includes("nl"), words.join(" "));
    assert.doesNotMatch(stdout + stderr, /^::error file=x|\u001b/m, words.join(" "));
  }
});

test("input without an end, too deep and too large, is told in bounded time", async () => {
  const padding = " ".repeat(6 * 1024 * 1024);
  const large = await negotiator(["migrate", "-"], { input: `{${padding}}` });
  assert.equal(large.code, 64);
  assert.match(large.stderr, /more than 5242880 bytes/);
  const deep = await negotiator(["migrate", "-"], { input: "[".repeat(1_000_000) });
  assert.match(deep.stderr, /nested/);
  if (process.platform !== "win32") assert.match(await misuse("migrate", "/dev/zero"), /more than 5242880 bytes|not JSON/);
});

test("what documents say cannot reach the terminal's controls", async () => {
  const hostile = { name: `${ESCAPE}2J`, skills: [{ id: `a\u202e\u001b]0;title\u0007\nfake.json:1:1: error: x` }], url: "https://a.example", [`${ESCAPE}31m`]: 1 };
  const card = write("hostile.json", hostile);
  for (const words of [["check", card], ["check", card, "-p", research.profile], ["check", card, "-p", research.profile, "--format", "github"], ["explain", card, "-p", research.profile], ["migrate", card]]) {
    const { stdout, stderr } = await negotiator(words);
    // JSON writes such characters escaped; everything else must not write them at all.
    assert.doesNotMatch(stdout + stderr, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    assert.doesNotMatch(stdout, /^fake\.json/m);
  }
});

test("colour: for a terminal and by FORCE_COLOR, never otherwise", async () => {
  const words = ["explain", ...calls];
  assert.ok(!(await negotiator(words)).stdout.includes(ESCAPE));
  assert.ok((await negotiator(words, { env: { FORCE_COLOR: "1" } })).stdout.includes(ESCAPE));
  assert.ok(!(await negotiator(words, { env: { FORCE_COLOR: "0" } })).stdout.includes(ESCAPE));
  assert.ok((await negotiator(["nothing"], { env: { FORCE_COLOR: "1" } })).stderr.includes(ESCAPE));
  for (const format of ["json", "github", "sarif"]) {
    const { stdout } = await negotiator(["check", refused.card, "-p", refused.profile, "--format", format], { env: { FORCE_COLOR: "1" } });
    assert.ok(!stdout.includes(ESCAPE), format);
  }
});

const script = spawnSync("script", ["--version"], { encoding: "utf8" });
test("colour: a real terminal, and NO_COLOR", { skip: script.stdout?.includes("util-linux") ? false : "util-linux's `script` gives a terminal" }, () => {
  const command = [process.execPath, file, "explain", ...calls].map((word) => `'${word}'`).join(" ");
  const onTerminal = (env) => execFileSync("script", ["--quiet", "--return", "--command", command, "/dev/null"], { cwd: folder, env: { ...environment, TERM: "xterm-256color", ...env }, encoding: "utf8" });
  assert.ok(onTerminal({}).includes(ESCAPE));
  assert.ok(!onTerminal({ NO_COLOR: "1" }).includes(ESCAPE));
  assert.ok(!onTerminal({ TERM: "dumb" }).includes(ESCAPE));
});

test("a reader that has seen enough is no failure", async () => {
  const { code, stderr } = await negotiator(["explain", ...calls], { closePipe: true });
  assert.deepEqual([code, stderr], [0, ""]);
  const rejected = await negotiator(["negotiate", refused.card, "-p", refused.profile, "-s", "transfer", "--json"], { closePipe: true });
  assert.deepEqual([rejected.code, rejected.stderr], [1, ""]);
});

test("what looks like a secret in a profile is warned of and never printed", async () => {
  const secret = "ghp_Zq8vN3rT5wXyB2kL7mD9sF4gH6jK1pQ0aU";
  const profile = write("secret.json", { credentials: ["bearer"], accessToken: secret });
  const { stdout } = await negotiator(["check", research.card, "-p", profile]);
  assert.match(stdout, /^secret\.json:5:3: warning: .*\[looksLikeASecret\]$/m);
  for (const words of [["check", "--json"], ["check", "-f", "sarif"], ["check", "-f", "github"], ["check"], ["explain"], ["negotiate"], ["negotiate", "--json"]]) {
    const said = await negotiator([...words, research.card, "-p", profile]);
    assert.notEqual(said.code, 64);
    assert.ok(!(said.stdout + said.stderr).includes(secret), words.join(" "));
  }
});

const hasFullDevice = process.platform === "linux";
test("output that cannot be written is no decision", { skip: !hasFullDevice && "there is no `/dev/full`" }, () => {
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(process.execPath, [file, "negotiate", ...calls], { cwd: folder, env: environment, stdio: ["ignore", full, "pipe"], encoding: "utf8" });
  closeSync(full);
  assert.equal(status, 64);
  assert.match(stderr, /^the output cannot be written: .*ENOSPC.*\n$/);
});
