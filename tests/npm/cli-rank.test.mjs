// `rank`, and the filters of lines, as a shell runs them.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";

import { readCards } from "../support/cases.mjs";
import { PATIENCE } from "../support/patience.mjs";
import { importPackage, workspace } from "./consumer.mjs";
import { environment, file, folder, negotiator, write } from "./program.mjs";

const { negotiate, rank } = await importPackage();
const CASE = JSON.parse(readFileSync(join(workspace, "tests/rankings/refusals-by-code.json"), "utf8"));
const client = write("rank-client.json", CASE.profile);
const texts = CASE.cards.map((card) => (typeof card === "string" ? card : JSON.stringify(card)));
const lines = write("registry.ndjson", `${texts.join("\n")}\n`);
const asked = ["--profile", client, "--skill", "summarise"];
const real = readCards().map(({ text }) => text);
const oneLine = real.map((card) => JSON.stringify(JSON.parse(card)));

test("a registry's export as text: the best, then what keeps the others from it", async () => {
  const { code, stdout, stderr } = await negotiator(["rank", lines, ...asked]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(
    stdout,
    `1  Good  registry.ndjson:6
   JSONRPC 1.0 at https://good.example.com/jsonrpc, stream

7 cards: 1 can be called, 5 refused, 1 cannot be read
  2 refused at interface: noSharedInterface
  1 refused at credentials: noUsableCredentials
  1 refused at card: notACard
  1 refused at skill: unknownSkill
  registry.ndjson:3: the card is not JSON: the text ends in the middle
`,
  );
});

test("lines, a list, a folder and standard input are the same cards", async () => {
  const readable = CASE.cards.filter((card) => typeof card !== "string");
  const list = write("list.json", readable);
  mkdirSync(join(folder, "registry"));
  readable.forEach((card, index) => write(`registry/${index}.json`, card));
  const inJson = async (words, options) => {
    const { code, stdout } = await negotiator(["rank", ...words, ...asked, "--json"], options);
    assert.equal(code, 0);
    const { ranked, refusals, unreadable, counts } = JSON.parse(stdout);
    return { ranked: ranked.map(({ source, ...agent }) => agent), refusals, unreadable, counts };
  };
  const expected = rank(readable, CASE.profile, CASE.intent);
  assert.deepEqual(await inJson([list]), expected);
  assert.deepEqual(await inJson(["registry"]), expected);
  assert.deepEqual(await inJson([], { input: readable.map((card) => JSON.stringify(card)).join("\n") }), expected);
});

test("an element of a list is read as it stands, and one that cannot be read is told for itself, also after a byte-order mark", async () => {
  const good = CASE.cards.find(({ name }) => name === "Good");
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  // The escapes of its string end in it, and nowhere else.
  const odd = JSON.stringify({ ...good, description: '\\" , ] } \\\\' });
  const twice = '{"name": "A", "name": "Twice"}';
  const elements = [JSON.stringify(good), deep, odd, twice, "[,]".slice(0, 1) + "]", "7"];
  for (const [name, before] of [["odd-list.json", ""], ["marked-list.json", "\ufeff"], ["odd-lists/list.json", "\ufeff\n "]]) {
    const list = write(name, `${before}[ ${elements.join(" ,\n")} ]\n`);
    const { code, stdout, stderr } = await negotiator(["rank", list, ...asked, "--json"]);
    assert.deepEqual([code, stderr], [0, ""]);
    const { ranked, unreadable, counts } = JSON.parse(stdout);
    assert.deepEqual(ranked.map(({ source }) => source), [`${name}#/0`, `${name}#/2`]);
    assert.deepEqual(unreadable.map(({ source, error }) => [source, error.code]), [[`${name}#/1`, "tooDeep"]]);
    assert.equal(counts.cards, elements.length);
  }
  assert.equal((await negotiator(["rank", "odd-lists", ...asked])).code, 0);
  for (const none of ["[]", "\ufeff[ ]"]) {
    assert.match((await negotiator(["rank", write("empty-list.json", none), ...asked])).stdout, /^0 cards: /);
  }
  assert.match((await negotiator(["rank", write("broken-list.json", "[{},]"), ...asked])).stdout, /broken-list\.json: the card is not JSON/);
});

test("several threads say what one says, in the same order", async () => {
  const many = write("many.ndjson", Array.from({ length: 1500 }, (_, index) => oneLine[index % oneLine.length]).join("\n"));
  const results = [];
  for (const jobs of ["1", "3"]) {
    const { stdout } = await negotiator(["rank", many, "--profile", client, "--jobs", jobs, "--top", "40", "--json"]);
    results.push(stdout);
  }
  assert.equal(results[0], results[1]);
  assert.equal(JSON.parse(results[0]).counts.cards, 1500);
});

test("as a filter, a line for each line, in their order", async () => {
  const { code, stdout } = await negotiator(["rank", "--ndjson", "--profile", client, "--jobs", "2"], { input: [...oneLine, "{"].join("\n") });
  assert.equal(code, 0);
  const judged = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  const outcomes = real.map((card) => negotiate(card, CASE.profile, {}, { trace: false }));
  assert.deepEqual(judged.map(({ decision, code }) => [decision, code]), [
    ...outcomes.map(({ decision, rejection }) => [decision, rejection?.code]),
    ["unreadable", undefined],
  ]);
});

test("as a filter, a line may bring its own profile and intent, on however many threads", async () => {
  const card = CASE.cards.find(({ name }) => name === "Good");
  const own = { card, profile: { ...CASE.profile, bindings: ["GRPC"] } };
  const lines = [{ card, intent: CASE.intent }, own, { card, profile: { bindings: 3 } }, { card: null }, card].map((line) => JSON.stringify(line));
  const expected = ["accept", "noSharedInterface", "profile /bindings", "notACard", "accept"];
  for (const jobs of ["1", "16"]) {
    const input = `\ufeff${`${lines.join("\n")}\n`.repeat(1000)}`;
    const { code, stdout, stderr } = await negotiator(["rank", "--ndjson", "--profile", client, "--jobs", jobs], { input });
    assert.deepEqual([code, stderr], [0, ""]);
    const said = stdout.trimEnd().split("\n").map((line) => JSON.parse(line)).map(({ decision, code, error }) => (error ? `${error.document} ${error.pointer ?? ""}` : (code ?? decision)));
    assert.deepEqual(said, Array(1000).fill(expected).flat());
  }
});

test("a filter answers blank lines too, and ends with 0 whatever the answers are", async () => {
  const input = `${texts[0]}\n\n \n{}`;
  for (const command of ["rank", "negotiate"]) {
    const { code, stdout } = await negotiator([command, "--ndjson", "--profile", client], { input });
    const decisions = stdout.trimEnd().split("\n").map((line) => JSON.parse(line).decision);
    assert.deepEqual([code, decisions], [0, ["reject", "unreadable", "unreadable", "reject"]]);
  }
});

test("more cards than there is memory for pass through", async () => {
  const long = JSON.stringify({ ...CASE.cards.find(({ name }) => name === "Good"), description: "long ".repeat(4000) });
  const options = { input: `${long}\n`.repeat(3000), env: { NODE_OPTIONS: "--max-old-space-size=32" } };
  const ranked = await negotiator(["rank", ...asked, "--top", "1", "--jobs", "1", "--json"], options);
  assert.deepEqual([ranked.code, JSON.parse(ranked.stdout).counts.accepted], [0, 3000], ranked.stderr);
  const filtered = await negotiator(["rank", ...asked, "--ndjson", "--jobs", "1"], options);
  assert.deepEqual([filtered.code, filtered.stdout.split("\n").length], [0, 3001], filtered.stderr);
});

test("with one thread, a line is answered before the next one comes", { timeout: PATIENCE }, async (test) => {
  for (const words of [["rank", "--jobs", "1"], ["negotiate"]]) {
    const child = spawn(process.execPath, [file, ...words, "--ndjson", "--profile", client], { cwd: folder, env: environment });
    test.after(() => child.kill());
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    for (const text of [texts[0], "{", texts[5]]) {
      child.stdin.write(`${text}\n`);
      const { value } = await answers.next();
      assert.ok(JSON.parse(value).decision);
    }
    child.stdin.end();
    assert.equal((await answers.next()).done, true);
  }
});

test("a filter of which nobody reads on ends without a word", async () => {
  const input = `${oneLine[0]}\n`.repeat(5000);
  for (const command of ["rank", "negotiate"]) {
    const { code, stderr } = await negotiator([command, "--ndjson", "--profile", client], { input, closePipe: true });
    assert.deepEqual([code, stderr], [0, ""]);
  }
});

test("blank lines are no cards, and count where lines are told", async () => {
  const { stdout } = await negotiator(["rank", ...asked], { input: `\n${texts[2]}\n\n${texts.at(-2)}\n` });
  assert.match(stdout, /^2 cards: /m);
  assert.match(stdout, /^ {2}<stdin>:2: the card is not JSON/m);
});

const isPosix = process.platform !== "win32";

test("of a folder, every folder in it is read once, however links lead, and what is passed over is told", { skip: !isPosix }, async () => {
  const readable = CASE.cards.filter((card) => typeof card !== "string");
  write("tree/cards/1.json", readable[0]);
  write("tree/cards/inner/2.json", readable[1]);
  write("tree/elsewhere/3.json", readable[2]);
  write("tree/elsewhere/notes.txt", "no card");
  const links = { again: "inner", back: ".", up: "..", "inner/loop": "..", out: "../elsewhere", "gone.json": "nowhere", "self.json": "self.json", "linked.json": "1.json" };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, "tree/cards", name));
  execFileSync("mkfifo", [join(folder, "tree/cards/pipe.json")]);
  const { stdout, stderr } = await negotiator(["rank", "tree/cards", ...asked, "--ndjson"]);
  assert.equal(stdout.trimEnd().split("\n").length, 4);
  const once = "a folder that is read already, or that holds this one";
  assert.deepEqual(stderr.trimEnd().split("\n"), [
    `skipped \`tree/cards/inner/loop\`: ${once}`,
    "skipped `tree/cards/pipe.json`: not a file",
    `skipped \`tree/cards/again\`: ${once}`,
    `skipped \`tree/cards/back\`: ${once}`,
    "skipped `tree/cards/gone.json`: a link to what is not there",
    "skipped `tree/cards/self.json`: a link that leads to itself",
    `skipped \`tree/cards/up\`: ${once}`,
  ]);
});

test("`negotiate` as a filter takes cards, and cards with their own profile and intent", async () => {
  const [card] = CASE.cards;
  const own = { card, profile: { bindings: ["HTTP+JSON"], accepts: ["text/plain"], sends: ["text/plain"] }, intent: { skill: "summarise" } };
  const wrong = { card, profile: { bindings: 3 } };
  const input = [card, own, wrong].map((line) => JSON.stringify(line)).join("\n");
  const { code, stdout } = await negotiator(["negotiate", "--ndjson", "--profile", client], { input });
  const [refused, accepted, misused] = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(code, 0);
  assert.deepEqual(refused, JSON.parse(JSON.stringify(negotiate(card, CASE.profile, {}, { trace: false }))));
  assert.equal(accepted.plan.binding, "HTTP+JSON");
  assert.deepEqual([misused.decision, misused.error.document, misused.error.pointer], ["unreadable", "profile", "/bindings"]);
});

test("none that can be called ends with 1, misuse with 64 before the first card", async () => {
  const none = await negotiator(["rank", ...asked], { input: '{"agents": []}\n' });
  assert.equal(none.code, 1);
  assert.match(none.stdout, /^1 card: 0 can be called, 1 refused, 0 cannot be read\n {2}1 refused at card: notACard\n$/);
  // Larger than what Node.js reads at once, and no more than a name and a length on the disk.
  truncateSync(join(folder, write("huge.json", "[")), 3 * 2 ** 30);
  for (const [words, said] of [
    [["rank", lines], /no client profile is named/],
    [["rank", "nowhere", ...asked], /there is no file `nowhere`/],
    [["rank", lines, "nowhere", ...asked], /there is no file `nowhere`/],
    [["rank", "registry.example.com", ...asked], /there is no file `registry.example.com`\n {2}what to do: name the file that holds the cards/],
    [["rank", "https://registry.example.com/agents", ...asked], /from no address\n {2}what to do: fetch them: `curl https:/],
    [["rank", "https://me:secret@registry.example.com/agents?key=secret", ...asked], /curl https:\/\/registry\.example\.com\/agents \|/],
    [["rank", "huge.json", ...asked], /`huge\.json` is too large to be read at once\n {2}what to do: write a card a line/],
    [["rank", lines, "nowhere", ...asked, "--ndjson"], /there is no file `nowhere`/],
    [["rank", lines, ...asked, "--top", "0"], /`0` is nothing that `--top` takes/],
    [["rank", lines, ...asked, "--jobs", "200"], /`200` is nothing that `--jobs` takes\n {2}what to do: give a whole number from 1 to 64/],
    [["rank", lines, "--profile", write("wrong-client.json", { bindings: 3 })], /wrong-client\.json:2:15/],
  ]) {
    const { code, stdout, stderr } = await negotiator(words);
    assert.deepEqual([code, stdout], [64, ""]);
    assert.match(stderr, said);
  }
});

