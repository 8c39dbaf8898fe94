// What `call` does at real servers when something goes wrong on the way: the result arrives all the same, and
// the message is sent once.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { importPackage } from "../npm/consumer.mjs";
import { PATIENCE } from "../support/patience.mjs";
import { read } from "./answers.mjs";
import { message } from "./cells.mjs";
import { startCutter } from "./cutter.mjs";
import { CREDENTIALS, PEERS, SECRET, fetchCard, startAll } from "./peers.mjs";
import { send } from "./sending.mjs";

const { buildRequest, call, negotiate } = await importPackage();

const LIMIT = { timeout: PATIENCE };
const AGENTS = { full: {}, bare: { streaming: false, push: false }, closed: { credential: "bearer" } };

/** When a stream is cut: after which piece of the artifact, and how long after it. */
const CUTS = [
  ["in the middle", '"one"', 10],
  ["while the task ends", '"three"', 200],
];

/** The card, plan and profile for a skill; `change` is applied to the card's text. */
async function prepare(address, binding, version, skill, change = (text) => text) {
  const card = change(await fetchCard(address, version));
  const profile = { bindings: [binding], versions: [version], credentials: CREDENTIALS.bearer, accepts: ["text/plain"] };
  const intent = { skill };
  return { card, profile, intent, plan: negotiate(card, profile, intent).plan };
}

/** Calls, and returns the call when it has ended. */
async function follow({ plan, ...context }, text, options) {
  const following = call(plan, message(text), { credentials: () => SECRET, pollSeconds: 0.1, ...context, ...options });
  await following.result();
  return following;
}

const running = await startAll(AGENTS);
after(running.stop);

for (const [peer, { versions }] of Object.entries(PEERS)) {
  for (const version of versions) {
    for (const binding of ["JSONRPC", "HTTP+JSON"]) {
      const name = `${peer}, ${version} over ${binding}`;

      for (const [when, last, milliseconds] of CUTS) {
        test(`${name}: a stream is cut ${when}, and the result arrives`, LIMIT, async (context) => {
          const address = running.addresses[peer].full;
          const cutter = await startCutter(address, last, milliseconds);
          context.after(cutter.stop);
          const throughCutter = (card) => card.replaceAll(address, cutter.address);
          const following = await follow(await prepare(address, binding, version, "count", throughCutter), "count to three");
          assert.deepEqual([cutter.cuts, cutter.sends], [1, 1], "the message is sent once");
          assert.equal(following.history[0]?.action, "resubscribe");
          context.diagnostic(following.history.map(({ action, error }) => `${error}: ${action}`).join(", "));
          const { state, text } = read(following.task);
          assert.equal(state, "completed");
          // The Python SDK 0.3 keeps each piece once for every stream that it is sent to.
          assert.match(text, peer === "a2a-sdk 0.3.26" ? /^one(two)+(three)+$/ : /^onetwothree$/);
        });
      }

      test(`${name}: a credential is refused, and renewed`, LIMIT, async () => {
        const prepared = await prepare(running.addresses[peer].closed, binding, version, "echo");
        const credentials = (credential, { refused }) => (refused ? SECRET : "expired");
        const following = await follow(prepared, "echo this", { credentials });
        assert.deepEqual(
          following.history.map(({ action }) => action),
          ["refreshCredential"],
        );
        assert.equal(read(following.task).text, "result of echo this");
      });

      test(`${name}: a credential is refused again, and the call ends`, LIMIT, async () => {
        const prepared = await prepare(running.addresses[peer].closed, binding, version, "echo");
        await assert.rejects(follow(prepared, "echo this", { credentials: () => "wrong-one" }), (error) => {
          assert.doesNotMatch(JSON.stringify(error) + error.message + error.stack, /wrong-one/);
          return error.name === "CallError";
        });
      });

      test(`${name}: the card promises a stream that the agent does not have`, LIMIT, async () => {
        const prepared = await prepare(running.addresses[peer].bare, binding, version, "echo", (card) =>
          card.replace(/"streaming": ?false/g, '"streaming":true'),
        );
        assert.equal(prepared.plan.delivery.mode, "stream");
        const outcome = await follow(prepared, "echo this").catch((error) => error);
        // The one answers as if it had failed itself, the other by a stream that breaks before it begins: no
        // sign that something else would do, nor that the message was not taken.
        if (peer === "a2a-sdk 0.3.26" || name === "a2a-sdk 1.3.0, 0.3 over HTTP+JSON") {
          assert.equal(outcome.name, "CallError");
          return;
        }
        assert.equal(outcome.history[0]?.action, "nextDelivery");
        assert.equal(read(outcome.task).text, "result of echo this");
      });

      test(`${name}: a call that is given up leaves the task, which can be followed further`, LIMIT, async () => {
        const prepared = await prepare(running.addresses[peer].full, binding, version, "slow");
        const controller = new AbortController();
        const { plan, ...context } = prepared;
        const options = { ...context, pollSeconds: 0.1, signal: controller.signal, onUpdate: () => controller.abort() };
        const following = call(plan, message("slow 0.4"), options);
        await assert.rejects(following.result(), { name: "AbortError" });
        const resumed = following.resume({ signal: AbortSignal.timeout(PATIENCE) });
        await resumed.result();
        assert.equal(read(resumed.task).text, "result of slow 0.4");
      });

      test(`${name}: a task asks back, and goes on with the answer`, LIMIT, async () => {
        const following = await follow(await prepare(running.addresses[peer].full, binding, version, "ask"), "ask me");
        assert.equal(following.end.state, "inputRequired");
        const next = following.reply({ parts: [{ text: "blue" }] });
        const failed = await next.result().then(() => undefined, (error) => error);
        const request = buildRequest(following.plan, null, { operation: "getTask", taskId: following.task.id });
        const [task] = await send(request, () => SECRET);
        const arrived = JSON.stringify((task.result ?? task).history ?? []).split('"blue"').length - 1;
        // It takes the message and starts the agent, and refuses to stream since the agent begins with no task.
        if (peer === "@a2a-js/sdk 1.3.0") {
          assert.deepEqual([failed.action.error, failed.action.action, failed.action.repeat], ["UnsupportedOperationError", "nextDelivery", false]);
          assert.deepEqual([failed.task.id, arrived], [following.task.id, 1]);
          return;
        }
        assert.equal(next.task?.id, following.task.id, failed?.stack);
        assert.equal(read(next.task).text, "result of blue");
        // Not every peer tells of the answer.
        assert.ok(arrived <= 1, `the message has arrived ${arrived} times`);
      });
    }
  }
}
