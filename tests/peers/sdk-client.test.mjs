// `planFetch` inside the official JavaScript clients: what the plan says arrives at the peers.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";

import { SendMessageRequest } from "@a2a-js/sdk";
import * as current from "@a2a-js/sdk/client";
import * as older from "a2a-js-sdk-0.3/client";

import { importPackage } from "../npm/consumer.mjs";
import { CREDENTIALS, OF_EACH_CREDENTIAL, PEERS, SECRET, fetchCard, startAll } from "./peers.mjs";

const { negotiate, planFetch } = await importPackage();
const EXTENSION = "https://example.com/extensions/heard";
const FACTORIES = { JSONRPC: "JsonRpcTransportFactory", "HTTP+JSON": "RestTransportFactory" };

/** Sends through the current SDK's client, and returns the text and the data of the answer. */
async function sendByCurrent(address, binding, fetchImpl) {
  const options = { fetchImpl, legacyCompat: { enabled: true } };
  const factory = new current.ClientFactory({
    transports: [new current[FACTORIES[binding]](options)],
    preferredTransports: [binding],
    cardResolver: new current.DefaultAgentCardResolver(options),
  });
  const client = await factory.createFromUrl(address);
  const message = { messageId: randomUUID(), role: "ROLE_USER", parts: [{ text: "echo this" }] };
  const { artifacts } = await client.sendMessage(SendMessageRequest.fromJSON({ message }));
  const contents = artifacts.flatMap(({ parts }) => parts.map(({ content }) => content));
  return { text: contents[0].value, heard: contents[1].value };
}

/** The same through the client of 0.3. */
async function sendByOlder(address, binding, fetchImpl) {
  const factory = new older.ClientFactory({
    transports: [new older[FACTORIES[binding]]({ fetchImpl })],
    preferredTransports: [binding],
    cardResolver: new older.DefaultAgentCardResolver({ fetchImpl }),
  });
  const client = await factory.createFromUrl(address);
  const message = { kind: "message", messageId: randomUUID(), role: "user", parts: [{ kind: "text", text: "echo this" }] };
  const { artifacts } = await client.sendMessage({ message, configuration: { blocking: true } });
  const parts = artifacts.flatMap((artifact) => artifact.parts);
  return { text: parts[0].text, heard: parts[1].data };
}

const running = await startAll(OF_EACH_CREDENTIAL);
after(running.stop);

for (const [peer, { versions }] of Object.entries(PEERS)) {
  const clients = { "@a2a-js/sdk 1.3.0": [sendByCurrent, versions[0]] };
  if (versions.includes("0.3")) clients["@a2a-js/sdk 0.3.14"] = [sendByOlder, "0.3"];
  for (const [client, [send, version]] of Object.entries(clients)) {
    for (const binding of Object.keys(FACTORIES)) {
      for (const credential of Object.keys(CREDENTIALS)) {
        test(`${client} to ${peer}, ${version} over ${binding}, ${credential}`, async () => {
          const address = running.addresses[peer][credential];
          const profile = {
            bindings: [binding],
            versions: [version],
            credentials: CREDENTIALS[credential],
            accepts: ["text/plain"],
            extensions: [EXTENSION],
          };
          const { plan } = negotiate(await fetchCard(address, version), profile, { skill: "echo" });
          const fetchByPlan = planFetch(plan, { credentials: () => SECRET });
          const { text, heard } = await send(address, binding, fetchByPlan);
          assert.equal(text, "result of echo this");
          assert.deepEqual(heard.extensions, [EXTENSION]);

          if (credential === "none") return;
          // Without the plan the same client is refused, and with a wrong secret as well.
          await assert.rejects(send(address, binding, fetch), /401/);
          await assert.rejects(send(address, binding, planFetch(plan, { credentials: () => "wrong" })), /401/);
        });
      }
    }
  }
}
