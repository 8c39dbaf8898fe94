// What is measured on: real-shaped cards by size, and a client that can call them.

import { fileURLToPath, pathToFileURL } from "node:url";

import { ClientFactory } from "@a2a-js/sdk/client";

import { negotiate as negotiateInJavaScript } from "../reference/negotiate.mjs";
import { readCards } from "../support/cases.mjs";

/** Where `cargo xtask npm` builds the package. */
export const packageFolder = process.env.PACKAGE_FOLDER ?? fileURLToPath(new URL("../../target/npm", import.meta.url));

/** The package itself. */
export const negotiator = await import(pathToFileURL(`${packageFolder}/index.js`));

export const profile = {
  bindings: ["JSONRPC", "HTTP+JSON"],
  credentials: [{ type: "http", scheme: "bearer" }, { type: "apiKey" }, { type: "oauth2" }, { type: "openIdConnect" }],
  accepts: ["text/plain", "application/json", "*/*"],
  sends: ["text/plain"],
  normalizeMediaTypes: true,
};

/** A client that no agent can serve, so that every step is refused and every fix is tried. */
export const refusedProfile = { bindings: ["GRPC"], versions: ["1.0"], accepts: ["model/obj"], sends: ["audio/wav"] };

const factory = new ClientFactory();

/** The texts of the cards nearest to a size, at most four, which all that is compared can read and call. */
export async function cardsNear(bytes) {
  const distance = ({ text }) => Math.abs(Math.log(text.length / bytes));
  const near = readCards().filter((card) => distance(card) < 0.5).sort((one, other) => distance(one) - distance(other));
  const chosen = [];
  for (const { text } of near) {
    if (chosen.length < 4 && (await isCalledByAll(text))) chosen.push(text);
  }
  if (chosen.length === 0) throw new Error(`there is no card of about ${bytes} bytes under tests/cards that all can call`);
  return chosen;
}

async function isCalledByAll(text) {
  const card = JSON.parse(text);
  if (negotiator.negotiate(text, profile).decision !== "accept") return false;
  try {
    await factory.createFromAgentCard(card);
    return negotiateInJavaScript(card, profile).decision === "accept";
  } catch {
    return false;
  }
}
