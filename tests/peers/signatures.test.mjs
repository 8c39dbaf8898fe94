// Signatures both ways with the official SDKs: theirs verify here, and ours there. Prints the matrix.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

import { generateAgentCardSignature, verifyAgentCardSignature } from "@a2a-js/sdk";

import { importPackage, workspace } from "../npm/consumer.mjs";
import { readCases } from "../support/cases.mjs";
import { keyPair } from "../support/keys.mjs";

const { migrateCard, signCard, verifyCard } = await importPackage();
const python = process.env.PYTHON_1_0;
const [research] = readCases("gallery").find(({ name }) => name === "gallery/research-agent").arguments;

/** A card in which nothing is empty that the specification wants signed. */
const card = {
  ...migrateCard(research).card,
  securityRequirements: [{ schemes: { oauth: { list: ["research.read"] } } }],
  skills: migrateCard(research).card.skills.map(({ securityRequirements, ...skill }) => skill),
};
/** One in which a requirement asks for no scopes, and a list that must be there is empty. */
const withEmpty = { ...card, securityRequirements: [{ schemes: { oauth: { list: [] } } }], skills: [{ ...card.skills[0], tags: [] }] };

function inPython(request) {
  const output = execFileSync(python, [join(workspace, "tests/peers/signing.py")], { input: JSON.stringify(request), encoding: "utf8" });
  return JSON.parse(output);
}

const SDKS = {
  "Python a2a-sdk 1.3.0": {
    sign: (card, key, algorithm) => inPython({ do: "sign", card, key, algorithm }),
    verifies: (card, key, algorithm) => inPython({ do: "verify", card, key, algorithm }).valid,
  },
  "JavaScript @a2a-js/sdk 1.3.0": {
    sign: async (card, key, algorithm) =>
      generateAgentCardSignature({ ...key, alg: algorithm }, { alg: algorithm, typ: "JOSE", kid: key.kid })(card),
    verifies: async (card, key, algorithm) => {
      const { debug } = console;
      console.debug = () => {};
      try {
        await verifyAgentCardSignature(() => ({ ...key, alg: algorithm }))(card);
        return true;
      } catch {
        return false;
      } finally {
        console.debug = debug;
      }
    },
  },
};

test("theirs verify here, and ours there, with every algorithm", async () => {
  const rows = [];
  for (const [name, sdk] of Object.entries(SDKS)) {
    for (const algorithm of ["ES256", "ES384", "RS256", "PS256", "EdDSA"]) {
      const { secret, open } = await keyPair(algorithm, "key-1");
      const keys = { keys: [open] };
      const status = async (...given) => (await verifyCard(...given))[0].status;
      const ours = await signCard(card, secret, { algorithm });
      const theirs = await sdk.sign(card, secret, algorithm);
      const tampered = { ...theirs, description: "Another." };
      const row = [
        name,
        algorithm,
        await status(theirs, keys),
        await sdk.verifies(ours, open, algorithm) ? "valid" : "invalid",
        await status(tampered, keys),
        await sdk.verifies({ ...ours, description: "Another." }, open, algorithm) ? "valid" : "invalid",
      ];
      rows.push(row);
      assert.deepEqual(row.slice(2), ["valid", "valid", "invalid", "invalid"], row.join(" "));
      // What an SDK leaves unsigned holds only where that is allowed.
      const careless = { ...withEmpty, signatures: (await sdk.sign(withEmpty, secret, algorithm)).signatures };
      const [strict] = await verifyCard(careless, keys);
      assert.equal(strict.status, "invalid");
      assert.match(strict.message, /without its empty values/);
      assert.equal(await status(careless, keys, { allowUnsignedEmptyValues: true }), "valid");
    }
  }
  const head = ["SDK", "algorithm", "theirs here", "ours there", "theirs changed, here", "ours changed, there"];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  for (const row of [head, ...rows]) console.log(row.map((word, column) => word.padEnd(widths[column])).join("  ").trimEnd());
});
