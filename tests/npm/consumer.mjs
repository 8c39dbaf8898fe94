// A project that has the packed package installed, as a user's would. Test files run in processes of
// their own at the same time, so each makes one for itself.

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const workspace = fileURLToPath(new URL("../..", import.meta.url));

const tarball = process.env.PACKAGE_TARBALL;
if (!tarball) throw new Error("set PACKAGE_TARBALL to the packed package, or run the tests by `cargo xtask test npm`");

/** The project, made anew. The package is unpacked, which is all that npm does with it: `package.test.mjs` compares. */
export function makeConsumer() {
  const folder = join(workspace, "target/npm-consumers", basename(process.argv[1], ".test.mjs"));
  const home = join(folder, "node_modules/a2a-negotiator");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  execute("tar", ["-xzf", tarball, "--strip-components=1"], home);
  return folder;
}

/** Installs the package into a folder as a user does, its program included, and returns where the package is. */
export function installByNpm(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "installer", private: true }));
  execute(process.platform === "win32" ? "npm.cmd" : "npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-package-lock", tarball], folder);
  return join(folder, "node_modules/a2a-negotiator");
}

/** The package, as `import` finds it in a project. */
export function importPackage(folder = makeConsumer()) {
  const entry = join(folder, "entry.js");
  writeFileSync(entry, 'export * from "a2a-negotiator";\n');
  return import(pathToFileURL(entry));
}

/** Runs a file of the project with Node.js, and returns what it printed. */
export function run(folder, file, source) {
  writeFileSync(join(folder, file), source);
  return execFileSync(process.execPath, [join(folder, file)], { cwd: folder, encoding: "utf8" });
}

/** Runs a program of the workspace's npm packages, such as `typescript/bin/tsc`, and returns what it printed. */
export function tool(folder, program, ...flags) {
  return execute(process.execPath, [join(workspace, "node_modules", program), ...flags], folder);
}

function execute(program, flags, cwd) {
  try {
    return execFileSync(program, flags, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`${program} ${flags.join(" ")} failed:\n${error.stdout}${error.stderr}`);
  }
}
