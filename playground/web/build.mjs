// Bundles the page's own scripts, the editor among them, and its styles. Trunk runs this before each build (see Trunk.toml).

import { access, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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

const schema = join(here, "../../target/schemas/input/client-profile.json");
await access(schema).catch(() => {
  console.error("the schema of profiles is not generated yet; start by `cargo xtask playground`, which does it");
  process.exit(1);
});

const { minified } = await import("./minified.mjs");
const { outputFiles, metafile } = await esbuild.build({
  entryPoints: { main: join(here, "main.js"), page: join(here, "styles", "page.css") },
  bundle: true,
  splitting: true,
  chunkNames: `${parts}/[name]-[hash]`,
  format: "esm",
  target: ["es2022", "chrome120", "firefox120", "safari17"],
  minify: isRelease,
  legalComments: "none",
  outdir: output,
  write: false,
  metafile: true,
});

const licences = join(here, "../../target/licences");
await mkdir(licences, { recursive: true });
await writeFile(join(licences, "page-scripts.txt"), licencesOf(Object.keys(metafile.inputs)));

await mkdir(join(output, parts), { recursive: true });
const old = new Set((await readdir(join(output, parts))).map((name) => join(output, parts, name)));
for (const { path, text } of outputFiles) {
  old.delete(path);
  const written = isRelease && path.endsWith(".js") ? await minified(text) : text;
  // An unchanged bundle is left alone, so that watching the sources does not build twice.
  const before = await readFile(path, "utf8").catch(() => null);
  if (before !== written) await writeFile(path, written);
}
await Promise.all([...old].map((path) => rm(path)));
