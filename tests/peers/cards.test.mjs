// The cards that the official SDKs serve are read without loss, and every interface can be negotiated.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { importPackage } from "../npm/consumer.mjs";
import { BINDINGS, CREDENTIALS, OF_EACH_CREDENTIAL, PEERS, fetchCard, startAll } from "./peers.mjs";

const { explain, negotiate, readCard } = await importPackage();

const PLACEMENTS = {
  none: [],
  bearer: [{ in: "header", name: "Authorization", prefix: "Bearer " }],
  apiKey: [{ in: "header", name: "X-Api-Key", prefix: "" }],
};

/** What is wrong with the cards of the SDKs themselves. */
const KNOWN_ERRORS = {
  // To clients that name no version it serves the interfaces of 1.0 beside the requirements of 0.3 alone.
  "@a2a-js/sdk 1.3.0, closed, undefined": ["requirementShape /security"],
};

const running = await startAll(OF_EACH_CREDENTIAL);
after(running.stop);

for (const [peer, { versions }] of Object.entries(PEERS)) {
  for (const credential of Object.keys(CREDENTIALS)) {
    for (const asked of [undefined, "1.0"]) {
      test(`${peer}, ${credential}, asked for ${asked ?? "no version"}`, async () => {
        const card = await fetchCard(running.addresses[peer][credential], asked);
        const errors = readCard(card).findings.filter(({ severity }) => severity === "error");
        assert.deepEqual(
          errors.map(({ code, pointer }) => `${code} ${pointer}`),
          KNOWN_ERRORS[`${peer}, ${credential === "none" ? "open" : "closed"}, ${asked}`] ?? [],
        );
        for (const version of versions) for (const binding of BINDINGS) check(card, { credential, version, binding });
      });
    }
  }
}

function check(card, { credential, version, binding }) {
  const profile = { bindings: [binding], versions: [version], credentials: CREDENTIALS[credential], accepts: ["text/plain"] };
  const outcome = negotiate(card, profile, { skill: "echo" });
  assert.equal(outcome.decision, "accept", explain(outcome));
  const { plan } = outcome;
  assert.deepEqual([plan.binding, plan.version, plan.tenant], [binding, version, undefined]);
  assert.deepEqual(
    plan.credentials.map(({ placement }) => placement),
    PLACEMENTS[credential],
  );
  assert.equal(plan.fetchExtendedCard, true);
  // A client that holds nothing is refused before it sends anything.
  const empty = negotiate(card, { ...profile, credentials: [] }, { skill: "echo" });
  assert.equal(empty.decision, credential === "none" ? "accept" : "reject");
}
