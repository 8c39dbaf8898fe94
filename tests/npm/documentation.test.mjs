// The page on profile, intent and options: its tables are those of the schemas in the package, and its examples are
// read without a finding.
//
// With UPDATE_DOCUMENTATION=1 its tables are written anew.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { readCases } from "../support/cases.mjs";
import { enumerations, tables } from "../support/schema-page.mjs";
import { makeConsumer, workspace } from "./consumer.mjs";

const consumer = makeConsumer();
const home = join(consumer, "node_modules/a2a-negotiator");
const { negotiate } = await import(join(home, "index.js"));
const file = join(workspace, "docs/client-profile.md");
const page = readFileSync(file, "utf8");
const example = (name) => JSON.parse(new RegExp(`^\`\`\`json ${name}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page)[1]);

test("the tables are those of the schemas", () => {
  const schemas = ["client-profile", "intent", "options"].map((name) => JSON.parse(readFileSync(join(home, "schema", `${name}.json`), "utf8")));
  const words = { ...schemas[0], $defs: Object.assign({}, ...schemas.map(({ $defs }) => $defs)) };
  const generated = ["\n## Fields", ...schemas.map(tables), "## Words", enumerations(words), ""].join("\n\n");
  const start = page.indexOf("\n", page.indexOf("<!-- generated")) + 1;
  const end = page.indexOf("<!-- end of what is generated -->");
  if (process.env.UPDATE_DOCUMENTATION) writeFileSync(file, page.slice(0, start) + generated + page.slice(end));
  else assert.ok(page.slice(start, end) === generated, "run it again with UPDATE_DOCUMENTATION=1");
});

test("the orchestrator is understood whole, and calls the research agent", () => {
  const { arguments: [card] } = readCases("gallery").find(({ name }) => name === "gallery/research-agent");
  const outcome = negotiate(card, example("client.json"), example("intent.json"));
  assert.equal(outcome.plan?.binding, "GRPC");
  assert.deepEqual(outcome.findings.filter(({ target }) => target === "profile"), []);
});

test("the recorder is understood whole", () => {
  const outcome = negotiate({ name: "Agent", skills: [] }, example("recorder.json"));
  assert.deepEqual(outcome.findings.filter(({ target }) => target === "profile"), []);
});
