// Every runtime and bundler that the package is made for runs the packed package, and says of the gallery
// exactly what Node.js says. The table of them is printed, and stands in the package's README:
//
//   UPDATE_DOCUMENTATION=1 cargo xtask test npm

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import * as esbuild from "esbuild";
import { build as vite } from "vite";
import webpack from "webpack";

import { launch, serve } from "../support/browser.mjs";
import { readCases } from "../support/cases.mjs";
import { makeConsumer, run, workspace } from "./consumer.mjs";
import { bun, deno, jest, next, workerd, writeFiles } from "./runtimes.mjs";

const folder = makeConsumer();
const home = join(folder, "node_modules/a2a-negotiator");
const cases = readCases("gallery").map(({ arguments: values }) => values);
const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** Source text of `report(api)`: the names that an entry exports, and what it says of the gallery. */
const REPORT = `const cases = ${JSON.stringify(cases)};
const report = (api) => ({
  names: Object.keys(api).sort(),
  version: api.version,
  outcomes: cases.map((values) => JSON.stringify(api.negotiate(...values))),
});
`;

/** What Node.js reports by \`import\`, which all others must say too. */
let expected;
let browser;
const rows = [];

before(async () => {
  const said = run(folder, "expected.mjs", `import * as api from "a2a-negotiator";\n${REPORT}console.log(JSON.stringify(report(api)));`);
  expected = JSON.parse(said);
  assert.equal(expected.outcomes.length, cases.length);
  browser = await launch();
});
after(() => browser?.close());

/** A row of the table: what runs, at which version, what of the package, and a function that reports. */
function runs(name, version, entry, report) {
  const row = { name, version, entry, passed: false };
  rows.push(row);
  test(`${name}: ${entry}`, async (test) => {
    assert.deepEqual(await report(test), expected);
    row.passed = true;
  });
}

const pinned = JSON.parse(readFileSync(join(workspace, "package.json"), "utf8")).devDependencies;
const { engines } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const node = `${engines.node.replace(">=", "")} and later`;
const printed = (imports) => `${imports}\n${REPORT}console.log(JSON.stringify(report(api)));`;
const IMPORT = 'import * as api from "a2a-negotiator";';
const REQUIRE = 'const api = require("a2a-negotiator");';
const SLIM = `import { readFileSync } from "node:fs";
import * as api from "a2a-negotiator/slim";
api.initializeSync(readFileSync(new URL("./node_modules/a2a-negotiator/negotiator.wasm", import.meta.url)));`;

describe("programs", { concurrency: 2 }, () => {
  runs("Node.js", node, "`import`", () => JSON.parse(run(folder, "node.mjs", printed(IMPORT))));
  runs("Node.js", node, "`require`", () => JSON.parse(run(folder, "node.cjs", printed(REQUIRE))));
  runs("Node.js", node, "`/slim`, bytes", () => JSON.parse(run(folder, "slim.mjs", printed(SLIM))));
  runs("Deno", pinned.deno, "`import`", () => deno(folder, printed(IMPORT)));
  runs("Bun", pinned.bun, "`import`", () => bun(folder, "bun.mjs", printed(IMPORT)));
  runs("Bun", pinned.bun, "`require`", () => bun(folder, "bun.cjs", printed(REQUIRE)));
  runs("Jest", pinned.jest, "`require`", () => jest(folder, `${REQUIRE}\n${REPORT}`));
  runs("Next.js", pinned.next, "`import`, on the server and in a client component", () => next(folder, IMPORT, REPORT));
  // From before that date, workerd compiles no bytes at all.
  for (const date of ["2024-01-01", "2026-01-01"]) {
    runs("workerd", pinned.workerd, `\`import\` at the compatibility date ${date}`, () => workerd(folder, date, `${IMPORT}\n${REPORT}`));
  }
});

describe("bundles and pages in Chromium", { concurrency: 2 }, () => {
  const bundlers = { Vite: pinned.vite, webpack: pinned.webpack, esbuild: pinned.esbuild };
  for (const [name, version] of Object.entries(bundlers)) {
    runs(name, version, "`import`", async (test) => {
      const site = await bundled(name, "inline", `${IMPORT}\n${REPORT}window.report = report(api);`);
      assert.deepEqual(modulesIn(site), [], "the module is inside the script");
      return reported(test, site, STRICT);
    });
    runs(name, version, "`/slim`, fetched", async (test) => {
      const site = await bundled(name, "slim", `import * as api from "a2a-negotiator/slim";\n${ADDRESSES[name]}\n${REPORT}await api.initialize(address);\nwindow.report = report(api);`);
      assert.equal(modulesIn(site).length, 1, "one module beside the script");
      return reported(test, site, STRICT);
    });
  }
  const page = (name) => site(name, { "page.js": `${REPORT}window.report = report(A2ANegotiator);`, "negotiator.js": readFileSync(join(home, "negotiator.global.js")) }, ["negotiator.js", "page.js"]);
  runs("Chromium", "as installed", "`negotiator.global.js` by a script tag", (test) => reported(test, page("script"), "script-src 'self' 'unsafe-eval'"));
  runs("Chromium", "as installed", "`negotiator.global.js` under a strict content security policy", (test) => reported(test, page("strict"), STRICT));
});

test("the table of the README is this one", () => {
  const [head, ...lines] = table().map((cells) => `| ${cells.join(" | ")} |`);
  const markdown = [head, "|---|---|---|", ...lines].join("\n");
  const width = (column) => Math.max(...table().map((cells) => cells[column].length));
  for (const [name, version, entries] of table()) console.log(`${name.padEnd(width(0))}  ${version.padEnd(width(1))}  ${entries}`);

  const file = join(workspace, "negotiator/npm/README.md");
  const [before, written, after] = readFileSync(file, "utf8").split(/(?<=<!-- runtimes[^>]*-->\n)|(?=\n<!-- end of runtimes -->)/);
  if (process.env.UPDATE_DOCUMENTATION) writeFileSync(file, before + markdown + after);
  else assert.equal(written, markdown, "run it again with UPDATE_DOCUMENTATION=1");
});

/** The rows, one for each runtime, with a head. */
function table() {
  const names = [...new Set(rows.map(({ name }) => name))];
  const cells = names.map((name) => {
    const same = rows.filter((row) => row.name === name);
    return [name, same[0].version, same.map(({ entry, passed }) => (passed ? entry : `${entry} FAILED`)).join("; ")];
  });
  return [["runtime", "version", "entry"], ...cells];
}

/** How each bundler gives the address of the module. */
const ADDRESSES = {
  Vite: 'import address from "a2a-negotiator/negotiator.wasm?url";',
  webpack: 'const address = new URL("a2a-negotiator/negotiator.wasm", import.meta.url);',
  esbuild: 'import address from "a2a-negotiator/negotiator.wasm";',
};

/** Makes a folder with a page and its files, and returns it. */
function site(name, files, scripts, type = "text/javascript") {
  const root = join(folder, "sites", name);
  const tags = scripts.map((script) => `<script type="${type}" src="${script}"></script>`);
  writeFiles(root, { ...files, "index.html": `<!doctype html><title>A page</title><body>${tags.join("")}\n` });
  return root;
}

/** Bundles a page for production with a bundler's defaults, and returns the folder to serve. */
async function bundled(bundler, variant, source) {
  const root = site(`${bundler}-${variant}`, { "page.js": source }, ["./page.js"], "module");
  const outdir = join(root, "dist");
  if (bundler === "Vite") {
    await vite({ root, logLevel: "error", configFile: false });
    return outdir;
  }
  const entry = join(root, "page.js");
  if (bundler === "esbuild") {
    await esbuild.build({ entryPoints: [entry], outdir, bundle: true, format: "esm", minify: true, loader: { ".wasm": "file" }, logLevel: "error" });
  } else {
    await new Promise((resolve, reject) => {
      webpack({ mode: "production", context: root, entry, output: { path: outdir, filename: "page.js" } }, (error, stats) => {
        const problem = error ?? (stats.hasErrors() ? new Error(stats.toString("errors-only")) : null);
        problem ? reject(problem) : resolve();
      });
    });
  }
  writeFileSync(join(outdir, "index.html"), readFileSync(join(root, "index.html")));
  return outdir;
}

function modulesIn(site) {
  return readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".wasm"));
}

/** What a page reports under a content security policy. */
async function reported(test, site, policy) {
  const server = await serve(site, { "content-security-policy": policy });
  const page = await browser.newPage();
  test.after(() => Promise.all([page.close(), server.close()]));
  const problems = [];
  const failed = new Promise((resolve) => {
    page.on("pageerror", (error) => resolve(problems.push(error.message)));
    page.on("console", (message) => message.type() === "error" && resolve(problems.push(message.text())));
  });
  await page.goto(server.url, { waitUntil: "load" });
  const reporting = page.waitForFunction(() => window.report);
  // A page that has failed never reports, and what waits for it ends with the page.
  reporting.catch(() => {});
  await Promise.race([reporting, failed]);
  assert.deepEqual(problems, []);
  return page.evaluate(() => window.report);
}
