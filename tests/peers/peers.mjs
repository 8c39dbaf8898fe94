// The peers: agents on the official SDKs, started and stopped by the tests that need them.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const server = (file) => fileURLToPath(new URL(`servers/${file}`, import.meta.url));

/** Each peer by name: the program that serves it, and the generations of A2A that it speaks. */
export const PEERS = {
  "a2a-sdk 1.3.0": { command: [variable("PYTHON_1_0"), server("python_1_0.py")], versions: ["1.0", "0.3"] },
  "a2a-sdk 0.3.26": { command: [variable("PYTHON_0_3"), server("python_0_3.py")], versions: ["0.3"] },
  "@a2a-js/sdk 1.3.0": { command: [process.execPath, server("javascript_1_0.mjs")], versions: ["1.0", "0.3"] },
  "@a2a-js/sdk 0.3.14": { command: [process.execPath, server("javascript_0_3.mjs")], versions: ["0.3"] },
};

export const BINDINGS = ["JSONRPC", "HTTP+JSON", "GRPC"];

/** What an agent may ask for, and how a profile says that the client holds it. */
export const CREDENTIALS = {
  none: [],
  bearer: [{ type: "http", scheme: "bearer" }],
  apiKey: [{ type: "apiKey" }],
};

/** The secret of all agents that ask for one; it must never be seen where it does not belong. */
export const SECRET = "a-secret-of-the-tests";

export const CARD_PATH = "/.well-known/agent-card.json";

/** Starts a peer's agents, `{name: {credential?, streaming?, push?, tenant?}}`. */
async function start(peer, agents) {
  const described = Object.entries(agents).map(([name, agent]) => [name, { credential: "none", secret: SECRET, ...agent }]);
  const [program, ...words] = PEERS[peer].command;
  const child = spawn(program, [...words, JSON.stringify(Object.fromEntries(described))], {
    // Python would leave what it compiles beside the programs.
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  let errors = "";
  child.stderr.on("data", (text) => (errors += text));
  const ended = once(child, "exit").then(() => {
    throw new Error(`the server of ${peer} ended:\n${errors}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
  ended.catch(() => {});
  const stop = async () => {
    child.stdin.end();
    await ended.catch(() => {});
  };
  return { addresses: JSON.parse(line), stop };
}

/** Starts the same agents of all peers: their addresses by peer and name, and how to stop them. */
export async function startAll(agents) {
  const running = await Promise.all(Object.keys(PEERS).map(async (peer) => ({ peer, ...(await start(peer, agents)) })));
  const addresses = Object.fromEntries(running.map(({ peer, addresses: ofPeer }) => [peer, ofPeer]));
  return { addresses, stop: () => Promise.all(running.map(({ stop }) => stop())) };
}

/** The agents that ask for each kind of credential. */
export const OF_EACH_CREDENTIAL = Object.fromEntries(Object.keys(CREDENTIALS).map((credential) => [credential, { credential }]));

/** Fetches a card as text. The official JavaScript server gives another one to those who name a version. */
export async function fetchCard(address, version) {
  const response = await fetch(address + CARD_PATH, { headers: version ? { "A2A-Version": version } : {} });
  if (!response.ok) throw new Error(`the card's address answers ${response.status}`);
  return response.text();
}

function variable(name) {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name} to Python with the packages of tests/peers/servers, or run the tests by \`cargo xtask test peers\``);
  return value;
}
