// What the figures were measured on.

import { execFileSync } from "node:child_process";
import { arch, cpus, platform, totalmem } from "node:os";

const [{ model }] = cpus();
const say = (program) => execFileSync(program, ["--version"], { encoding: "utf8" }).trim().split(" (")[0];
const parts = [
  `${model.trim()}, ${cpus().length} of its cores`,
  `${Math.round(totalmem() / 2 ** 30)} GiB`,
  `${platform()} on ${arch()}`,
  `Node.js ${process.versions.node} with V8 ${process.versions.v8}`,
  say("rustc"),
];
console.log(`Measured on: ${parts.join("; ")}.`);
