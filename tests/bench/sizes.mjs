// What the module and the entries of the package weigh, as built and as servers send them.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { packageFolder } from "./cards.mjs";
import { table } from "./measure.mjs";

const NAMES = ["negotiator.wasm", "index.js", "index.cjs", "negotiator.global.js", "slim.js", "workerd.js", "embed.js", "cli.js"];

const program = fileURLToPath(new URL("../../xtask/js/sizes.mjs", import.meta.url));
const files = NAMES.map((name) => `${packageFolder}/${name}`);
const sizes = JSON.parse(execFileSync(process.execPath, [program, ...files], { encoding: "utf8" }));
const rows = sizes.map(({ raw, gzip, brotli }, index) => [
  `\`${NAMES[index]}\``,
  ...[raw, gzip, brotli].map((bytes) => bytes.toLocaleString("en")),
]);
console.log(table(["file", "bytes", "gzip", "brotli"], rows));
