// Builds the npm package from the WebAssembly module, the JSON Schemas and the sources beside this file.
// Run by `cargo xtask npm`:
//
//   node build.mjs MODULE_FOLDER SCHEMA_FOLDER PACKAGE_FOLDER VERSION LICENCES_OF_CRATES

import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import * as esbuild from "esbuild";
import ts from "typescript";

import { licencesOf } from "../../xtask/licences.mjs";
import { toPrintable } from "./printable.mjs";
import { clean, declarations } from "./types.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const workspace = resolve(here, "../..");
const [module, schemas, folder, version, crates] = process.argv.slice(2);

/** The entries of the package, and how each comes by the WebAssembly module. */
const ENTRIES = [
  // The module inside: these load nothing, so that they run wherever JavaScript does.
  { name: "index.js", source: "entries/inline.ts", format: "esm" },
  { name: "index.cjs", source: "entries/inline.ts", format: "cjs" },
  { name: "negotiator.global.js", source: "entries/inline.ts", format: "iife" },
  // The module compiled by the runtime.
  { name: "workerd.js", source: "entries/workerd.ts", format: "esm" },
  // The module given by the caller.
  { name: "slim.js", source: "index.ts", format: "esm" },
  { name: "slim.cjs", source: "index.ts", format: "cjs" },
  // The custom element, which loads an entry with the module inside when it is needed.
  { name: "embed.js", source: "entries/embed.ts", format: "esm" },
  { name: "embed.cjs", source: "entries/embed.ts", format: "cjs" },
];

mkdirSync(join(folder, "schema"), { recursive: true });
const types = await declarations(writeSchemas());
writeDeclarations(compile("tsconfig.json", types), types);
compile("src/cli/tsconfig.json", types);
const bundled = [];
for (const entry of ENTRIES) bundled.push(...(await bundle(entry)));
bundled.push(...(await bundleProgram()));
copyFileSync(join(module, "negotiator_bg.wasm"), join(folder, "negotiator.wasm"));
writeThirdPartyLicences(bundled);
writeManifest();
copyReadme();
copyReference();
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(workspace, name), join(folder, name));

/** Writes the schemas that are shipped, and returns those that the Rust types give. */
function writeSchemas() {
  // By its name a schema is found by another that stands beside it.
  const write = (name, { $schema, ...schema }) =>
    writeFileSync(join(folder, "schema", name), `${JSON.stringify({ $schema, $id: name, ...schema }, null, 2)}\n`);
  for (const name of readdirSync(join(here, "schema"))) write(name, JSON.parse(readFileSync(join(here, "schema", name), "utf8")));
  return ["input", "output"].flatMap((direction) =>
    readdirSync(join(schemas, direction)).sort().map((name) => {
      const schema = clean(JSON.parse(readFileSync(join(schemas, direction, name), "utf8")), direction === "output");
      write(name, schema);
      return schema;
    }),
  );
}

/** Checks the sources that a configuration names, and returns the declarations that they give. */
function compile(configuration, types) {
  const typesFile = join(here, "src/types.ts");
  const file = join(here, configuration);
  const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(file, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail });
  const host = ts.createCompilerHost(options);
  // The generated types are given to the compiler as if they stood in the sources.
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => resolve(name) === typesFile || fileExists(name);
  host.readFile = (name) => (resolve(name) === typesFile ? types : readFile(name));
  host.getSourceFile = (name, ...rest) =>
    resolve(name) === typesFile ? ts.createSourceFile(name, types, rest[0], true) : getSourceFile.call(host, name, ...rest);
  const declared = new Map();
  host.writeFile = (name, text) => declared.set(basename(name), text);
  const program = ts.createProgram(fileNames, options, host);
  fail(...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics);
  return declared;

  function fail(...diagnostics) {
    if (diagnostics.length === 0) return;
    console.error(ts.formatDiagnosticsWithColorAndContext(diagnostics, ts.createCompilerHost({})));
    process.exit(1);
  }
}

/** Writes one declaration file for each kind of module. */
function writeDeclarations(declared, types) {
  // One file, so that there is one to copy for `require`; what it would import stands in it.
  const index = declared.get("index.d.ts");
  const modules = [...index.matchAll(/^export [^;]* from "\.\/(.*)\.js";$/gm)].map(([, name]) => name);
  const exported = [...new Set(modules)].filter((name) => name !== "types");
  const text = [index, ...exported.map((name) => declared.get(`${name}.d.ts`)), types]
    .join("\n")
    .replaceAll(/^(?:import|export) [^;]* from "\.\/[^"]*";\n/gm, "");
  if (/from "\.\//.test(text)) throw new Error(`the declarations refer to a file that is not shipped:\n${text}`);
  // For handles that can be disposed of, whatever the user's compiler knows by itself.
  const reference = '/// <reference lib="esnext.disposable" />\n';
  for (const name of ["index.d.ts", "index.d.cts"]) writeFileSync(join(folder, name), reference + text);
  writeFileSync(join(folder, "slim.d.ts"), 'export * from "./index.js";\n');
  writeFileSync(join(folder, "slim.d.cts"), 'export * from "./index.cjs";\n');
  writeFileSync(join(folder, "embed.d.ts"), declared.get("negotiation-element.d.ts").replaceAll("../index.js", "./index.js"));
  // A project may have both kinds of modules, and its pages one element.
  const embed = `type Embed = typeof import("./embed.js", { with: { "resolution-mode": "import" } });
export declare const NegotiationElement: Embed["NegotiationElement"];
export type NegotiationElement = InstanceType<Embed["NegotiationElement"]>;
`;
  writeFileSync(join(folder, "embed.d.cts"), embed);
}

/** Bundles an entry into one file, and returns the files that are in it. */
async function bundle({ name, source, format }) {
  const { metafile } = await esbuild.build({
    entryPoints: [join(here, "src", source)],
    outfile: join(folder, name),
    bundle: true,
    format,
    platform: "neutral",
    target: "es2022",
    globalName: format === "iife" ? "A2ANegotiator" : undefined,
    plugins: [{ name: "module inside", setup: putModuleInside }],
    define: { PACKAGE_VERSION: JSON.stringify(version) },
    alias: {
      "negotiator-module": resolve(module, "negotiator.js"),
      "negotiator-compiled": "./negotiator.wasm",
      "negotiator-own-headers": join(here, "../src/request/own_headers.txt"),
      "playground-link": join(workspace, "playground/web/keeper/link.js"),
      "a2a-negotiator": `./index.${format === "cjs" ? "cjs" : "js"}`,
    },
    external: ["./negotiator.wasm", "./index.js", "./index.cjs"],
    minifySyntax: true,
    minifyWhitespace: true,
    // Node.js prints the line that threw, whole.
    lineLimit: 200,
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    absWorkingDir: workspace,
  });
  return Object.keys(metafile.inputs);
}

/** Puts the module's bytes into a bundle, as a text that compresses as well as they do. */
function putModuleInside(build) {
  build.onResolve({ filter: /^negotiator-bytes$/ }, () => ({ path: resolve(module, "negotiator_bg.wasm"), namespace: "inside" }));
  build.onLoad({ filter: /^/, namespace: "inside" }, ({ path }) => {
    const text = JSON.stringify(toPrintable(readFileSync(path)));
    const contents = `import { fromPrintable } from "./printable.mjs";\nexport default fromPrintable(${text});\n`;
    return { contents, resolveDir: here };
  });
}

/** The program of the command line, which runs in Node.js and takes the library from its own package. */
async function bundleProgram() {
  const { metafile } = await esbuild.build({
    entryPoints: [join(here, "src/cli/main.ts")],
    outfile: join(folder, "cli.js"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["a2a-negotiator"],
    banner: { js: "#!/usr/bin/env node" },
    minifySyntax: true,
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    absWorkingDir: workspace,
  });
  chmodSync(join(folder, "cli.js"), 0o755);
  return Object.keys(metafile.inputs);
}

/** What the licences of all that is in the package ask for: their texts, with the package. */
function writeThirdPartyLicences(files) {
  writeFileSync(join(folder, "LICENSES-THIRD-PARTY"), `${licencesOf(files)}\n${readFileSync(crates, "utf8")}`);
}

/** The package's own page, whose links to the reference lead out of its folder in the repository. */
function copyReadme() {
  const text = readFileSync(join(here, "README.md"), "utf8");
  writeFileSync(join(folder, "README.md"), text.replaceAll("](../../docs/", "](docs/"));
}

/** The pages of the reference, which stand at the top of the documentation. */
function copyReference() {
  mkdirSync(join(folder, "docs"));
  for (const entry of readdirSync(join(workspace, "docs"), { withFileTypes: true })) {
    const isReference = entry.isFile() && entry.name.endsWith(".md") && entry.name !== "index.md";
    if (isReference) copyFileSync(join(workspace, "docs", entry.name), join(folder, "docs", entry.name));
  }
}

function writeManifest() {
  const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  delete manifest.private;
  const { name, ...rest } = manifest;
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name, version, ...rest, ...whereItIs() }, null, 2)}\n`);
}

/** Where the repository is, which the workflow that publishes says; nothing is said of it elsewhere. */
function whereItIs() {
  const { REPOSITORY_URL: url } = process.env;
  if (!url) return {};
  const repository = { type: "git", url: `git+${url}.git`, directory: "negotiator/npm" };
  return { repository, homepage: `${url}#readme`, bugs: `${url}/issues` };
}
