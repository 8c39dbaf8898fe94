// The entry without the module: how it is started, and what it says where it is not.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { toPrintable } from "../../negotiator/npm/printable.mjs";
import { serve } from "../support/browser.mjs";
import { makeConsumer } from "./consumer.mjs";

const folder = makeConsumer();
const home = join(folder, "node_modules/a2a-negotiator");
const bytes = readFileSync(join(home, "negotiator.wasm"));
/** A module that imports nothing and exports nothing. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const isWrong = (error) =>
  error.name === "NegotiatorInputError" && error.document === "module" && /not the WebAssembly module of this package/.test(error.message) && error.cause instanceof Error;

let copies = 0;
/** The entry, loaded anew and not started. */
const slim = () => import(`${pathToFileURL(join(home, "slim.js"))}?${(copies += 1)}`);
const works = ({ readCard, version }) => assert.equal(readCard("[]").card, null, version);

test("before it is started, every function says what to do", async () => {
  const isNotStarted = (error) => error.name === "NegotiatorInputError" && error.code === "notStarted" && /call `initialize` or `initializeSync` with `a2a-negotiator\/negotiator\.wasm` first/.test(error.message);
  const all = await slim();
  assert.match(all.version, /^\d+\.\d+\.\d+/);
  // What needs no module, or not at once.
  const classes = ["CallError", "Card", "CardFetchError", "NegotiatorInputError", "NegotiatorPanicError", "PlanCache", "PlanFetchError", "Profile"];
  const others = [...classes, "initialize", "initializeSync", "version", "planFetch", "readPush", "call", "ndjson", "signCard", "verifyCard"];
  for (const name of Object.keys(all).filter((name) => !others.includes(name))) {
    assert.throws(() => all[name](name === "rank" || name === "matrix" ? ["{}"] : "{}", name === "matrix" ? ["{}"] : "{}"), isNotStarted, name);
  }
  for (const Handle of [all.Card, all.Profile]) assert.throws(() => new Handle("{}"), isNotStarted);
  await assert.rejects(all.call({ delivery: { mode: "poll" } }, { parts: [] }).result(), isNotStarted);
  await assert.rejects(all.verifyCard("{}", { keys: [] }), isNotStarted);
  await assert.rejects(all.signCard("{}", {}), isNotStarted);
});

test("bytes, a buffer and a compiled module start it, at once or not, and once", async () => {
  const sources = [bytes, new Uint8Array(bytes), new Uint8Array(bytes).buffer, await WebAssembly.compile(bytes)];
  for (const source of sources) {
    const sync = await slim();
    sync.initializeSync(source);
    works(sync);
    sync.initializeSync(EMPTY);
    await sync.initialize(EMPTY);
    works(sync);
    const later = await slim();
    await Promise.all([later.initialize(source), later.initialize(source)]);
    works(later);
  }
});

test("an address and an answer start it, whatever type the server says", async (test) => {
  const servers = [await serve(home), await serve(home, { "content-type": "application/octet-stream" })];
  test.after(() => Promise.all(servers.map((server) => server.close())));
  for (const { url } of servers) {
    const address = `${url}negotiator.wasm`;
    for (const source of [address, new URL(address), fetch(address), await fetch(address)]) {
      const api = await slim();
      await api.initialize(source);
      works(api);
    }
    const api = await slim();
    await assert.rejects(api.initialize(`${url}nothing.wasm`), (error) => isWrong(error) && /the server answers 404/.test(error.cause.message));
    await assert.rejects(api.initialize(`${url}README.md`), isWrong);
    await api.initialize(address);
    works(api);
  }
});

test("what is not the module is refused, and the module is taken afterwards", async () => {
  for (const source of [EMPTY, new WebAssembly.Module(EMPTY), Uint8Array.of(), bytes.subarray(0, 1000), {}, null, undefined, 7]) {
    const api = await slim();
    assert.throws(() => api.initializeSync(source), isWrong);
    await assert.rejects(api.initialize(source), isWrong);
    api.initializeSync(bytes);
    works(api);
  }
});

test("`require` gives the same", () => {
  const api = createRequire(join(folder, "slim.cjs"))("a2a-negotiator/slim");
  api.initializeSync(bytes);
  works(api);
});

test("the module is in the package once, and the slim entry is small", () => {
  assert.ok(readFileSync(join(home, "slim.js")).length < bytes.length / 4);
  const isInside = (name) => readFileSync(join(home, name), "utf8").includes(toPrintable(Buffer.from("\0asm")));
  assert.deepEqual(["slim.js", "slim.cjs", "workerd.js", "index.js"].filter(isInside), ["index.js"]);
});
