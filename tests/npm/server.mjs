// A small server on loopback, for answers that the servers of the official SDKs cannot be made to give.

import { createServer } from "node:http";
import { after } from "node:test";

/**
 * Starts a server. `answer` is called with each request, `{method, url, headers, body}`, and the response.
 * Returns its `url` and the `requests` so far; it is closed when the tests of the file are over, or by `stop`.
 */
export async function serve(answer) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { method, url, headers } = request;
    requests.push({ method, url, headers, body });
    await answer(requests.at(-1), response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  after(stop);
  return { url: `http://127.0.0.1:${server.address().port}`, requests, stop };
}

/** Answers with JSON. */
export function json(response, value, status = 200, headers = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}
