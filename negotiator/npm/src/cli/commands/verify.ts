import { verifyCard } from "a2a-negotiator";
import type { SignatureStatus, VerifiedSignature } from "a2a-negotiator";

import { command } from "../command.js";
import { onlyCard, withPlacesLater } from "../consult.js";
import { Misuse } from "../misuse.js";
import { SOURCES, seconds } from "../options.js";
import { Reader } from "../read.js";
import { asJson, onOneLine, painter } from "../terminal.js";
import type { Paint, Style } from "../terminal.js";

const STYLES: Record<SignatureStatus, Style> = {
  valid: "green",
  invalid: "red",
  unknownKey: "yellow",
  unsupported: "yellow",
  malformed: "red",
};

export const verify = command({
  name: "verify",
  summary: "say which signatures of an agent card hold",
  usage: "CARD --keys KEYS",
  about:
    "Verifies each signature by itself, with the public keys that you trust for this agent: a JSON Web Key Set. Nothing\n" +
    "is fetched from where a signature says that its keys are.",
  options: {
    keys: { type: "string", short: "k", value: "KEYS", about: "the trusted keys, a file or an address" },
    "allow-unsigned-empty-values": {
      type: "boolean",
      about: "take signatures that leave out what is empty, as official SDKs make them",
    },
    json: { type: "boolean", about: "print the results as JSON" },
    timeout: SOURCES.timeout,
  },
  examples: [["verify agent-card.json --keys keys.json", "with keys in a file"]],
  codes: { 0: "a signature holds, and none is wrong", 1: "none holds, or one is wrong" },
  async run({ values, positionals }, io) {
    const name = onlyCard(positionals);
    if (values.keys === undefined) {
      throw new Misuse("no keys are named", "name the JSON Web Key Set that you trust with `--keys FILE`");
    }
    const reader = new Reader(io, seconds(values.timeout));
    const card = await reader.read(name, "agent card");
    const keys = await reader.read(values.keys, "key set");
    const options = { allowUnsignedEmptyValues: values["allow-unsigned-empty-values"] };
    const found = await withPlacesLater({ card, keys }, () => verifyCard(card.text, keys.text, options));
    const isWell = found.some(({ status }) => status === "valid") && found.every(({ status }) => status !== "invalid");
    return { code: isWell ? 0 : 1, stdout: values.json ? asJson(found) : text(found, painter(io.stdout)) };
  },
});

function text(signatures: readonly VerifiedSignature[], paint: Paint): string {
  if (signatures.length === 0) return "the card is not signed\n";
  const lines = signatures.map(({ status, message, kid, alg }) => {
    const about = [kid ?? "no key", alg ?? "no algorithm"].map((word) => `\`${word.replaceAll("`", "'")}\``).join(", ");
    return `${paint(STYLES[status], status)}  ${onOneLine(`${about}: ${message}`)}\n`;
  });
  return lines.join("");
}
