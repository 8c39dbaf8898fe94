// The command that signs: by keys in every form, and with the card's layout kept.

import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { keyPair } from "../support/keys.mjs";
import { importPackage } from "./consumer.mjs";
import { folder, negotiator, write, writeCase } from "./program.mjs";

const { verifyCard } = await importPackage(join(folder, ".."));
const { card } = writeCase("research-agent");
const text = readFileSync(join(folder, card), "utf8");
const { secret, open } = await keyPair("ES256", "key-1");
const key = write("private.json", secret);

/** What the program prints, which holds by the public key. */
async function signed(words, publicKey, input = "") {
  const { code, stdout, stderr } = await negotiator(["sign", ...words], { input });
  assert.deepEqual([code, stderr], [0, ""]);
  const found = await verifyCard(stdout, { keys: [publicKey] });
  assert.equal(found.at(-1).status, "valid", JSON.stringify(found));
  return stdout;
}

test("by a JSON Web Key, and the card keeps its layout", async () => {
  const once = await signed([card, "--key", key], open);
  const start = text.trimEnd().slice(0, -1).trimEnd();
  assert.ok(once.startsWith(`${start},\n  "signatures": [\n    {\n      "protected": "`), once.slice(start.length - 20));
  assert.ok(once.endsWith("\n    }\n  ]\n}\n"), once.slice(-40));
  const twice = await signed([write("once.json", once), "--key", key, "--jku", "https://agent.example/keys.json"], open);
  assert.ok(twice.startsWith(once.slice(0, once.lastIndexOf("\n  ]"))));
  assert.equal(twice, `${JSON.stringify(JSON.parse(twice), null, 2)}\n`);
});

test("other layouts are kept too", async () => {
  const value = JSON.parse(text);
  for (const [name, layout] of [
    ["compact", (given) => JSON.stringify(given)],
    ["tabs", (given) => JSON.stringify(given, null, "\t")],
    ["returns", (given) => `${JSON.stringify(given, null, 4)}\n`.replaceAll("\n", "\r\n")],
  ]) {
    for (const given of [value, { ...value, signatures: [] }]) {
      const printed = await signed([write(`${name}.json`, layout(given)), "--key", key], open);
      assert.equal(printed, layout(JSON.parse(printed)), name);
    }
  }
  await signed([write("mixed.json", text.replace(/\{\s*"name"/, '{"name"').replace(/\}\s*$/, "  }")), "--key", key], open);
});

test("by PEM, from a file and from standard input, of every kind", async () => {
  for (const [kind, options, words] of [
    ["ec", { namedCurve: "P-256" }, []],
    ["ec", { namedCurve: "P-384" }, []],
    ["ed25519", {}, []],
    ["rsa", { modulusLength: 2048 }, ["--algorithm", "PS256"]],
  ]) {
    const { privateKey, publicKey } = generateKeyPairSync(kind, options);
    const pem = privateKey.export({ type: "pkcs8", format: "pem" });
    const known = { ...publicKey.export({ format: "jwk" }), kid: "of-the-author" };
    const more = ["--kid", "of-the-author", ...words];
    await signed([card, "--key", write("private.pem", pem), ...more], known);
    await signed([card, "--key", "-", ...more], known, pem);
  }
});

test("--out writes the card, in its own place too", async () => {
  write("in-place.json", text);
  const { code, stdout, stderr } = await negotiator(["sign", "in-place.json", "-k", key, "--out", "in-place.json"]);
  assert.deepEqual([code, stdout, stderr], [0, "", "signed: in-place.json\n"]);
  const [{ status }] = await verifyCard(readFileSync(join(folder, "in-place.json"), "utf8"), { keys: [open] });
  assert.equal(status, "valid");
});

test("--out never writes over the key, by whatever name", async () => {
  const kept = write("kept/private.json", secret);
  symlinkSync("private.json", join(folder, "kept/link.json"));
  for (const [from, to] of [[kept, kept], [kept, "kept/../kept/private.json"], [kept, "kept/link.json"], ["kept/link.json", kept]]) {
    const { code, stdout, stderr } = await negotiator(["sign", card, "--key", from, "--out", to]);
    assert.deepEqual([code, stdout], [64, ""], stderr);
    assert.match(stderr, /`--out` names the file with the key/);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, kept), "utf8")), JSON.parse(JSON.stringify(secret)));
  }
});

test("a key in place of a file's name is never printed", async () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  const itself = /takes the name of a file with the key, not the key itself/;
  for (const [value, said] of [
    [JSON.stringify(secret), itself],
    [` ${JSON.stringify(secret, null, 2)}`, itself],
    [pem, itself],
    [pem.trimEnd().replaceAll("\n", " "), itself],
    [secret.d, /there is no file|cannot be read/],
    [pem.split("\n")[1], /there is no file|cannot be read/],
    [`-${secret.d}`, /needs a value|there is no file/],
    [`${secret.d.repeat(9)}.pem`, /there is no file|cannot be read/],
  ]) {
    for (const words of [["--key", value], [`--key=${value}`], ["-k", value], [`-k${value}`]]) {
      const { code, stdout, stderr } = await negotiator(["sign", card, ...words]);
      assert.deepEqual([code, stdout], [64, ""], stderr);
      assert.match(stderr, said);
      for (const part of [secret.d, pem.split("\n")[1]]) assert.ok(!stderr.includes(part.slice(0, 12)), stderr);
    }
  }
  const after = await negotiator(["sign", card, JSON.stringify(secret)]);
  assert.match(after.stderr, /an argument too many/);
  assert.ok(!after.stderr.includes(secret.d), after.stderr);
  const { stderr } = await negotiator(["sign", card, "--key", "key.pem"]);
  assert.match(stderr, /there is no file `key\.pem`\n.*name the file that holds the private key/);
});

test("misuse says what to do, and nothing of the key", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const encrypted = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "word" });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" });
  writeFileSync(join(folder, "no-key.pem"), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
  for (const [words, said] of [
    [[card], /no key is named/],
    [[card, "-k", "https://agent.example/private.json"], /not fetched/],
    [[card, "-k", "no-such-file.json"], /no-such-file\.json/],
    [[card, "-k", write("open.json", open)], /is no private key: it has no `d`/],
    [[card, "-k", write("nameless.json", { ...secret, kid: undefined })], /has no id\n.*give `--kid`, by which/],
    [[card, "-k", write("encrypted.pem", encrypted), "--kid", "a"], /is encrypted/],
    [[card, "-k", "no-key.pem", "--kid", "a"], /is no private key as PEM/],
    [[card, "-k", write("rsa.pem", rsa), "--kid", "a"], /which algorithm.*\n.*give `--algorithm`, one of/],
    [[card, "-k", write("symmetric.json", { ...secret, alg: "HS256" })], /is for an algorithm that signs no cards/],
    [[card, "-k", key, "--algorithm", "HS256"], /it takes/],
    [[card, "-k", key, "--jku", "http://agent.example/keys.json"], /https/],
    [[card, "-k", key, "--out", "no-such-folder/card.json"], /cannot be written/],
    [[write("twice.json", text.replace("{", '{"name":"x",')), "-k", key], /twice/],
  ]) {
    const { code, stdout, stderr } = await negotiator(["sign", ...words]);
    assert.deepEqual([code, stdout], [64, ""], stderr);
    assert.match(stderr, said);
    assert.ok(!stderr.includes(secret.d) && !stderr.includes("PRIVATE KEY"), stderr);
  }
});
