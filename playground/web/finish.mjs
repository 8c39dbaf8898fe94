// Finishes what trunk has put together: says in the page which version it is, to the byte. For release, also
// minifies the script that loads the program, which the bundler of the page's own scripts does not see; lets the
// browser load what the scripts import before it comes upon it there; puts the styles into the page, which is drawn
// without waiting for them; says what the page may load and call at all, and what each file must be; and gives the
// service worker the list of what it keeps. Trunk runs this after each build (see Trunk.toml), before the new page
// replaces the old one.

import { createHash } from "node:crypto";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join, posix, relative } from "node:path";

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

/** What the scripts of a folder whose names have a pattern import at once, and not when it is needed. */
async function imported(pattern, within = ".") {
  const names = (await readdir(join(folder, within))).filter((name) => pattern.test(name));
  const scripts = await Promise.all(names.map((name) => readFile(join(folder, within, name), "utf8")));
  return scripts.flatMap((script) => [...script.matchAll(/(?:import|from)\s*"(\.\/[^"]+)"/g)].map(([, path]) => `./${posix.join(within, path)}`));
}

/** What the page's scripts are made of, beside themselves. */
const ofPage = () => imported(/^main-.*\.js$/);

/** What a wide window shows as soon as it can: the editors. */
async function ofEditors() {
  const pattern = /^code-editor-.*\.js$/;
  const names = (await readdir(join(folder, "parts"))).filter((name) => pattern.test(name));
  const inPage = await ofPage();
  const imports = await imported(pattern, "parts");
  return [...names.map((name) => `./parts/${name}`), ...imports].filter((path) => !inPage.includes(path));
}

/** What a file must be, for browsers to take it. */
async function integrityOf(path) {
  return `sha256-${hash(await readFile(join(folder, path)))}`;
}

const hash = (content) => createHash("sha256").update(content).digest("base64");

/**
 * What each script must be that is loaded at once, wherever it is imported, by an import map. Those that come later would
 * make the page longer than is worth it: they come by the same way.
 */
async function integrityOfScripts() {
  const scripts = [...(await named(/^(?:main|a2a-playground)-.*\.js$/)).map((name) => `./${name}`), ...(await ofPage()), ...(await ofEditors())];
  const entries = await Promise.all(scripts.map(async (path) => [path, await integrityOf(path)]));
  return JSON.stringify({ integrity: Object.fromEntries(entries) });
}

/**
 * Nothing but the page's own, and the fetch of a card from wherever it is. One style element holds
 * the styles of the page, and one is empty: the editor adds its rules one by one. No text becomes markup or a script; the address of a worker comes from own-scripts.js.
 */
function policy(page) {
  const hashes = (pattern) => [...page.matchAll(pattern)].map(([, inline]) => `'sha256-${hash(inline)}'`).join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${hashes(/<script(?: type="(?:module|importmap)")?>([^]*?)<\/script>/g)}`,
    `style-src 'self' ${hashes(/<style>([^]*?)<\/style>/g)} 'sha256-${hash("")}'`,
    // Chromium complains otherwise while somebody types over a selection in an editor; what sets one is not known.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "connect-src 'self' https: http:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // The second is for the templates of lit-html, which are literals.
    "trusted-types own-scripts lit-html",
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

// The documentation is another build, and put beside the page by whoever builds both.
if (!process.env.DOCS_BASE) await change("index.html", (page) => changed(page, ['<a href="docs/">Documentation</a>', ""]));

/** Makes a page by these steps, each of which must find what it changes. */
function changed(page, ...steps) {
  return steps.reduce((page, [pattern, by]) => {
    if (!page.includes(pattern)) throw new Error(`the page that trunk has made has no ${pattern}`);
    return page.replace(pattern, by);
  }, page);
}

if (process.env.TRUNK_PROFILE === "release") {
  for (const name of await named(/^a2a-playground-.*\.js$/)) await change(name, minified);
  const preload = (path, when = "") => `<link rel="modulepreload" href="${path}" crossorigin="anonymous"${when}>`;
  // The editors after all else; a narrow window shows none at first (see styles/layout.css).
  const ofWide = ' media="(min-width: 900px)" fetchpriority="low"';
  const preloads = [...(await ofPage()).map((path) => preload(path)), ...(await ofEditors()).map((path) => preload(path, ofWide))];
  const [program] = await named(/_bg\.wasm$/);
  const ofProgram = await integrityOf(program);
  const ofScripts = await integrityOfScripts();
  const [sheet] = await named(/^page-.*\.css$/);
  const styles = (await readFile(join(folder, sheet), "utf8")).trim();
  await rm(join(folder, sheet));
  await change("index.html", (page) => {
    const [link] = page.match(/<link rel="stylesheet"[^>]*>/) ?? ["stylesheet"];
    const whole = changed(
      page,
      [link, () => `<style>${styles}</style>`],
      ["</head>", `${preloads.join("")}$&`],
      [`module_or_path: './${program}'`, `module_or_path: fetch('./${program}', { integrity: '${ofProgram}' })`],
      // Before the first script, which would be too late.
      ['<meta charset="utf-8">', `$&\n    <script type="importmap">${ofScripts}</script>`],
    );
    return changed(whole, ['<meta charset="utf-8">', `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy(whole)}">`]);
  });
  // Last, when every file is as it will be.
  const serviceWorker = await readFile(join(import.meta.dirname, "dist/service-worker.js"), "utf8");
  const kept = JSON.stringify(await files());
  await writeFile(join(folder, "service-worker.js"), serviceWorker.replace("self.__WB_MANIFEST", () => kept));
}
