// What the schema of profiles says of each place in a profile, and nothing of places that it does not know.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Schema } from "../../playground/web/editor/json-schema.js";
import { membersOf, nameOf, rootOf, valueOf } from "../../playground/web/editor/json-tree.js";

const root = JSON.parse(readFileSync(new URL("../../target/schemas/input/client-profile.json", import.meta.url), "utf8"));
const schema = new Schema(root);

/** The value or property that a path of names and indices leads to. */
function at(text, path, lead = (property) => valueOf(property)) {
  let node = rootOf(text);
  path.forEach((step, index) => {
    const members = membersOf(node);
    const member = typeof step === "number" ? members[step] : members.find((member) => nameOf(text, member) === step);
    node = index === path.length - 1 ? lead(member) : valueOf(member);
  });
  return node;
}

const property = (text, ...path) => at(text, path, (member) => member);
const names = (text, ...path) => schema.properties(text, at(text, path)).map(({ name }) => name);
const values = (text, ...path) => {
  const node = property(text, ...path);
  const value = valueOf(node);
  return schema.values(text, value?.name === "Array" ? value : node).map(({ value }) => value);
};

test("the names of a profile are those of its type, each described", () => {
  const all = schema.properties("{}", rootOf("{}"));
  assert.deepEqual(all.map(({ name }) => name), Object.keys(root.properties));
  for (const { name, about, type } of all) assert.ok(about && type, name);
  assert.ok(!names('{"accepts": [], "push": {}}').includes("accepts"));
});

test("the one that is being typed is offered again", () => {
  const text = '{"accepts": [], "push": {}}';
  const offered = schema.properties(text, rootOf(text), property(text, "accepts")).map(({ name }) => name);
  assert.ok(offered.includes("accepts") && !offered.includes("push"));
});

test("a name that is typed before another hides nothing", () => {
  const text = '{\n  "": \n}'.replace(": ", '\n  "push": {}');
  const [typed] = membersOf(rootOf(text));
  const offered = schema.properties(text, rootOf(text), typed).map(({ name }) => name);
  assert.ok(offered.includes("accepts") && !offered.includes("push"));
});

test("nested objects have names of their own", () => {
  assert.deepEqual(names('{"push": {"url": ""}}', "push"), ["mtls", "authentication"]);
  assert.deepEqual(names('{"push": {"authentication": {}}}', "push", "authentication"), ["scheme"]);
  assert.deepEqual(names('{"interfaces": [{}]}', "interfaces", 0), ["binding", "version"]);
});

test("of alternatives those that fit what is there", () => {
  assert.deepEqual(names('{"credentials": [{}]}', "credentials", 0), ["name", "scopes", "type", "scheme"]);
  assert.deepEqual(names('{"credentials": [{"name": ""}]}', "credentials", 0), ["scopes"]);
  assert.deepEqual(names('{"credentials": [{"type": "http"}]}', "credentials", 0), ["scheme", "scopes"]);
});

test("values are those of enumerations, of examples, and true and false", () => {
  assert.deepEqual(values('{"interfaceOrder": ""}', "interfaceOrder"), ["versionFirst", "bindingFirst", "cardOrder"]);
  assert.deepEqual(values('{"deduplicates": }', "deduplicates"), [true, false]);
  assert.deepEqual(values('{"environment": ""}', "environment"), ["browser"]);
  assert.deepEqual(values('{"assumeVersion": ""}', "assumeVersion"), ["1.0", "0.3"]);
  assert.deepEqual(values('{"credentials": [{"type": ""}]}', "credentials", 0, "type"), ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"]);
  assert.deepEqual(values('{"interfaces": [{"binding": ""}]}', "interfaces", 0, "binding"), ["JSONRPC", "GRPC", "HTTP+JSON"]);
  assert.deepEqual(values('{"cardUrl": ""}', "cardUrl"), []);
});

test("a list is offered what it does not have yet", () => {
  assert.deepEqual(values('{"delivery": ["push"]}', "delivery"), ["stream", "poll"]);
  assert.deepEqual(values('{"bindings": []}', "bindings").sort(), ["GRPC", "HTTP+JSON", "JSONRPC"]);
  assert.deepEqual(values('{"vendorResolutions": {"https://example.com/ext": []}}', "vendorResolutions", "https://example.com/ext").length, 3);
  assert.deepEqual(values('{"accepts": []}', "accepts"), []);
});

test("nothing is said where the schema knows nothing", () => {
  assert.deepEqual(names('{"unknown": {"push": {}}}', "unknown", "push"), []);
  assert.deepEqual(names('{"accepts": {}}', "accepts"), []);
  assert.deepEqual(values('{"unknown": []}', "unknown"), []);
  assert.equal(schema.property('{"unknown": 1}', property('{"unknown": 1}', "unknown")), null);
  assert.deepEqual(schema.properties("[{}]", at("[{}]", [0])), []);
});

test("a value that is yet to be typed gets its brackets or quotes", () => {
  const skeletons = Object.fromEntries(schema.properties("{}", rootOf("{}")).map(({ name, schemas }) => [name, schema.skeleton(schemas).join("|")]));
  for (const [name, skeleton] of [
    ["bindings", '["|"]'],
    ["interfaces", "[{|}]"],
    ["credentials", '["|"]'],
    ["push", "{|}"],
    ["environment", '"|"'],
    ["cardUrl", '"|"'],
    ["vendorResolutions", "{|}"],
    ["deduplicates", "|"],
  ]) {
    assert.equal(skeletons[name], skeleton, name);
  }
});
