// Stands between the client and a peer, and cuts the first stream in the middle.

import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { pipeline } from "node:stream";

/**
 * Starts it before a peer's address. The stream ends with what contains `last`, and is cut so many milliseconds
 * later. `cuts` and `sends` count the streams cut and the messages sent.
 */
export async function startCutter(address, last, milliseconds) {
  const cutter = { cuts: 0, sends: 0 };
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray());
    if (/message[:/](send|stream)|Send(Streaming)?Message/.test(incoming.url + body)) cutter.sends += 1;
    const { method, headers, url } = incoming;
    const outgoing = send(address + url, { method, headers: { ...headers, host: new URL(address).host } }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers).flushHeaders();
      const isStream = answer.headers["content-type"]?.startsWith("text/event-stream");
      if (!isStream || cutter.cuts > 0) {
        // What the peer itself breaks off is broken off here too.
        pipeline(answer, response, () => {});
        return;
      }
      cutter.cuts += 1;
      let isOver = false;
      answer.on("data", (bytes) => {
        if (isOver) return;
        response.write(bytes);
        isOver = bytes.includes(last);
        if (isOver) setTimeout(() => response.destroy(), milliseconds);
      });
    });
    outgoing.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(cutter, {
    address: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  });
}
