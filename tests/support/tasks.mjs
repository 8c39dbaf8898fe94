// What the worker of the playground can be asked for, called here: with the npm package that it holds.

import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import * as esbuild from "esbuild";

const workspace = fileURLToPath(new URL("../..", import.meta.url));

/** What a module below `playground/web/views/tasks` exports. */
export async function tasks(name) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(workspace, "playground/web/views/tasks", name)],
    bundle: true,
    format: "esm",
    platform: "node",
    alias: { "a2a-negotiator": join(workspace, "target/npm/index.js") },
    write: false,
  });
  const file = join(await mkdtemp(join(tmpdir(), "playground-tasks-")), "tasks.mjs");
  await writeFile(file, outputFiles[0].contents);
  return import(pathToFileURL(file));
}
