// The program's `check`: its findings and their places, its formats, its configuration.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

import Ajv2020 from "ajv/dist/2020.js";
import AjvDraft04 from "ajv-draft-04";
import addFormats from "ajv-formats";

import { readCards, readCases } from "../support/cases.mjs";
import { workspace } from "./consumer.mjs";
import { folder, negotiator, write, writeCase } from "./program.mjs";

const require = createRequire(import.meta.url);
const cards = readCards().map(({ name, text }) => write(`cards/${name}`, text));
const refused = writeCase("missing-credentials");
const live = writeCase("live-input");
const research = writeCase("research-agent");
const odd = write("odd, 100%: ü.json", '{\n  "name": "Odd",\n  "url": "https://odd.example.com/a2a",\n  "protocolVersion": "0.3.0",\n  "skills": [{"id": "a"}, {"id": "a"}],\n  "defaultInputModes": ["text"]\n}\n');

async function checkJson(...words) {
  const { code, stdout, stderr } = await negotiator(["check", "--json", ...words]);
  assert.equal(stderr, "");
  return { code, ...JSON.parse(stdout) };
}

/** The value that a pointer points to, or nothing. */
function valueAt(document, pointer) {
  return pointer.split("/").slice(1).reduce((value, token) => value?.[token.replaceAll("~1", "/").replaceAll("~0", "~")], document);
}

test("all cards: every finding stands where its pointer leads", async () => {
  const { code, cards: reports, errors } = await checkJson(...cards);
  assert.equal(code, 1);
  assert.ok(errors > 0);
  assert.equal(reports.length, cards.length);
  let looked = 0;
  for (const { card, findings } of reports) {
    const text = readFileSync(join(folder, card), "utf8");
    for (const { file, pointer, location: { start, end, key }, severity, code: kind } of findings) {
      assert.equal(file, card);
      for (const { offset, line, column } of [start, end, key]) {
        const before = text.slice(0, offset).split("\n");
        assert.deepEqual([line, column], [before.length, before.at(-1).length + 1], `${card} ${kind}`);
      }
      assert.ok(["error", "warning", "info"].includes(severity));
      const value = pointer === undefined ? undefined : valueAt(JSON.parse(text.replace(/^\ufeff/, "")), pointer);
      if (value === undefined) continue;
      assert.deepEqual(JSON.parse(text.slice(start.offset, end.offset)), value, `${card} ${pointer}`);
      looked += 1;
    }
  }
  assert.ok(looked > 300, String(looked));
});

test("all cards: every format has the same findings at the same places", async () => {
  const { cards: reports } = await checkJson(...cards);
  const expected = reports.flatMap(({ findings }) => findings.map(({ file, severity, code, location: { key } }) => `${file} ${key.line} ${key.column} ${severity} ${code}`)).sort();
  const printed = async (format) => (await negotiator(["check", ...cards, "--format", format])).stdout.trimEnd().split("\n");
  const place = /^(?<file>cards\/[^:]+):(?<line>\d+):(?<column>\d+): (?<severity>\w+): .*\[(?<code>\w+)\]$/;
  const annotation = /^::(?<severity>\w+) file=(?<file>[^,]+),line=(?<line>\d+),.*?col=(?<column>\d+).*?,title=(?<code>\w+)::/;
  const found = (lines, pattern) => lines.flatMap((text) => pattern.exec(text)?.groups ?? []);
  const { runs: [{ results }] } = JSON.parse((await printed("sarif")).join("\n"));
  const formats = {
    text: found(await printed("text"), place),
    github: found(await printed("github"), annotation),
    sarif: results.map(({ level, ruleId, locations: [{ physicalLocation: { artifactLocation, region } }] }) => ({
      file: decodeURIComponent(artifactLocation.uri),
      line: region.startLine,
      column: region.startColumn,
      severity: level,
      code: ruleId,
    })),
  };
  for (const [name, all] of Object.entries(formats)) {
    const lines = all.map(({ file, line, column, severity, code }) => `${file} ${line} ${column} ${/^not(?:ic)?e$/.test(severity) ? "info" : severity} ${code}`).sort();
    assert.deepEqual(lines, expected, name);
  }
});

test("text: one line for each finding, in the order of the file", async () => {
  const { code, stdout } = await negotiator(["check", odd, research.card]);
  assert.equal(code, 1);
  const lines = stdout.trimEnd().split("\n");
  const places = lines.filter((line) => line.startsWith(`${odd}:`)).map((line) => /:(\d+):(\d+): (error|warning|info): .+ \[(\w+)\]$/.exec(line).slice(1));
  assert.ok(places.some(([, , severity, code]) => severity === "error" && code === "duplicateSkill"));
  assert.ok(places.some(([line, column, , code]) => line === "6" && column === "25" && code === "notAMediaType"));
  const order = places.map(([line, column]) => line * 1000 + Number(column));
  assert.deepEqual(order, order.toSorted?.((one, other) => one - other) ?? [...order].sort((one, other) => one - other));
  assert.match(lines.at(-1), /^2 cards: \d+ errors?, \d+ warnings?, \d+ for information$/);
  const fine = await negotiator(["check", research.card]);
  assert.deepEqual([fine.code, fine.stdout], [0, "1 card: 0 errors, 0 warnings, 0 for information\n"]);
});

test("a document that is no JSON or no card is an error with its place, and the others are checked", async () => {
  const broken = write("broken.json", '{\n  "name": "x",\n}');
  const { code, stdout } = await negotiator(["check", broken, write("list.json", "[]"), research.card]);
  assert.equal(code, 1);
  assert.match(stdout, /^broken\.json:3:1: error: .*\[notJson\]$/m);
  assert.match(stdout, /^list\.json:1:1: error: .*\[notACard\]$/m);
  assert.match(stdout, /^3 cards: 2 errors/m);
  // A finding has its place, as others do; nothing is told of a name that no file can have but that.
  const { cards: [report] } = await checkJson(write("cut.json", '{\n"name": '));
  assert.deepEqual(report.findings.map(({ code, location: { key, start } }) => [code, key.line, start.line]), [["notJson", 2, 2]]);
  const odd = await negotiator(["check", "--config", write("odd-config.json", { cards: ["a\0b.json", research.card] })]);
  assert.equal(odd.code, 64);
  assert.match(odd.stderr, /^error: `a\ufffdb\.json` is no name that a file can have\n/);
  assert.match(odd.stdout, /^1 card: 0 errors/);
  const missing = await negotiator(["check", "nowhere.json", broken]);
  assert.equal(missing.code, 64);
  assert.match(missing.stderr, /there is no file `nowhere\.json`/);
  assert.match(missing.stdout, /^broken\.json:3:1: error/);
});

test("with a profile: each skill's decision, a warning for what is refused, an error where it was asked for", async () => {
  const all = await negotiator(["check", refused.card, "-p", refused.profile]);
  assert.equal(all.code, 0);
  assert.match(all.stdout, /✓ accept {2}`show-balance`: JSONRPC 1\.0 at `https:\/\/treasury\.example\.com\/a2a`, stream/);
  assert.match(all.stdout, /✗ reject {2}`transfer`: credentials, noUsableCredentials/);
  assert.match(all.stdout, /^missing-credentials\.card\.json:\d+:\d+: warning: `transfer`: .*\[noUsableCredentials\]$/m);
  const asked = await checkJson(refused.card, "-p", refused.profile, "-s", "transfer", "-s", "show-balance");
  assert.equal(asked.code, 1);
  assert.deepEqual(asked.cards[0].skills.map(({ skill, decision }) => [skill, decision]), [["transfer", "reject"], ["show-balance", "accept"]]);
  const [finding] = asked.cards[0].findings;
  assert.equal(finding.severity, "error");
  assert.ok(finding.related.some(({ file, pointer }) => file === refused.profile && pointer === "/credentials"));
  assert.equal((await checkJson(refused.card, "-p", refused.profile, "-s", "show-balance")).code, 0);
  const unknown = await checkJson(refused.card, "-p", refused.profile, "-s", "nothing");
  assert.deepEqual([unknown.code, unknown.cards[0].findings[0].code], [1, "unknownSkill"]);
});

test("with a profile: what is not negotiable, and findings on the profile in its own file", async () => {
  const { cards: [{ findings }] } = await checkJson(live.card, "-p", live.profile);
  const path = findings.find(({ code }) => code === "liveInputWithoutStreaming");
  assert.match(path.message, /not negotiable for tasks of liveInput/);
  assert.equal(path.pointer, "/capabilities/streaming");
  const unknown = write("unknown.json", { credential: [] });
  const other = (await checkJson(research.card, "-p", unknown)).cards[0].findings.find(({ code }) => code === "unknownProfileField");
  assert.deepEqual([other.file, other.location.key.line], [unknown, 2]);
});

test("what holds for many skills is said once", async () => {
  const skills = Array.from({ length: 2000 }, (_, index) => ({ id: `skill-${index}`, name: "x", description: "x", tags: ["x"] }));
  const { arguments: [card] } = readCases("gallery").find(({ name }) => name === "gallery/research-agent");
  const many = write("many.json", { ...card, skills });
  const { cards: [report] } = await checkJson(many, "-p", write("none.json", { bindings: ["GRPC"], versions: ["0.3"] }));
  assert.equal(report.skills.length, 2000);
  const refusals = report.findings.filter(({ code }) => code === "noSharedInterface");
  assert.equal(refusals.length, 1);
  assert.match(refusals[0].message, /^`skill-0`, `skill-1`, `skill-2` and 1997 more: /);
});

test("every step that refuses is told, the decision's own first", async () => {
  const { arguments: [card, profile, intent] } = readCases("gallery").find(({ name }) => name === "gallery/research-agent");
  const closed = write("closed.json", { ...card, supportedInterfaces: card.supportedInterfaces.map((one) => ({ ...one, protocolVersion: "2.0" })), defaultInputModes: ["image/png"], skills: card.skills.map(({ inputModes, ...skill }) => skill) });
  const { cards: [{ findings, skills }], code } = await checkJson(closed, "-p", write("steps.json", { ...profile, sends: ["text/plain"] }), "-s", intent.skill);
  assert.equal(code, 1);
  const refusals = findings.filter(({ message }) => message.startsWith(`\`${intent.skill}\`: `));
  assert.deepEqual(refusals.map(({ code, severity }) => [code, severity]).sort(), [["inputNotAccepted", "error"], ["noSharedInterface", "error"]]);
  assert.match(skills[0].summary, /^interface, noSharedInterface; mediaTypes, inputNotAccepted/);
});

test("an id of a skill says no more in a message than in a list", async () => {
  const { arguments: [card] } = readCases("gallery").find(({ name }) => name === "gallery/research-agent");
  const id = "a`\n\u001b[31m\u202eb";
  const odd = write("odd-id.json", { ...card, skills: [{ id, name: "x", description: "x", tags: ["x"] }] });
  const { cards: [{ findings }] } = await checkJson(odd, "-p", write("other-client.json", { bindings: ["GRPC"], versions: ["0.3"] }));
  const [{ message }] = findings.filter(({ code }) => code === "noSharedInterface");
  assert.match(message, /^`a' \ufffd\[31m\ufffdb`: /);
});

test("what is grave enough ends with 1, by the command line and by the configuration", async () => {
  const warned = write("warned.json", { ...JSON.parse(readFileSync(join(folder, research.card), "utf8")), protocolVersion: "1.0.1" });
  const codes = async (...words) => (await negotiator(["check", ...words])).code;
  assert.deepEqual([await codes(warned), await codes(warned, "--fail-on", "warning"), await codes(warned, "--fail-on", "info")], [0, 1, 1]);
  assert.deepEqual([await codes(research.card, "--fail-on", "info"), await codes(odd, "--fail-on", "error")], [0, 1]);
  const config = write("fail-on.json", { cards: [warned], failOn: "warning" });
  assert.deepEqual([await codes("-c", config), await codes("-c", config, "--fail-on", "error")], [1, 0]);
});

test("several clients: each skill's decision for each, and what one of them cannot do with its name", async () => {
  const able = JSON.parse(readFileSync(join(folder, research.profile), "utf8"));
  const unable = { ...able, bindings: ["GRPC"], versions: ["0.3"] };
  write("several.json", { cards: [research.card], profile: research.profile, profiles: [unable, write("unable.json", unable)], skills: ["market-size"] });
  const { code, cards: [{ findings, skills }] } = await checkJson("-c", "several.json");
  const names = [research.profile, "several.json#/profiles/0", "unable.json"];
  assert.equal(code, 1);
  assert.deepEqual(skills.map(({ profile, decision }) => [profile, decision]), names.map((name, index) => [name, index === 0 ? "accept" : "reject"]));
  const refused = findings.filter(({ code }) => code === "noSharedInterface");
  assert.deepEqual(refused.map(({ message }) => message.split(":")[0]), names.slice(1).map((name) => `\`market-size\` for \`${name}\``));
  const { stdout } = await negotiator(["check", research.card, "-p", research.profile, "-p", "unable.json"]);
  assert.match(stdout, /^research-agent\.card\.json for these clients\n {2}✓ accept {2}`market-size` for `research-agent\.profile\.json`: /m);
  assert.match(stdout, /✗ reject {2}`market-size` for `unable\.json`: interface, noSharedInterface/);
  for (const words of [["negotiate", research.card], ["check", research.card, "--lock", "x"]]) {
    const { code, stderr } = await negotiator([...words, "-c", "several.json"]);
    assert.equal(code, 64);
    assert.match(stderr, /several client profiles|one client profile/);
  }
});

test("patterns are the files that they match, in their order, and those of no package", async () => {
  const card = JSON.parse(readFileSync(join(folder, research.card), "utf8"));
  for (const name of ["b", "a", "node_modules/c", "[d]"]) write(`agents/${name}/agent-card.json`, card);
  write("agents/patterns.json", { cards: ["*/agent-card.json", "[[]d]/agent-card.json", "[d]/agent-card.json"] });
  const { code, cards: found } = await checkJson("--config", "agents/patterns.json");
  assert.equal(code, 0);
  assert.deepEqual(found.map(({ card }) => card.replaceAll("\\", "/")), ["[d]", "a", "b"].map((name) => `agents/${name}/agent-card.json`));
  assert.equal((await checkJson("agents/**/agent-card.json")).cards.length, 3);
  const none = await negotiator(["check", "agents/*.yaml"]);
  assert.deepEqual([none.code, none.stdout], [64, ""]);
  assert.match(none.stderr, /no file matches `agents\/\*\.yaml`/);
});

test("github: annotations, escaped, relative to the workspace", async () => {
  const { code, stdout } = await negotiator(["check", odd, "--format", "github"]);
  assert.equal(code, 1);
  const lines = stdout.trimEnd().split("\n");
  for (const line of lines) {
    assert.match(line, /^::(error|warning|notice) file=odd%2C 100%25%3A ü\.json,line=\d+(,endLine=\d+)?,col=\d+(,endColumn=\d+)?,title=\w+::[^\n]+$/u);
  }
  assert.ok(lines.some((line) => /^::warning .*,line=6,endLine=6,col=25,endColumn=31,title=notAMediaType::/.test(line)));
  mkdirSync(join(folder, "deep"), { recursive: true });
  const below = await negotiator(["check", `../${odd}`, "--format", "github"], { cwd: join(folder, "deep"), env: { GITHUB_WORKSPACE: folder } });
  assert.equal(below.stdout, stdout);
  const percent = write("percent.json", { name: "x", skills: ["a%0A::error::\n", "a%0A::error::\n"], url: "https://a.example" });
  const hostile = await negotiator(["check", percent, "--format", "github"]);
  assert.match(hostile.stdout, /%250A/);
  for (const line of hostile.stdout.trimEnd().split("\n")) assert.match(line, /^::(error|warning|notice) file=percent\.json/);
});

test("sarif: valid by its schema, for every card", async () => {
  const schema = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  const ajv = new AjvDraft04({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats(ajv);
  const isValid = ajv.compile(schema);
  const uses = [[odd], [refused.card, live.card, "-p", live.profile], cards, [write("empty.json", "")], ["-"]];
  for (const words of uses) {
    const { stdout } = await negotiator(["check", ...words, "--format", "sarif"]);
    const log = JSON.parse(stdout);
    assert.ok(isValid(log), JSON.stringify(isValid.errors, null, 1));
    const [{ tool, results }] = log.runs;
    assert.ok(results.length > 0);
    for (const { ruleId, ruleIndex } of results) {
      assert.equal(tool.driver.rules[ruleIndex].id, ruleId);
      const { shortDescription, help } = tool.driver.rules[ruleIndex];
      assert.ok(shortDescription.text, ruleId);
      assert.equal(help.text, `${shortDescription.text} \`docs/codes.md\` of the package says with examples when each code is told.`);
    }
  }
  assert.ok(!isValid({ version: "2.1.0", runs: [{ results: [{}] }] }));
  const { runs: [run] } = JSON.parse((await negotiator(["check", odd, "-f", "sarif"])).stdout);
  const [result] = run.results.filter(({ ruleId }) => ruleId === "notAMediaType");
  assert.equal(result.level, "warning");
  assert.deepEqual(result.locations[0].physicalLocation, {
    artifactLocation: { uri: "odd%2C%20100%25%3A%20%C3%BC.json" },
    region: { startLine: 6, startColumn: 25, endLine: 6, endColumn: 31 },
  });
  const elsewhere = JSON.parse((await negotiator(["check", join(folder, odd), "-f", "sarif"], { cwd: join(folder, "cards") })).stdout);
  assert.match(elsewhere.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri, /^file:\/\/\//);
});

test("a configuration makes it one word, and the command line goes first", async () => {
  const profile = JSON.parse(readFileSync(join(folder, refused.profile), "utf8"));
  const config = { $schema: "./node_modules/a2a-negotiator/schema/config.json", cards: [`../${refused.card}`], profile: `../${refused.profile}`, skills: ["transfer"] };
  write("project/a2a-negotiator.json", config);
  const project = { cwd: join(folder, "project") };
  const { code, stdout } = await negotiator(["check"], project);
  assert.equal(code, 1);
  assert.match(stdout, /^\.\.[\\/]missing-credentials\.card\.json:\d+:\d+: error: `transfer`: /m);
  assert.equal((await negotiator(["check", "-s", "show-balance"], project)).code, 0);
  assert.match((await negotiator(["check", `../${research.card}`, "-s", "market-size", "-p", `../${research.profile}`], project)).stdout, /✓ accept {2}`market-size`/);
  assert.equal((await negotiator(["negotiate", `../${refused.card}`, "-s", "show-balance"], project)).code, 0);

  // From elsewhere, with the profile inside: its findings stand in the configuration.
  write("other.json", { ...config, cards: [refused.card], profile: { ...profile, credential: [] }, skills: undefined });
  const named = await negotiator(["check", "--config", "other.json"]);
  assert.equal(named.code, 0);
  const line = readFileSync(join(folder, "other.json"), "utf8").split("\n").findIndex((text) => text.includes('"credential"')) + 1;
  assert.match(named.stdout, new RegExp(`^other\\.json:${line}:5: warning: .*\\[unknownProfileField\\]$`, "m"));
  write("class.json", { cards: [live.card], profile: live.profile, taskClass: "liveInput" });
  assert.match((await negotiator(["check", "-c", "class.json"])).stdout, /✗ reject/);
});

test("a configuration is read as its schema says, and mistakes in it are told with their places", async () => {
  const schemas = join(folder, "../node_modules/a2a-negotiator/schema");
  const ajv = new Ajv2020({ strict: false });
  for (const name of ["client-profile", "intent"]) ajv.addSchema(JSON.parse(readFileSync(join(schemas, `${name}.json`), "utf8")), `${name}.json`);
  const schema = JSON.parse(readFileSync(join(schemas, "config.json"), "utf8"));
  const isValid = ajv.compile(schema);
  const good = [
    {},
    { $schema: "x", cards: [research.card], profile: research.profile, profiles: [research.profile, { credentials: ["bearer"] }], skills: ["market-size"], taskClass: "standard", lock: "x", failOn: "warning" },
    { cards: [research.card], profile: { credentials: ["bearer"] } },
  ];
  assert.deepEqual(Object.keys(good[1]).sort(), Object.keys(schema.properties).sort());
  for (const config of good) {
    assert.ok(isValid(config), JSON.stringify(config));
    const { code } = await negotiator(["check", "-c", write("config.json", config), research.card]);
    assert.notEqual(code, 64, JSON.stringify(config));
  }
  const bad = [[], null, "x", { card: [] }, { cards: "x" }, { cards: [1] }, { profile: 1 }, { profile: [] }, { profile: { bindings: "x" } }, { skills: "x" }, { taskClass: "x" }, { $schema: 1 }, { lock: 1 }, { constructor: 1 }, { cards: ["-"] }, { profile: "-" }, { profiles: "x" }, { profiles: [1] }, { failOn: "never" }];
  for (const config of bad) {
    assert.ok(!isValid(config), JSON.stringify(config));
    const { code, stdout, stderr } = await negotiator(["check", "-c", write("config.json", config), research.card]);
    assert.deepEqual([code, stdout], [64, ""], JSON.stringify(config));
    assert.match(stderr, /^config\.json:\d+:\d+: error: .+\n {2}what to do: .+\n$/);
  }
  const broken = await negotiator(["check", "-c", write("config.json", '{\n  "cards": [],\n  // mine\n}')]);
  assert.equal(broken.code, 64);
  assert.match(broken.stderr, /^config\.json:3:3: error: the configuration is not JSON/);
  assert.match((await negotiator(["check", "-c", "nowhere.json"])).stderr, /there is no file `nowhere\.json`/);
});

test("the schemas that the configuration's refers to are in the package", () => {
  const schemas = join(workspace, "target/npm/schema");
  const text = readFileSync(join(schemas, "config.json"), "utf8");
  const references = [...text.matchAll(/"\$ref": "([^#"]+)/g)].map(([, name]) => name);
  assert.equal(references.length, 2);
  for (const name of references) JSON.parse(readFileSync(join(schemas, name), "utf8"));
});
