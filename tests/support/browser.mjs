// A Chromium for the tests, and a server for static files on loopback.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

import { chromium } from "playwright-core";

import { PATIENCE } from "./patience.mjs";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Starts the browser that `$CHROME` names; `cargo xtask test` finds one and sets it. */
export async function launch() {
  const executablePath = process.env.CHROME;
  if (!executablePath) throw new Error("set CHROME to a Chromium or Chrome, or run the tests by `cargo xtask test`");
  const browser = await chromium.launch({
    executablePath,
    timeout: PATIENCE,
    // Containers lack the kernel's sandbox; and nothing here should talk to anything but loopback.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  for (const method of ["newPage", "newContext"]) {
    const open = browser[method].bind(browser);
    browser[method] = async (options) => {
      const opened = await open(options);
      opened.setDefaultTimeout(PATIENCE);
      return opened;
    };
  }
  return browser;
}

/** Serves a folder on loopback; `headers` are added to every answer. */
export async function serve(folder, headers = {}) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://loopback").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) {
      // Browsers ask for an icon by themselves; a page without one is not at fault.
      response.writeHead(path === "/favicon.ico" ? 204 : 404, headers).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...headers });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
