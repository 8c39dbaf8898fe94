// Paths as other systems write them: the module that handles them, with the rules of Windows.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { build } from "esbuild";

import { workspace } from "./consumer.mjs";

/** The module, with `node:path` and `node:url` as they are on a Windows machine. */
async function onWindows() {
  const { outputFiles } = await build({
    entryPoints: [join(workspace, "negotiator/npm/src/cli/source.ts")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    plugins: [{
      name: "windows",
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^(node:path|node:url|a2a-negotiator)$/ }, ({ path }) => ({ path, namespace: "windows" }));
        onLoad({ filter: /./, namespace: "windows" }, ({ path }) => ({
          contents: {
            "node:path": 'import path from "path"; export const { isAbsolute, relative, sep } = path.win32;',
            "node:url": 'import * as url from "url"; export const pathToFileURL = (path) => url.pathToFileURL(path, { windows: true });',
            "a2a-negotiator": "export const locate = () => [];",
          }[path],
        }));
      },
    }],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

test("a path below the working directory has forward slashes, and another names its drive", async () => {
  const { pathBelow, uriBelow, place } = await onWindows();
  const source = (file) => ({ name: "cards\\a b.json", text: "", file });
  const base = "C:\\work\\repository";
  assert.equal(pathBelow(source("C:\\work\\repository\\cards\\a b.json"), base), "cards/a b.json");
  assert.equal(uriBelow(source("C:\\work\\repository\\cards\\a b.json"), base), "cards/a%20b.json");
  assert.equal(pathBelow(source("C:\\work\\other.json"), base), "C:/work/other.json");
  assert.equal(uriBelow(source("C:\\work\\other.json"), base), "file:///C:/work/other.json");
  assert.equal(uriBelow(source("D:\\card.json"), base), "file:///D:/card.json");
  assert.equal(place(source("C:\\x"), { line: 3, column: 4 }), "cards\\a b.json:3:4");
});
