// The interface that the official SDKs select from generated cards against that of our plan: the same one, or
// the difference is explained by the entries of `departures.mjs`. Prints how often each of them is.
//
// SEED repeats a run, CARDS says how many cards to compare.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";

import { ClientFactory } from "@a2a-js/sdk/client";

import { importPackage, workspace } from "../npm/consumer.mjs";
import { Draw } from "../reference/pairs.mjs";
import { DEPARTURES, JAVASCRIPT, PYTHON } from "./departures.mjs";

const { negotiate } = await importPackage();

const SEED = Number(process.env.SEED ?? randomInt(2 ** 31));
const CARDS = Number(process.env.CARDS ?? 3_000);
const BINDINGS = ["JSONRPC", "HTTP+JSON", "GRPC"];
const VERSIONS = ["1.0", "1.0", "1.0", "0.3", "0.3", "1.1", "2.0", "1.0.1", ""];
/** The client's own order of bindings, or that of the card. */
const MODES = { cardOrder: "cardOrder", preference: "bindingFirst" };

/** Cards with clients: which interfaces there are, which bindings the client has, and in whose order. */
function* calls() {
  const draw = new Draw(SEED);
  for (let number = 0; number < CARDS; number += 1) {
    const interfaces = draw.times(1, 5, () => {
      const protocolBinding = draw.chance(0.9) ? draw.one(BINDINGS) : draw.one(["jsonrpc", "Http+Json", "urn:example:queue"]);
      return { protocolBinding, protocolVersion: draw.one(VERSIONS) };
    });
    // By its URL each is known again.
    const placed = interfaces.map((one, place) => {
      const scheme = draw.chance(0.9) ? "https" : "http";
      return { url: `${scheme}://agent.example.com/${place}`, ...one };
    });
    const bindings = draw.shuffled(draw.someAtLeastOne(BINDINGS, 0.8));
    for (const mode of Object.keys(MODES)) yield { interfaces: placed, bindings, mode };
  }
}

function cardOf(interfaces) {
  const modes = ["text/plain"];
  return { name: "Agent", description: "Generated", version: "1", supportedInterfaces: interfaces, capabilities: {}, defaultInputModes: modes, defaultOutputModes: modes, skills: [] };
}

/** The URL that our plan calls, or null. */
function ours({ interfaces, bindings, mode }) {
  const profile = { bindings, versions: ["1.0", "0.3"], interfaceOrder: MODES[mode], accepts: ["text/plain"] };
  return negotiate(cardOf(interfaces), profile, {}, { trace: false }).plan?.url ?? null;
}

/** The URLs that an SDK calls, or null. */
const SELECTORS = {
  [PYTHON](asked) {
    const input = JSON.stringify(asked.map(({ interfaces, bindings, mode }) => [cardOf(interfaces), bindings, mode === "preference"]));
    const program = join(workspace, "tests/peers/selecting.py");
    const output = execFileSync(process.env.PYTHON_1_0, [program], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
    return JSON.parse(output).map((place, index) => (place === null ? null : asked[index].interfaces[place].url));
  },
  [JAVASCRIPT](asked) {
    const selected = async ({ interfaces, bindings, mode }) => {
      let called = null;
      const create = async (url) => {
        called = url;
        return {};
      };
      const transports = bindings.map((protocolName) => ({ protocolName, create }));
      const options = { transports, ...(mode === "preference" && { preferredTransports: bindings }) };
      await new ClientFactory(options).createFromAgentCard(cardOf(interfaces)).catch(() => {});
      return called;
    };
    return Promise.all(asked.map(selected));
  },
};

/** All sets of so many entries. */
function subsets(entries, size) {
  if (size === 0) return [[]];
  return entries.flatMap((entry, place) => subsets(entries.slice(place + 1), size - 1).map((others) => [entry, ...others]));
}

test(`the selection of the SDKs on ${CARDS} generated cards, SEED=${SEED}`, async () => {
  for (const [sdk, select] of Object.entries(SELECTORS)) {
    const asked = [...calls()];
    const theirs = await select(asked);
    const differing = asked.filter((call, index) => theirs[index] !== ours(call)).map((call) => ({ call }));
    // Each difference is explained by as few entries as will do: without what they are about, there is none.
    for (let size = 1, left = differing; left.length > 0; size += 1) {
      const tries = left.flatMap((difference) => {
        const { mode } = difference.call;
        const entries = DEPARTURES.filter((entry) => entry.sdks.includes(sdk) && (entry.mode ?? mode) === mode);
        return subsets(entries, size).map((used) => {
          const interfaces = used.reduce((kept, { without }) => without(kept), difference.call.interfaces);
          return { difference, used, call: { ...difference.call, interfaces } };
        });
      });
      const call = left[0].call;
      assert.ok(tries.length > 0, `no entry explains what ${sdk} selects: ${JSON.stringify(call)}, where ours is ${ours(call)}`);
      const without = await select(tries.map((one) => one.call));
      tries.forEach(({ difference, used, call: tried }, index) => {
        if (!difference.used && without[index] === ours(tried)) difference.used = used;
      });
      left = left.filter(({ used }) => !used);
    }
    console.log(`\n${sdk}: ${asked.length} selections, ${asked.length - differing.length} the same`);
    for (const entry of DEPARTURES.filter(({ sdks }) => sdks.includes(sdk))) {
      const count = differing.filter(({ used }) => used.includes(entry)).length;
      console.log(`${String(count).padStart(6)}  ${entry.id}: ${entry.verdict} (${entry.section})`);
      // A few cards, as one takes to look into something, need not have all.
      assert.ok(count > 0 || CARDS < 3_000, `${sdk} no longer departs by \`${entry.id}\`: take the entry out`);
    }
  }
});
