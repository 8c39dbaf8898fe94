// Bundles the page's own scripts, the editor among them, and its styles. Trunk runs this before each build (see Trunk.toml).

import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const output = join(here, "dist");

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

const { outputFiles } = await esbuild.build({
  entryPoints: { main: join(here, "main.js"), page: join(here, "styles", "page.css") },
  bundle: true,
  format: "esm",
  target: ["es2022", "chrome120", "firefox120", "safari17"],
  minify: process.env.TRUNK_PROFILE === "release",
  legalComments: "none",
  outdir: output,
  write: false,
});

// An unchanged bundle is left alone, so that watching the sources does not build twice.
await mkdir(output, { recursive: true });
for (const { path, contents } of outputFiles) {
  const file = join(output, basename(path));
  const before = await readFile(file).catch(() => null);
  if (!before || Buffer.compare(before, contents) !== 0) await writeFile(file, contents);
}
