// Every peer, binding, version and credential: what is negotiated from the peer's own card is sent as it was
// built, and accepted. The whole is printed as a table.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { importPackage } from "../npm/consumer.mjs";
import { COLUMNS, Combination, EXTENSION } from "./cells.mjs";
import { inability } from "./inabilities.mjs";
import { BINDINGS, CREDENTIALS, OF_EACH_CREDENTIAL, PEERS, fetchCard, startAll } from "./peers.mjs";
import { printTable } from "./table.mjs";
import { startWebhook } from "./webhook.mjs";

const negotiator = await importPackage();
const webhook = await startWebhook();
const running = await startAll(OF_EACH_CREDENTIAL);
const rows = [];

after(async () => {
  await Promise.all([webhook.stop(), running.stop()]);
  printTable(Object.keys(COLUMNS), rows);
});

for (const [peer, { versions }] of Object.entries(PEERS)) {
  test(peer, { concurrency: 6 }, async (context) => {
    const filling = [];
    for (const version of versions) {
      for (const binding of BINDINGS) {
        for (const credential of Object.keys(CREDENTIALS)) {
          const row = { peer, version, binding, credential, cells: {} };
          rows.push(row);
          const name = `${version} over ${binding}, ${credential}`;
          filling.push(context.test(name, () => fillRow(row, running.addresses[peer][credential])));
        }
      }
    }
    await Promise.all(filling);
  });
}

/** Does what each column says, and compares what could not be done with what the peer is known not to do. */
async function fillRow(row, address) {
  const { peer, version, binding, credential, cells } = row;
  const profile = {
    bindings: [binding],
    versions: [version],
    credentials: CREDENTIALS[credential],
    accepts: ["application/json", "text/plain"],
    extensions: [EXTENSION],
  };
  const card = await fetchCard(address, version);
  const combination = new Combination({ negotiator, card, profile, webhook });
  const wrong = [];
  for (const [column, run] of Object.entries(COLUMNS)) {
    const known = inability(row, column);
    const error = await run(combination).then(() => undefined, (thrown) => thrown);
    cells[column] = error ? { error: error.message } : {};
    if (error && !(known && known.test(error.message))) wrong.push(`${column}: ${error.stack}`);
    if (!error && known) wrong.push(`${column}: it works, and was known not to (${known})`);
  }
  assert.deepEqual(wrong, []);
  assert.equal(Object.keys(cells).length, Object.keys(COLUMNS).length);
}
