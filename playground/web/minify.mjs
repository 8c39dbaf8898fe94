// Minifies the script that loads the program, which the bundler of the page's own scripts does not see.
// Trunk runs this after each build (see Trunk.toml), before the new page replaces the old one.

import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { transform } from "esbuild";

const folder = process.env.TRUNK_STAGING_DIR;
if (process.env.TRUNK_PROFILE === "release") {
  for (const name of await readdir(folder)) {
    if (!/^a2a-playground-.*\.js$/.test(name)) continue;
    const file = join(folder, name);
    const { code } = await transform(await readFile(file, "utf8"), { format: "esm", target: "es2022", minify: true });
    await writeFile(file, code);
  }
}
