// That the benchmarks run. Their figures are for people, on a machine that does nothing else: `cargo xtask bench`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

import { makeConsumer, workspace } from "../npm/consumer.mjs";

const PACKAGE_FOLDER = join(makeConsumer(), "node_modules/a2a-negotiator");

for (const [name, tables] of Object.entries({ negotiation: 2, ranking: 1, sizes: 1, machine: 0 })) {
  test(`${name} prints ${tables} tables, every cell filled`, () => {
    const script = join(workspace, "tests/bench", `${name}.mjs`);
    const printed = execFileSync(process.execPath, [script, "--quick"], { encoding: "utf8", env: { ...process.env, PACKAGE_FOLDER } });
    assert.doesNotMatch(printed, /NaN|Infinity|undefined|\| *\|/);
    assert.equal(printed.match(/^\| ---/gm)?.length ?? 0, tables);
  });
}
