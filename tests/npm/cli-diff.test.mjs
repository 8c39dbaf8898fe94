// The command that compares two cards.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { folder, negotiator, write, writeCase } from "./program.mjs";

const research = writeCase("research-agent");
const card = JSON.parse(readFileSync(join(folder, research.card), "utf8"));
const older = writeCase("card-of-0.3");
const without = write("without.json", { ...card, capabilities: { ...card.capabilities, streaming: false } });
const renamed = write("renamed.json", { ...card, name: "Renamed `agent` | <b>\n" });

test("nothing changed, or texts only: 0", async () => {
  assert.deepEqual(await negotiator(["diff", research.card, research.card]), { code: 0, stdout: "nothing changed\n", stderr: "" });
  const { code, stdout } = await negotiator(["diff", research.card, renamed]);
  assert.equal(code, 0);
  assert.equal(stdout, "renamed.json:2:3: cosmetic: `name` is another\n1 change: 1 cosmetic\n");
  const { stdout: migrated } = await negotiator(["migrate", older.card]);
  assert.equal((await negotiator(["diff", older.card, "-"], { input: migrated })).code, 0);
});

test("what touches a plan: 1, each change at its place", async () => {
  const { code, stdout } = await negotiator(["diff", research.card, without]);
  assert.equal(code, 1);
  assert.match(stdout, /^without\.json:\d+:\d+: breaking: `streaming` is offered no more$/m);
  const gone = await negotiator(["diff", research.card, write("gone.json", { ...card, skills: card.skills.slice(1) })]);
  assert.match(gone.stdout, /^research-agent\.card\.json:\d+:\d+: breaking: `[^`]+`: the skill is gone$/m);
});

test("what leaves everybody what they had: 0, and of a plan that is gained, what refused it before", async () => {
  const fewer = write("fewer.json", { ...card, skills: card.skills.slice(1) });
  const more = await negotiator(["diff", fewer, research.card]);
  assert.equal(more.code, 0);
  assert.match(more.stdout, /: compatible: /);
  const gained = await negotiator(["diff", fewer, research.card, "--profile", research.profile, "--skill", research.skill]);
  assert.equal(gained.code, 0);
  assert.match(gained.stdout, /^ {2}a plan now {2}`market-size`: refused before: .*no skill/m);
});

test("for a client, what becomes of its plans", async () => {
  const calls = ["--profile", research.profile, "--skill", research.skill];
  const { code, stdout } = await negotiator(["diff", research.card, without, ...calls]);
  assert.equal(code, 1);
  assert.match(stdout, /: degrading: `streaming` is offered no more$/m);
  assert.match(stdout, /^for this client\n {2}a plan with less {2}`market-size`: delivery: /m);
  const asJson = JSON.parse((await negotiator(["diff", research.card, without, ...calls, "--json"])).stdout);
  assert.deepEqual([asJson.class, asJson.skills[0].effect], ["degrading", "degraded"]);
  assert.equal((await negotiator(["diff", research.card, renamed, ...calls])).code, 0);
});

test("Markdown for a pull request, in which no document can leave its cell", async () => {
  const hostile = { ...card, defaultInputModes: ["text/plain", "a|b`<img src=x>\n# heading"] };
  const { code, stdout } = await negotiator(["diff", research.card, write("hostile.json", hostile), "--format", "markdown"]);
  assert.equal(code, 1);
  const lines = stdout.trimEnd().split("\n");
  assert.equal(lines[0], "### Agent card: breaking");
  for (const line of lines.slice(4)) assert.match(line, /^\| \w+ \| `[^`]+` \| ([^|]|\\\|)+ \|$/);
  assert.match(stdout, /`a\\\|b'<img src=x>\ufffd# heading`/);
});

test("misuse", async () => {
  for (const [words, said] of [
    [[research.card], /two agent cards are compared/],
    [[research.card, renamed, "x"], /`x` is one argument too many/],
    [[research.card, renamed, "--skill", "x"], /no client profile is named/],
    [[research.card, write("no.json", "{")], /^no\.json:1:1: error/],
  ]) {
    const { code, stderr } = await negotiator(["diff", ...words]);
    assert.equal(code, 64, stderr);
    assert.match(stderr, said);
  }
});
