// Bundles the page's own scripts, the editor among them, and its styles. Trunk runs this before each build (see Trunk.toml).

import { readFileSync } from "node:fs";
import { access, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { licencesOf } from "../../xtask/licences.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const output = join(here, "dist");
/** Where what is loaded by other scripts goes; the page is told of the folder (see index.html). */
const parts = "parts";
const isRelease = process.env.TRUNK_PROFILE === "release";

let esbuild;
try {
  esbuild = await import("esbuild");
} catch {
  console.error("esbuild is not installed; run `npm ci` in the repository's root, or let `cargo xtask playground` do it");
  process.exit(1);
}

for (const made of ["schemas/input/client-profile.json", "npm/negotiator.wasm"]) {
  await access(join(here, "../../target", made)).catch(() => {
    console.error(`\`target/${made}\` is not made yet; start by \`cargo xtask playground\`, which does it`);
    process.exit(1);
  });
}

/** A preset, its profile as its author laid it out. */
function preset(file) {
  const [, profile] = /^  "profile": (\{\n.*?\n  \}),?$/ms.exec(file);
  return { ...JSON.parse(file), profile: profile.replaceAll("\n  ", "\n") };
}

/** Profiles of real clients, those that were read from their code first. */
const presets = join(here, "../presets");
const clients = (await readdir(presets)).sort().map((name) => preset(readFileSync(join(presets, name), "utf8")));
const PRESETS = clients
  .sort((one, other) => !!other.readFrom - !!one.readFrom)
  .map(({ title, promise, about, readFrom, profile }) => {
    const from = readFrom && `${readFrom.project.replace("https://github.com/", "")} ${readFrom.version}`;
    return { title, promise, about, from, profile };
  });

const { minified } = await import("./minified.mjs");
const npm = join(here, "../../target/npm");
const common = {
  bundle: true,
  format: "esm",
  target: ["es2022", "chrome120", "firefox120", "safari17"],
  minify: isRelease,
  legalComments: "none",
  outdir: output,
  write: false,
  metafile: true,
};

// The worker first, whose name the views are told.
const worker = await esbuild.build({
  ...common,
  entryPoints: { worker: join(here, "views", "worker.js") },
  entryNames: `${parts}/[name]-[hash]`,
  assetNames: `${parts}/[name]-[hash]`,
  loader: { ".wasm": "file" },
  alias: { "a2a-negotiator": join(npm, "slim.js"), "negotiator.wasm": join(npm, "negotiator.wasm") },
});
const workerFile = worker.outputFiles.map(({ path }) => basename(path)).find((name) => name.endsWith(".js"));
const page = await esbuild.build({
  ...common,
  entryPoints: { main: join(here, "main.js"), page: join(here, "styles", "page.css") },
  splitting: true,
  chunkNames: `${parts}/[name]-[hash]`,
  // From the folder of parts, in which both are.
  define: { WORKER_FILE: JSON.stringify(`./${workerFile}`), PRESETS: JSON.stringify(PRESETS), IS_RELEASE: String(isRelease) },
});
// What it keeps is filled in once the page is whole (see finish.mjs).
const serviceWorker = await esbuild.build({
  ...common,
  entryPoints: { "service-worker": join(here, "offline", "service-worker.js") },
  format: "iife",
  define: { "process.env.NODE_ENV": '"production"' },
});
const outputFiles = [worker, page, serviceWorker].flatMap(({ outputFiles }) => outputFiles);

const licences = join(here, "../../target/licences");
await mkdir(licences, { recursive: true });
const inputs = [worker, page, serviceWorker].flatMap(({ metafile }) => Object.keys(metafile.inputs));
await writeFile(join(licences, "page-scripts.txt"), licencesOf([...new Set(inputs)]));

await mkdir(join(output, parts), { recursive: true });
const old = new Set((await readdir(join(output, parts))).map((name) => join(output, parts, name)));
for (const { path, contents, text } of outputFiles) {
  old.delete(path);
  const written = isRelease && path.endsWith(".js") ? Buffer.from(await minified(text)) : contents;
  // An unchanged bundle is left alone, so that watching the sources does not build twice.
  const before = await readFile(path).catch(() => null);
  if (!before?.equals(written)) await writeFile(path, written);
}
await Promise.all([...old].map((path) => rm(path)));
