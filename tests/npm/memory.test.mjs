// The memory of the module stays as it is, however often it is called. `NEGOTIATIONS=1000000` calls it a million times.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readCases } from "../support/cases.mjs";

// The module's memory is nobody's business but its own, so that it is seen here as the module starts.
const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(...given) {
    super(...given);
    memories.push(this.exports.memory);
  }
};
const { importPackage } = await import("./consumer.mjs");
const { Card, Profile, diffCards, lockCard, migrateCard, negotiate } = await importPackage();

const TIMES = Number(process.env.NEGOTIATIONS ?? 20_000);

test("the module's memory does not grow once everything was called", () => {
  const cases = readCases().map((one) => one.arguments);
  const everything = ([card, profile, intent, options]) => {
    const handles = [];
    try {
      negotiate(card, profile, intent, options);
      handles.push(new Card(card));
      handles.push(new Profile(profile));
      const [held, client] = handles;
      negotiate(held, client, intent, { trace: false });
      migrateCard(card);
      diffCards(held, held, client);
      lockCard(held, client);
    } catch {
      // What cannot be read must leave nothing behind either.
    }
    // Not when the engine comes to it.
    for (const handle of handles) handle[Symbol.dispose]();
  };
  const bytes = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  cases.forEach(everything);
  cases.forEach(everything);
  const before = bytes();
  assert.ok(before > 0 && before < 64 * 1024 * 1024, `${before} bytes`);
  cases.forEach(everything);
  const texts = cases.filter(([card]) => typeof card === "object").map(([card, profile]) => [JSON.stringify(card), JSON.stringify(profile)]);
  for (let done = 0; done < TIMES; done += 1) {
    try {
      negotiate(...texts[done % texts.length], {}, { trace: false });
    } catch {
      // As above.
    }
  }
  assert.equal(bytes(), before);
  console.log(`${TIMES} negotiations: ${before / 1024 / 1024} MiB before and after`);
});
