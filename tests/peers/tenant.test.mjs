// An interface that declares a tenant: every request carries it, and the peers hear it.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { importPackage } from "../npm/consumer.mjs";
import { read } from "./answers.mjs";
import { message } from "./cells.mjs";
import { BINDINGS, PEERS, fetchCard, startAll } from "./peers.mjs";
import { send } from "./sending.mjs";

const { buildRequest, negotiate, recover } = await importPackage();
const TENANT = "blue 1";

const running = await startAll({ shared: { tenant: TENANT } });
after(running.stop);

for (const [peer, { versions }] of Object.entries(PEERS)) {
  // 0.3 has no tenants.
  if (!versions.includes("1.0")) continue;
  for (const binding of BINDINGS) {
    test(`${peer} over ${binding}`, async () => {
      const card = await fetchCard(running.addresses[peer].shared, "1.0");
      const profile = { bindings: [binding], versions: ["1.0"], accepts: ["text/plain"] };
      const { plan } = negotiate(card, profile, { skill: "echo" });
      assert.equal(plan.tenant, TENANT);
      const ask = async (content, options) => read((await send(buildRequest(plan, content, options)))[0]);

      const task = await ask(message("echo this"), { operation: "sendMessage" });
      // Over HTTP+JSON the Python SDK looks for the tenant in the path alone.
      assert.equal(task.heard.tenant, `${peer} ${binding}` === "a2a-sdk 1.3.0 HTTP+JSON" ? "" : TENANT);
      const { taskId } = task;
      assert.equal((await ask(null, { operation: "getTask", taskId })).taskId, taskId);

      if (binding !== "HTTP+JSON") return;
      const inPath = await ask(message("echo this"), { operation: "sendMessage", tenantInPath: true });
      assert.equal(inPath.heard.tenant, TENANT);
      const again = await ask(null, { operation: "getTask", taskId: inPath.taskId, tenantInPath: true });
      assert.equal(again.taskId, inPath.taskId);
      // A server that does not have the path without the tenant is tried with it.
      const failure = { http: { status: 404, headers: {}, body: "Not Found" }, operation: "sendMessage" };
      assert.deepEqual(recover(plan, failure, { card, profile, intent: { skill: "echo" } }).request, { tenantInPath: true });
    });
  }
}
