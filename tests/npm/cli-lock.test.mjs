// The commands that write down what was reviewed, and hold cards against it.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { workspace } from "./consumer.mjs";
import { folder, negotiator, write } from "./program.mjs";

const page = readFileSync(join(workspace, "docs/lock-what-was-tested.md"), "utf8");
const blocks = [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, language, name, content]) => ({ language, name, content }));
const document = (name) => JSON.parse(blocks.find((found) => found.name === name).content);
const card = document("agent-card.json");
write("client.json", document("client.json"));
const client = ["--profile", "client.json"];

/** Locks a card in a file of its own. */
async function locked(name, content = card) {
  const words = [write(`${name}.card.json`, content), ...client, "--lock", `${name}.lock.json`];
  const { code, stderr } = await negotiator(["lock", ...words]);
  assert.deepEqual([code, stderr], [0, ""]);
  return { words, lock: () => JSON.parse(readFileSync(join(folder, `${name}.lock.json`), "utf8")) };
}

test("the page shows what the program does", async () => {
  for (const { language, name, content } of blocks) if (language === "json") write(name, content);
  const shown = blocks.filter(({ language }) => language === "console");
  assert.equal(shown.length, 4);
  for (const { content } of shown) {
    const [call, ...lines] = content.split("\n");
    const [, rest] = /^\$ npx --no-install a2a-negotiator (.*)$/.exec(call);
    const { stdout, stderr } = await negotiator(rest.split(" "));
    assert.deepEqual([stdout, stderr], [lines.join("\n"), ""]);
  }
});

test("a lockfile is the same for the same card, whatever its layout", async () => {
  const { words, lock } = await locked("layout");
  assert.deepEqual(Object.keys(lock()), ["lockfileVersion", "card", "taskClass", "interfaces", "default", "skills"]);
  assert.match(lock().card.sha256, /^[0-9a-f]{64}$/);
  write("layout.card.json", JSON.stringify(Object.fromEntries(Object.entries(card).reverse())));
  assert.deepEqual(await negotiator(["lock", ...words]), { code: 0, stdout: "nothing changed\n", stderr: "" });
});

test("texts may change: 0, and `--update` writes the digest without a question", async () => {
  const { words, lock } = await locked("texts");
  const before = lock();
  write("texts.card.json", { ...card, description: "Looks up figures." });
  const compared = await negotiator(["lock", ...words]);
  assert.deepEqual([compared.code, lock()], [0, before]);
  assert.match(compared.stdout, /^nothing goes beyond what was reviewed/);
  assert.equal((await negotiator(["check", ...words, "--locked"])).code, 0);
  assert.equal((await negotiator(["lock", ...words, "--update"])).code, 0);
  assert.notEqual(lock().card.sha256, before.card.sha256);
});

test("a plan may not change: 1, and nothing is written without a yes", async () => {
  const { words, lock } = await locked("plans");
  const before = lock();
  write("plans.card.json", { ...card, capabilities: {} });
  const compared = await negotiator(["lock", ...words]);
  assert.equal(compared.code, 1);
  assert.match(compared.stdout, /^plans\.card\.json:\d+:\d+: error: the plan for `market-size` is not the reviewed one: .*\[lockViolation\]$/m);
  const asked = await negotiator(["lock", ...words, "--update"]);
  assert.equal(asked.code, 64);
  assert.match(asked.stderr, /no terminal to ask on/);
  assert.deepEqual(lock(), before);
  assert.equal((await negotiator(["check", ...words, "--locked"])).code, 1);
  assert.equal((await negotiator(["lock", ...words, "--update", "--yes"])).code, 0);
  assert.equal(lock().skills["market-size"].plan.delivery.mode, "poll");
  assert.equal((await negotiator(["check", ...words, "--locked"])).code, 0);
});

test("a reviewed skill that is gone is told", async () => {
  const { words } = await locked("gone");
  write("gone.card.json", { ...card, skills: [] });
  const { code, stdout } = await negotiator(["check", ...words, "--locked", "--json"]);
  assert.equal(code, 1);
  const [{ findings }] = JSON.parse(stdout).cards;
  assert.ok(findings.some(({ code, message }) => code === "unknownSkill" && message.startsWith("the plan for `market-size` was reviewed")));
});

test("`--lock` alone holds the card against the lockfile", async () => {
  const { words } = await locked("implied");
  assert.equal((await negotiator(["check", ...words])).code, 0);
  write("implied.card.json", { ...card, capabilities: {} });
  const { code, stdout } = await negotiator(["check", ...words]);
  assert.equal(code, 1);
  assert.match(stdout, /\[lockViolation\]$/m);
});

test("a skill that is asked for and was not reviewed is an error, named by an option or by the configuration", async () => {
  const { words } = await locked("asked");
  const [name] = words;
  const skills = ["book", "constructor"].map((id) => ({ id, name: "Other", description: "Other.", tags: ["other"] }));
  write(name, { ...card, skills: [...card.skills, ...skills] });
  assert.equal((await negotiator(["check", ...words])).code, 0);
  assert.equal((await negotiator(["check", ...words, "-s", "market-size"])).code, 0);
  for (const { id } of skills) {
    const config = write("asked.json", { cards: [name], profile: "client.json", skills: [id], lock: "asked.lock.json" });
    for (const asking of [[...words, "--skill", id], ["--locked", "--config", config]]) {
      const { code, stdout } = await negotiator(["check", ...asking]);
      assert.equal(code, 1, stdout);
      assert.match(stdout, new RegExp(`^asked\\.card\\.json:\\d+:\\d+: error: .*\`${id}\`.*\\[lockViolation\\]$`, "m"));
    }
  }
});

test("the configuration names the lockfile, the card and the skills", async () => {
  const skills = [...card.skills, { id: "other", name: "Other", description: "Other.", tags: [] }];
  write("configured/card.json", { ...card, skills });
  write("configured/client.json", document("client.json"));
  write("configured/a2a-negotiator.json", { cards: ["card.json"], profile: "client.json", skills: ["other"], lock: "agent.lock" });
  const cwd = join(folder, "configured");
  assert.equal((await negotiator(["lock", "card.json"], { cwd })).code, 0);
  assert.ok(existsSync(join(cwd, "agent.lock")));
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(cwd, "agent.lock"), "utf8")).skills), ["other"]);
  assert.equal((await negotiator(["check", "--locked"], { cwd })).code, 0);
});

test("what is added, or locked no more, is asked about", async () => {
  const two = { ...card, skills: [...card.skills, { id: "sources", name: "Sources", description: "Finds them.", tags: ["sources"] }] };
  const { words, lock } = await locked("more");
  write("more.card.json", two);
  const before = lock();
  assert.equal((await negotiator(["lock", ...words])).code, 0, "a skill more may be there");
  for (const named of [[], ["--skill", "sources"]]) {
    const asked = await negotiator(["lock", ...words, ...named, "--update"]);
    assert.deepEqual([asked.code, lock()], [64, before]);
    assert.match(asked.stderr, /there is no terminal to ask on/);
  }
  const compared = await negotiator(["lock", ...words, "--skill", "sources"]);
  assert.equal(compared.code, 1);
  assert.match(compared.stdout, /`sources` was not reviewed/);
  const { code, stdout } = await negotiator(["lock", ...words, "--skill", "sources", "--update", "--yes"]);
  assert.equal(code, 0);
  assert.match(stdout, /`sources` was not reviewed.*\n`market-size` is locked no more\nmore\.lock\.json: 1 skill locked\n$/);
});

test("a skill that cannot be called is not locked without a word", async () => {
  const file = write("refused.card.json", { ...card, skills: [...card.skills, { id: "draw", name: "Draw", description: "Draws.", tags: ["x"], outputModes: ["image/png"] }] });
  const words = ["lock", file, ...client, "--lock", "refused.lock.json"];
  const unknown = await negotiator([...words, "--skill", "market-siz"]);
  assert.equal(unknown.code, 64);
  assert.match(unknown.stderr, /the agent card has no skill `market-siz`\n  what to do: did you mean `market-size`\? it has `market-size`, `draw`/);
  assert.ok(!existsSync(join(folder, "refused.lock.json")));
  const all = await negotiator(words);
  assert.deepEqual([all.code, all.stdout], [0, "refused.lock.json: 2 skills locked, as refused: `draw` (noSharedOutput)\n"]);
  for (const what of ["1 skill locked", "nothing changed"]) {
    const named = await negotiator([...words, "--skill", "draw", ...(what === "nothing changed" ? [] : ["--update", "--yes"])]);
    assert.equal(named.code, 1);
    assert.match(named.stdout, new RegExp(`${what}, as refused: \`draw\` \\(noSharedOutput\\)\n$`));
  }
});

test("a damaged lockfile is told, and made anew as its advice says", async () => {
  for (const damage of ["<<<<<<< ours\n", '{"lockfileVersion": 1}', '{"lockfileVersion": 2}']) {
    const { words, lock } = await locked("damaged");
    const whole = lock();
    write("damaged.lock.json", damage);
    const told = await negotiator(["lock", ...words]);
    assert.equal(told.code, 64);
    assert.match(told.stderr, /damaged\.lock\.json/);
    const asked = await negotiator(["lock", ...words, "--update"]);
    assert.match(asked.stderr, /there is no terminal to ask on/);
    assert.equal(readFileSync(join(folder, "damaged.lock.json"), "utf8"), damage);
    const { code, stdout } = await negotiator(["lock", ...words, "--update", "--yes"]);
    assert.equal(code, 0);
    assert.match(stdout, /; all of it is written anew\ndamaged\.lock\.json: 1 skill locked\n$/);
    assert.deepEqual(lock(), whole);
  }
});

test("misuse", async () => {
  const { words, lock } = await locked("misuse");
  const [name] = words;
  for (const [wrong, said] of [
    [["lock", name], /no client profile is named/],
    [["lock", ...client], /no agent card is named/],
    [["lock", write("none.json", []), ...client, "--lock", "none.lock"], /is no agent card/],
    [["check", name, "--locked"], /one agent card for one client/],
    [["check", name, ...client, "--locked", "--lock", "absent.lock"], /no file `absent\.lock`/],
    [["check", name, ...client, "--locked", "--lock", write("text.lock", "x")], /text\.lock:1:1: error: the lockfile is not JSON/],
    [["check", name, ...client, "--locked", "--lock", write("later.lock", { ...lock(), lockfileVersion: 2 })], /^later\.lock:2:\d+: error: .*another version/],
    [["check", name, ...client, "--locked", "--lock", write("short.lock", { lockfileVersion: 1 })], /`card` is missing/],
  ]) {
    const { code, stderr } = await negotiator(wrong);
    assert.equal(code, 64, stderr);
    assert.match(stderr, said);
  }
  assert.ok(!existsSync(join(folder, "none.lock")));
});

test("nothing else than a lockfile is overwritten, and what cannot be written is said", async () => {
  const { words } = await locked("inputs");
  const [name] = words;
  const before = readFileSync(join(folder, name), "utf8");
  for (const [file, said] of [
    [name, /is what the lockfile would be made of/],
    ["client.json", /is what the lockfile would be made of/],
    [write("other.json", { name: "a2a-client" }), /is JSON, and no lockfile/],
    ["no/such/folder/lock.json", /cannot be written: ENOENT/],
  ]) {
    const { code, stderr } = await negotiator(["lock", name, ...client, "--lock", file, "--update", "--yes"]);
    assert.equal(code, 64, file);
    assert.match(stderr, said);
  }
  assert.equal(readFileSync(join(folder, name), "utf8"), before);
});
