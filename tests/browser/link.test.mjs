// Links, as anybody may make them: what cannot be opened is a sentence, and nothing takes more memory than a link may
// hold. What they hold is a text, which the program reads like any other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { pack, unpack } from "../../playground/web/keeper/link.js";

const PAGE = "https://playground.example/";
const fragment = (bytes) => `#v1=${Buffer.from(bytes).toString("base64url")}`;

/** Numbers that look drawn by lot and are the same every time. */
function* numbers(seed) {
  for (let state = seed; ; yield state >>> 0) state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
}

/** What a link holds, or the sentence that is said of it. */
async function opened(fragment) {
  return unpack(fragment).then(
    (text) => ({ text }),
    (said) => ({ said }),
  );
}

test("a link opens as the text that it was made of", async () => {
  for (const text of ["", "{}", '{"card":"é\\u0000👩‍🚀"}', JSON.stringify({ card: "x".repeat(100_000) }), "\u2028\ufeff"]) {
    const link = await pack(text, `${PAGE}#v1=old`);
    assert.ok(link.startsWith(`${PAGE}#v1=`));
    assert.equal(await unpack(new URL(link).hash), text);
  }
});

test("a link that was cut or changed anywhere is a text or a sentence", async () => {
  const { hash } = new URL(await pack(JSON.stringify({ example: "research-agent", card: "{}", profile: "{}" }), PAGE));
  const draw = numbers(7);
  const next = () => draw.next().value;
  for (let turn = 0; turn < 2_000; turn += 1) {
    const at = 4 + (next() % (hash.length - 4));
    const character = String.fromCharCode(next() % (turn % 2 ? 128 : 65_536));
    const changed = turn % 3 === 0 ? hash.slice(0, at) : hash.slice(0, at) + character + hash.slice(at + (next() % 3));
    const { text, said } = await opened(changed);
    assert.ok(typeof text === "string" || /^The link .*\.$/.test(said), `${changed}: ${said}`);
  }
});

test("bytes of any kind are a text or a sentence", async () => {
  const draw = numbers(11);
  const next = () => draw.next().value;
  for (let turn = 0; turn < 2_000; turn += 1) {
    const bytes = Uint8Array.from({ length: next() % 40 }, next);
    const { text, said } = await opened(fragment(turn % 2 ? bytes : deflateRawSync(bytes)));
    assert.ok(typeof text === "string" || /^The link .*\.$/.test(said), said);
  }
  for (const wrong of ["", "#", "#v1", "#v2=AA", "#v1=%00", "#v1=====", `#v1=${"A".repeat(40_000)}`]) {
    assert.match((await opened(wrong)).said, /^The link .*\.$/, wrong.slice(0, 20));
  }
});

test("a link that unpacks without an end is given up", async () => {
  // More than two documents may be, out of a link that is none too long.
  const bomb = fragment(deflateRawSync(Buffer.alloc(20 * 1024 * 1024)));
  assert.ok(bomb.length < 32 * 1024, `${bomb.length} characters`);
  assert.match((await opened(bomb)).said, /^The link .*\.$/);
  const fits = fragment(deflateRawSync(Buffer.alloc(10 * 1024 * 1024, "a")));
  assert.equal((await opened(fits)).text?.length, 10 * 1024 * 1024);
});
