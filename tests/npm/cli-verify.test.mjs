// The command that verifies signatures.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { keyPair } from "../support/keys.mjs";
import { importPackage } from "./consumer.mjs";
import { folder, negotiator, write, writeCase } from "./program.mjs";

const { signCard } = await importPackage(join(folder, ".."));
const research = writeCase("research-agent");
const card = JSON.parse(readFileSync(join(folder, research.card), "utf8"));
const { secret, open } = await keyPair("ES256", "key-1");
const signed = await signCard(card, secret);
write("signed.json", signed);
write("keys.json", { keys: [open] });

test("a signature that holds: 0", async () => {
  const text = await negotiator(["verify", "signed.json", "--keys", "keys.json"]);
  assert.deepEqual(text, { code: 0, stdout: "valid  `key-1`, `ES256`: the signature holds\n", stderr: "" });
  const { code, stdout } = await negotiator(["verify", "signed.json", "--keys", "keys.json", "--json"]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), [{ kid: "key-1", alg: "ES256", status: "valid", message: "the signature holds" }]);
  const unknown = { ...signed, signatures: [...signed.signatures, { ...(await signCard(card, { ...secret, kid: "old" })).signatures[0] }] };
  assert.equal((await negotiator(["verify", write("two.json", unknown), "--keys", "keys.json"])).code, 0);
});

test("none that holds, or one that is wrong: 1", async () => {
  const { code, stdout } = await negotiator(["verify", write("changed.json", { ...signed, name: "Another" }), "--keys", "keys.json"]);
  assert.equal(code, 1);
  assert.match(stdout, /^invalid {2}`key-1`, `ES256`: the card is not the one that was signed/);
  assert.deepEqual(await negotiator(["verify", research.card, "-k", "keys.json"]), { code: 1, stdout: "the card is not signed\n", stderr: "" });
  const both = { ...signed, signatures: [...signed.signatures, { ...signed.signatures[0], signature: "AAAA" }] };
  assert.equal((await negotiator(["verify", write("both.json", both), "-k", "keys.json"])).code, 1);
  assert.equal((await negotiator(["verify", "signed.json", "-k", write("none.json", { keys: [] })])).code, 1);
});

test("misuse: the file is named", async () => {
  for (const [words, said] of [
    [["signed.json"], /no keys are named/],
    [["signed.json", "-k", write("list.json", [])], /the key set is no object/],
    [["signed.json", "-k", write("broken.json", "{")], /keys/],
    [[write("no-card.json", "[]"), "-k", "keys.json"], /is no agent card/],
  ]) {
    const { code, stdout, stderr } = await negotiator(["verify", ...words]);
    assert.deepEqual([code, stdout], [64, ""], stderr);
    assert.match(stderr, said);
  }
});
