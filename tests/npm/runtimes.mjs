// Runs JavaScript of a project in runtimes other than this one. Each function gives what was reported.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import * as esbuild from "esbuild";

import { PATIENCE } from "../support/patience.mjs";
import { workspace } from "./consumer.mjs";

const modules = join(workspace, "node_modules");

/** Writes files below a folder. */
export function writeFiles(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Runs a program, and returns what it printed. */
async function execute(program, words, cwd, env = {}) {
  try {
    const { stdout } = await promisify(execFile)(program, words, { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    throw new Error(`${program} ${words.join(" ")} failed:\n${error.stdout}${error.stderr}`);
  }
}

/**
 * The program among npm packages of which one is installed, that for this platform. The programs that these
 * packages have in common start it, or need an install script to find it.
 */
function binary(scope, names) {
  const candidates = readdirSync(join(modules, scope)).flatMap((name) => names.map((file) => join(modules, scope, name, "bin", file)));
  const found = candidates.find((file) => existsSync(file));
  if (!found) throw new Error(`${scope} has no program for this platform`);
  return found;
}

export async function deno(folder, source) {
  writeFiles(folder, { "deno.mjs": source });
  const words = ["run", "--no-remote", "--node-modules-dir=manual", "--no-prompt", "deno.mjs"];
  return JSON.parse(await execute(join(modules, ".bin/deno"), words, folder, { DENO_NO_UPDATE_CHECK: "1" }));
}

export async function bun(folder, name, source) {
  writeFiles(folder, { [name]: source });
  return JSON.parse(await execute(binary("@oven", ["bun", "bun.exe"]), [name], folder, { DO_NOT_TRACK: "1" }));
}

/** Jest with its defaults, which know neither \`import\` nor \`import.meta\`. */
export async function jest(folder, source) {
  const root = join(folder, "jest");
  writeFiles(root, {
    "package.json": "{}",
    "report.test.js": `${source}\ntest("reports", () => require("fs").writeFileSync(__dirname + "/report.json", JSON.stringify(report(api))));\n`,
  });
  await execute(process.execPath, [join(modules, "jest/bin/jest.js"), "--rootDir", root, "--ci", "--no-watchman", "--maxWorkers=1"], root);
  return JSON.parse(readFileSync(join(root, "report.json"), "utf8"));
}

/** A page that Next.js renders while building: a server component, and a client component in it. */
export async function next(folder, imports, report) {
  const root = join(folder, "next");
  const said = "<pre>{`«${btoa(unescape(encodeURIComponent(JSON.stringify(report(api)))))}»`}</pre>";
  writeFiles(root, {
    "package.json": JSON.stringify({ name: "next-consumer", private: true, type: "module" }),
    // A page that takes longer than its minute on a busy machine would be given up.
    "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(workspace)} }, staticPageGenerationTimeout: ${PATIENCE / 1000} };\n`,
    "app/layout.jsx": "export default ({ children }) => <html lang=\"en\"><body>{children}</body></html>;\n",
    "app/page.jsx": `${imports}\nimport Client from "./client.jsx";\n${report}\nexport default () => <main>${said}<Client /></main>;\n`,
    "app/client.jsx": `"use client";\n${imports}\n${report}\nexport default () => ${said};\n`,
  });
  await execute(process.execPath, [join(modules, "next/dist/bin/next"), "build"], root, { NEXT_TELEMETRY_DISABLED: "1" });
  const page = readFileSync(join(root, ".next/server/app/index.html"), "utf8");
  const reports = [...page.matchAll(/<pre>«([^»]+)»<\/pre>/g)].map(([, text]) => Buffer.from(text, "base64").toString("utf8"));
  if (reports.length !== 2 || reports[0] !== reports[1]) throw new Error(`the server and the client component report differently:\n${reports.join("\n")}`);
  return JSON.parse(reports[0]);
}

/** A worker, bundled as Cloudflare's tools do and served by their runtime. */
export async function workerd(folder, date, source) {
  const root = join(folder, `workerd-${date}`);
  writeFiles(root, {
    "worker.js": `${source}\nconst text = JSON.stringify(report(api));\nexport default { fetch: () => new Response(text) };\n`,
    "worker.capnp": `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [
    (name = "main.js", esModule = embed "dist/worker.js"),
    (name = "negotiator.wasm", wasm = embed "dist/negotiator.wasm")
  ],
  compatibilityDate = "${date}"
);
`,
  });
  const wasm = [];
  await esbuild.build({
    entryPoints: [join(root, "worker.js")],
    outdir: join(root, "dist"),
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    logLevel: "error",
    plugins: [{
      name: "compiled modules",
      setup: ({ onResolve }) => onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
        wasm.push(join(resolveDir, path));
        return { path: "negotiator.wasm", external: true };
      }),
    }],
  });
  if (wasm.length !== 1) throw new Error(`one module was expected, and these were imported: ${wasm.join(" ")}`);
  writeFileSync(join(root, "dist/negotiator.wasm"), readFileSync(wasm[0]));

  const server = spawn(binary("@cloudflare", ["workerd", "workerd.exe"]), ["serve", "worker.capnp", "--control-fd=3"], { cwd: root, stdio: ["ignore", "ignore", "pipe", "pipe"] });
  let problems = "";
  server.stderr.on("data", (text) => (problems += text));
  try {
    const ended = once(server, "exit").then(([code]) => {
      throw new Error(`workerd ended with ${code}:\n${problems}`);
    });
    const [line] = await Promise.race([once(createInterface(server.stdio[3]), "line"), ended]);
    ended.catch(() => {});
    const { port } = JSON.parse(line);
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    if (!answer.ok) throw new Error(`workerd answers ${answer.status}:\n${problems}`);
    return await answer.json();
  } finally {
    server.kill();
  }
}
