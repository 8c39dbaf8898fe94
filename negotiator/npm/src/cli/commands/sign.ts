import { createPrivateKey } from "node:crypto";
import { realpath, writeFile } from "node:fs/promises";
import { resolve } from "node:path";

import { signCard } from "a2a-negotiator";
import type { SignatureAlgorithm } from "a2a-negotiator";

import { command } from "../command.js";
import { onlyCard, withPlacesLater } from "../consult.js";
import { isAddress } from "../fetch.js";
import { withSignature } from "../members.js";
import { Misuse } from "../misuse.js";
import { shownWord } from "../shown-word.js";
import { SOURCES, seconds } from "../options.js";
import { Reader } from "../read.js";
import { printable } from "../terminal.js";

const ALGORITHMS = ["ES256", "ES384", "RS256", "PS256", "EdDSA"] as const satisfies SignatureAlgorithm[];

export const sign = command({
  name: "sign",
  summary: "put a signature into an agent card, by a key that you hold",
  usage: "CARD --key FILE [--kid ID] [--out FILE]",
  about:
    "Prints the card with a signature more, laid out as it was. The key is a private one, in a file of yours: a JSON Web\n" +
    "Key, or PKCS#8 as PEM. It is used here and nowhere else, and never printed.",
  options: {
    key: { type: "string", short: "k", value: "FILE", isPrivate: true, about: "the private key, or - for standard input" },
    kid: { type: "string", value: "ID", about: "the id of the key, where the key does not say it" },
    algorithm: {
      type: "string",
      value: "NAME",
      choices: ALGORITHMS,
      about: `${ALGORITHMS.join(", ")}; to be said for a key for RSA`,
    },
    jku: { type: "string", value: "URL", about: "where the public keys are, for those who verify" },
    out: { type: "string", short: "o", value: "FILE", about: "write the card there, in place of printing it" },
    timeout: SOURCES.timeout,
  },
  examples: [
    ["sign agent-card.json --key private.pem --kid key-1 --out agent-card.json", "the card in its place"],
    ["sign agent-card.json --key - --kid key-1 < private.pem", "with a key that is in no file"],
  ],
  codes: { 0: "signed" },
  async run({ values, positionals }, io) {
    const name = onlyCard(positionals);
    const { key: keyName, kid, algorithm, jku, out } = values;
    if (keyName === undefined) throw new Misuse("no key is named", "name the file with your private key: `--key FILE`");
    if (isAddress(keyName)) throw new Misuse("a private key is not fetched", "name a file that only you can read, or `-`");
    if (jku !== undefined && !jku.startsWith("https://")) {
      throw new Misuse(`\`${shownWord(jku)}\` is no address of keys that anybody should believe`, "give one that starts with `https://`");
    }
    const reader = new Reader(io, seconds(values.timeout));
    const card = await reader.read(name, "agent card");
    if (out !== undefined && (await isSameFile(io.workingDirectory, keyName, out))) {
      throw new Misuse("`--out` names the file with the key, which would be lost", "name another file, such as the card's");
    }
    const key = keyFrom((await reader.readKey(keyName, "private key")).text);
    const options = { ...(kid !== undefined && { kid }), ...(algorithm && { algorithm }), ...(jku !== undefined && { jku }) };
    const signed = await withPlacesLater({ card }, () => signCard(card.text, key, options));
    const text = withSignature(card.text, signed);
    if (out === undefined) return { code: 0, stdout: text };
    try {
      await writeFile(resolve(io.workingDirectory, out), text);
    } catch {
      throw new Misuse(`\`${shownWord(out)}\` cannot be written`, "name a file in a folder that is there and yours");
    }
    return { code: 0, stderr: `signed: ${printable(out)}\n` };
  },
});

/** Whether two names are of one file, by whatever links. */
async function isSameFile(folder: string, name: string, other: string): Promise<boolean> {
  try {
    return (await realpath(resolve(folder, name))) === (await realpath(resolve(folder, other)));
  } catch {
    // What is not there yet is no file with a key.
    return false;
  }
}

/** A key as a JSON Web Key. Nothing of it is in what is said. */
function keyFrom(text: string): string | object {
  if (!text.includes("-----BEGIN ")) return text;
  try {
    return createPrivateKey(text).export({ format: "jwk" });
  } catch {
    const problem = /ENCRYPTED/.test(text) ? "is encrypted" : "is no private key as PEM";
    throw new Misuse(`the key ${problem}`, "give it as PKCS#8 without a passphrase, such as by `openssl pkcs8 -topk8 -nocrypt`");
  }
}
