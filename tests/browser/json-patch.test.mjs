// A patch changes what it speaks of, and leaves the rest of a text as its author laid it out.

import assert from "node:assert/strict";
import { test } from "node:test";

import { applied, editsOf } from "../../playground/web/editor/json-patch.js";

function patched(text, ...patch) {
  return editsOf(text, patch).reduce(applied, text);
}

const add = (path, value) => ({ op: "add", path, value });
const replace = (path, value) => ({ op: "replace", path, value });
const remove = (path) => ({ op: "remove", path });

const CASES = [
  ["an element on the line of the others", '{\n  "a": ["x", "y"]\n}', [add("/a/-", "z")], '{\n  "a": ["x", "y", "z"]\n}'],
  ["an element on a line of its own", '{\n  "a": [\n    "x"\n  ]\n}', [add("/a/-", "z")], '{\n  "a": [\n    "x",\n    "z"\n  ]\n}'],
  ["the last of a list in columns", '{\n  "a": ["x",\n        "y"]\n}', [add("/a/-", "z")], '{\n  "a": ["x",\n        "y",\n        "z"]\n}'],
  ["an element at a place", '{"a": [1, 2]}', [add("/a/1", 9), add("/a/0", 8), add("/a/4", 7)], '{"a": [8, 1, 9, 2, 7]}'],
  ["an element before others on lines", "[\n\t1,\n\t2\n]", [add("/0", 0), add("/2", 5)], "[\n\t0,\n\t1,\n\t5,\n\t2\n]"],
  ["an element of an empty list", '{\n  "a": [ ],\n  "b": [1]\n}', [add("/a/-", "z")], '{\n  "a": ["z"],\n  "b": [1]\n}'],
  ["the first element where lists go over lines", '{\n  "a": [],\n  "b": [\n    1\n  ]\n}', [add("/a/-", 2)], '{\n  "a": [\n    2\n  ],\n  "b": [\n    1\n  ]\n}'],
  ["a key with 2 spaces", '{\n  "a": 1\n}\n', [add("/b", true)], '{\n  "a": 1,\n  "b": true\n}\n'],
  ["a key with 4 spaces", '{\n    "a": [1]\n}', [add("/b", { c: { d: [] } })], '{\n    "a": [1],\n    "b": {"c": {"d": []}}\n}'],
  ["a key with tabs", '{\n\t"a": {\n\t\t"b": 1\n\t}\n}', [add("/c", { d: 1 })], '{\n\t"a": {\n\t\t"b": 1\n\t},\n\t"c": {\n\t\t"d": 1\n\t}\n}'],
  ["a key after one with spaces of its own", '{ "a" : 1 ,  "b" : 2 }', [add("/c", [3])], '{ "a" : 1 ,  "b" : 2,  "c" : [3] }'],
  ["a key of a dense line", '{"a":1,"b":[2,3]}', [add("/c", { d: [4, 5] })], '{"a":1,"b":[2,3],"c":{"d":[4,5]}}'],
  ["a key of a long line stays on it", `{"a": "${"x".repeat(90)}"}`, [add("/b", { c: "y".repeat(90) })], `{"a": "${"x".repeat(90)}", "b": {"c": "${"y".repeat(90)}"}}`],
  ["a key of an empty text", "{}", [add("/a", ["x"])], '{\n  "a": ["x"]\n}'],
  ["a key of an empty text with a line in it", "{\n}\n", [add("/a", { b: 1 })], '{\n  "a": {\n    "b": 1\n  }\n}\n'],
  ["a key of an empty object", '{\n  "a": {},\n  "b": { "c": 1 }\n}', [add("/a/d", 2)], '{\n  "a": { "d": 2 },\n  "b": { "c": 1 }\n}'],
  ["lines that begin with their comma", '{\n    "a": 1\n  , "b": 2\n}', [add("/c", 3)], '{\n    "a": 1\n  , "b": 2,\n   "c": 3\n}'],
  ["an object like those beside it", '{\n  "a": [\n    { "b": 1 }\n  ],\n  "c": {\n    "d": 1\n  }\n}', [add("/a/-", { b: 2 })], '{\n  "a": [\n    { "b": 1 },\n    { "b": 2 }\n  ],\n  "c": {\n    "d": 1\n  }\n}'],
  ["a value that is there already", '{"a":  1, "b": 2}', [add("/a", 3)], '{"a":  3, "b": 2}'],
  ["a value in place of another", '{\n  "a": {\n    "b": null\n  }\n}', [replace("/a/b", "x")], '{\n  "a": {\n    "b": "x"\n  }\n}'],
  ["a string that looks like syntax", '{"a": "], \\"b\\": {", "c": 1}', [replace("/c", 2), add("/d", 3)], '{"a": "], \\"b\\": {", "c": 2, "d": 3}'],
  ["the first key", '{\n  "a": 1,\n  "b": 2\n}', [remove("/a")], '{\n  "b": 2\n}'],
  ["a key between others", '{"a":1,  "b":2,   "c":3}', [remove("/b")], '{"a":1,  "c":3}'],
  ["the last key", '{\n  "a": 1,\n\n  "b": 2\n}', [remove("/b")], '{\n  "a": 1\n}'],
  ["the only key", '{\n  "a": 1\n}', [remove("/a")], "{}"],
  ["elements from the back", '{"a": [1, 2, 3]}', [remove("/a/2"), remove("/a/0")], '{"a": [2]}'],
  ["keys with a slash and a tilde", '{"a/b": {"c~d": 1}, "~1": 2, "": 3}', [replace("/a~1b/c~0d", 4), replace("/~01", 5), replace("/", 6)], '{"a/b": {"c~d": 4}, "~1": 5, "": 6}'],
  ["a key that is written with escapes", '{"\\u0061": 1}', [replace("/a", 2)], '{"\\u0061": 2}'],
  ["of a key that is there twice the one that counts", '{"a": {"b": 1}, "a": {"b": 2}}', [replace("/a/b", 3)], '{"a": {"b": 1}, "a": {"b": 3}}'],
  ["a key that is there twice", '{"a": 1, "b": 2, "a": 3, "a": 4}', [remove("/a")], '{"b": 2}'],
  ["after a byte-order mark", '\u{feff}{"a": 1}', [replace("/a", 2), add("/b", 3)], '\u{feff}{"a": 2, "b": 3}'],
  ["a part that becomes the whole", '[\n  {\n    "a": [\n      1\n    ]\n  }\n]\n', [{ op: "move", from: "/0", path: "" }], '{\n  "a": [\n    1\n  ]\n}\n'],
  ["a part on one line that becomes the whole", '{"agent": {"a": 1}}', [{ op: "move", from: "/agent", path: "" }, add("/b", 2)], '{"a": 1, "b": 2}'],
  ["what a list holds and what holds it", '{"a": [{"b": 1}]}', [remove("/a/0/b"), add("/a/0/c", "\n\"é🦀\u2028"), add("/a/-", null)], '{"a": [{"c": "\\n\\"é🦀\u2028"}, null]}'],
];

for (const [name, before, patch, after] of CASES) {
  test(name, () => assert.equal(patched(before, ...patch), after));
}

for (const [name, text, operation] of [
  ["a key that is not there", "{}", replace("/a", 1)],
  ["the parent of a key", "{}", add("/a/b", 1)],
  ["an element past the end", "[]", remove("/0")],
  ["an index with a leading zero", "[1, 2]", replace("/01", 1)],
  ["an operation that no fix is made of", '{"a": 1}', { op: "copy", from: "/a", path: "/b" }],
]) {
  test(`a patch does not fit: ${name}`, () => assert.throws(() => editsOf(text, [operation]), Error));
}

/** A small generator of numbers that are the same in each run. */
function random(seed) {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

function anyValue(pick, depth = 0) {
  const kind = pick(depth > 2 ? 4 : 6);
  if (kind < 4) return [1.5, "a, \"b\": {", true, null][kind];
  const values = Array.from({ length: pick(4) }, () => anyValue(pick, depth + 1));
  return kind === 4 ? values : Object.fromEntries(values.map((value) => [["a", "b/c", "d~e", "é"][pick(4)], value]));
}

/** A place in a value as a pointer, and the same change made to the value itself. */
function anyChange(pick, document) {
  let path = "";
  for (let parent = document; ; ) {
    const isList = Array.isArray(parent);
    const keys = Object.keys(parent);
    const key = keys[pick(keys.length)];
    const token = (key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (key !== undefined && typeof parent[key] === "object" && parent[key] !== null && pick(3) > 0) {
      path += token(key);
      parent = parent[key];
      continue;
    }
    const value = anyValue(pick);
    const kind = key === undefined ? 0 : pick(3);
    if (kind === 1) return Object.assign(parent, { [key]: value }) && replace(path + token(key), value);
    if (kind === 2) {
      isList ? parent.splice(Number(key), 1) : delete parent[key];
      return remove(path + token(key));
    }
    if (!isList) return Object.assign(parent, { new: value }) && add(`${path}/new`, value);
    const index = pick(parent.length + 1);
    parent.splice(index, 0, value);
    return add(`${path}/${index === parent.length - 1 && pick(2) ? "-" : index}`, value);
  }
}

test("any change of any text in any layout is that change of the value", () => {
  const pick = random(20_251);
  for (let round = 0; round < 4_000; round++) {
    const document = { a: anyValue(pick), b: [anyValue(pick)], c: { d: anyValue(pick) } };
    let text = JSON.stringify(document, null, [undefined, 2, 4, "\t"][pick(4)]);
    for (let step = 0; step < 3; step++) {
      const before = text;
      const operation = anyChange(pick, document);
      text = patched(text, operation);
      assert.deepEqual(JSON.parse(text), document, `${JSON.stringify(operation)} in ${before}`);
    }
  }
});
