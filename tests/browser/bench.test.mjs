// That the page can be measured. What is measured means nothing here: `cargo xtask bench page` does it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("a keystroke and a visit are measured to their end", () => {
  const script = fileURLToPath(new URL("../bench/page.mjs", import.meta.url));
  const printed = execFileSync(process.execPath, [script, "--quick"], { encoding: "utf8" });
  assert.match(printed, /\| 10 KB \|/);
  assert.match(printed, /\| 250 KB \|/);
  assert.match(printed, /opened to the largest paint/);
  assert.doesNotMatch(printed, /NaN|undefined/);
});
