// Finishes what trunk has put together: says in the page which version it is, to the byte. For release, also
// minifies the script that loads the program, which the bundler of the page's own scripts does not see; lets the
// browser load what the scripts import before it comes upon it there; and says what the page may load and call at
// all; and gives the service worker the list of what it keeps. Trunk runs this after each build (see Trunk.toml), before the
// new page replaces the old one.

import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";

import { minified } from "./minified.mjs";

const folder = process.env.TRUNK_STAGING_DIR;

/** The names of files of the page. */
async function named(pattern) {
  return (await readdir(folder)).filter((name) => pattern.test(name));
}

async function change(name, by) {
  const file = join(folder, name);
  await writeFile(file, await by(await readFile(file, "utf8")));
}

/** What the page's scripts import at once, and not when it is needed. */
async function imported() {
  const scripts = await Promise.all((await named(/^main-.*\.js$/)).map((name) => readFile(join(folder, name), "utf8")));
  return scripts.flatMap((script) => [...script.matchAll(/(?:import|from)\s*"(\.\/parts\/[^"]+)"/g)].map(([, path]) => path));
}

/** Nothing but the page's own, and the fetch of a card from wherever it is. Styles are set by the editor as it goes. */
function policy(page) {
  const inline = [...page.matchAll(/<script(?: type="module")?>([^]*?)<\/script>/g)].map(([, script]) => script);
  const hashes = inline.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${hashes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "connect-src 'self' https: http:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/**
 * All files of the page, as its service worker takes them. The digests in trunk's names are of files that are not finished
 * yet, so that each has one of its own here.
 */
async function files() {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  const digest = async (name) => createHash("sha256").update(await readFile(join(folder, name))).digest("hex");
  return Promise.all(names.sort().map(async (url) => ({ url, revision: (await digest(url)).slice(0, 16) })));
}

/** The version, and the digest of the program that decides. */
async function version() {
  const [, number] = /^version = "(.*)"$/m.exec(await readFile(join(import.meta.dirname, "../../Cargo.toml"), "utf8"));
  const [program] = await named(/_bg\.wasm$/);
  const digest = createHash("sha256").update(await readFile(join(folder, program))).digest("hex");
  return `a2a-negotiator ${number}, module <code title="SHA-256 ${digest}">${digest.slice(0, 12)}</code>`;
}

const whole = await version();
await change("index.html", (page) => page.replace("a2a-negotiator <", `${whole} <`));

if (process.env.TRUNK_PROFILE === "release") {
  for (const name of await named(/^a2a-playground-.*\.js$/)) await change(name, minified);
  const preloads = (await imported()).map((path) => `<link rel="modulepreload" href="${path}" crossorigin="anonymous">`);
  await change("index.html", (page) =>
    page
      .replace('<meta charset="utf-8">', `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy(page)}">`)
      .replace("</head>", `${preloads.join("")}$&`),
  );
  // Last, when every file is as it will be.
  const serviceWorker = await readFile(join(import.meta.dirname, "dist/service-worker.js"), "utf8");
  const kept = JSON.stringify(await files());
  await writeFile(join(folder, "service-worker.js"), serviceWorker.replace("self.__WB_MANIFEST", () => kept));
}
