// A receiver of push notifications on this machine.

import { once } from "node:events";
import { createServer } from "node:http";

import { PATIENCE } from "../support/patience.mjs";

/** Starts it. `url(name)` is an address of its own, and `next(name)` waits for what comes there. */
export async function startWebhook() {
  const received = new Map();
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    response.end();
    const name = request.url.slice(1);
    queueOf(name).push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    server.emit("notification");
  });
  const queueOf = (name) => received.get(name) ?? received.set(name, []).get(name);
  server.setMaxListeners(0);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${server.address().port}`;
  return {
    url: (name) => `${address}/${name}`,
    async next(name) {
      const limit = AbortSignal.timeout(PATIENCE);
      while (queueOf(name).length === 0) await once(server, "notification", { signal: limit });
      return queueOf(name).shift();
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
