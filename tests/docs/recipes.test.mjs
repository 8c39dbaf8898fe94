// The recipes for embedding, from the very text of their page, in Chromium.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { evaluate } from "@mdx-js/mdx";
import { HtmlRenderer, Parser } from "commonmark";
import * as esbuild from "esbuild";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import * as runtime from "react/jsx-runtime";

import { makeConsumer, tool, workspace } from "../npm/consumer.mjs";
import { launch, serve } from "../support/browser.mjs";
import { blocks, pages } from "./markdown.mjs";
import { STRICT, open, outcomes } from "./pages.mjs";

const consumer = makeConsumer();
const found = blocks(pages()["guide/embed.md"]);
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** The blocks between two headings of the page, by their names. */
const recipes = {
  "Plain HTML": ["index.html"],
  VitePress: [".vitepress/config.mjs", ".vitepress/theme/index.js", "index.md"],
  mdBook: ["src/chapter.md"],
  MkDocs: ["mkdocs.yml", "docs/index.md"],
  Docusaurus: ["src/a2a.js", "docs/agents.mdx"],
  "A README": ["README.md"],
};

/** Writes the blocks of a recipe into a folder of its own, and the package's files where the recipe has them. */
function write(recipe, files) {
  const folder = join(consumer, recipe);
  for (const name of recipes[recipe]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content(name));
  }
  if (!files) return folder;
  mkdirSync(join(folder, files), { recursive: true });
  for (const name of ["embed.js", "index.js"]) copyFileSync(join(consumer, "node_modules/a2a-negotiator", name), join(folder, files, name));
  return folder;
}

const content = (name) => found.find((block) => block.name === name).content;

/** The decisions that a page of a folder shows. Nothing is loaded from elsewhere, whatever a theme asks for. */
async function decisions(test, folder, path = "", headers = {}) {
  const server = await serve(folder, headers);
  const page = await open(test, browser, "about:blank", { logs: /ERR_FAILED|jQuery|hljs/ });
  // After the page is closed, which may still load what nobody waits for, such as the search of MkDocs.
  test.after(() => server.close());
  await page.route((url) => !url.href.startsWith(server.url), (route) => route.abort());
  await page.goto(server.url + path);
  return (await outcomes(page)).map(({ decision }) => decision);
}

test("every block of the page belongs to a recipe", () => {
  assert.deepEqual(found.map(({ name }) => name), Object.values(recipes).flat());
});

test("plain HTML, under a strict content security policy", async (test) => {
  assert.deepEqual(await decisions(test, write("Plain HTML", "a2a"), "", { "content-security-policy": STRICT }), ["accept"]);
});

test("the example of the package's own page", async (test) => {
  const folder = join(consumer, "page of the package");
  cpSync(join(consumer, "node_modules/a2a-negotiator"), join(folder, "a2a-negotiator"), { recursive: true });
  const [{ content: html }] = blocks(readFileSync(join(workspace, "negotiator/npm/README.md"), "utf8")).filter(({ language }) => language === "html");
  writeFileSync(join(folder, "index.html"), html);
  assert.deepEqual(await decisions(test, folder), ["accept"]);
});

test("VitePress", async (test) => {
  const folder = write("VitePress");
  tool(folder, "vitepress/bin/vitepress.js", "build", folder);
  assert.deepEqual(await decisions(test, join(folder, ".vitepress/dist")), ["accept"]);
});

test("mdBook's Markdown, by the reference implementation of CommonMark", async (test) => {
  const folder = write("mdBook", "src/a2a");
  const html = new HtmlRenderer().render(new Parser().parse(content("src/chapter.md")));
  writeFileSync(join(folder, "src/chapter.html"), `<!doctype html><meta charset="utf-8"><title>A chapter</title><main>${html}</main>`);
  assert.deepEqual(await decisions(test, join(folder, "src"), "chapter.html"), ["accept"]);
});

test("MkDocs", async (test) => {
  const folder = write("MkDocs", "docs/a2a");
  const python = process.env.PYTHON_MKDOCS;
  assert.ok(python, "set PYTHON_MKDOCS to Python with the packages of tests/docs/requirements.txt, or run the tests by `cargo xtask test docs`");
  execFileSync(python, ["-m", "mkdocs", "build", "--strict", "--quiet"], { cwd: folder });
  assert.deepEqual(await decisions(test, join(folder, "site")), ["accept"]);
});

test("Docusaurus' Markdown, by MDX and React", async (test) => {
  const folder = write("Docusaurus");
  const mdx = content("docs/agents.mdx");
  const { default: Page } = await evaluate(mdx, runtime);
  const html = renderToString(createElement(Page));
  await esbuild.build({
    stdin: {
      contents: `import "./src/a2a.js";\nimport { createElement } from "react";\nimport { hydrateRoot } from "react-dom/client";\nimport Page from "mdx:";\nhydrateRoot(document.querySelector("main"), createElement(Page));`,
      resolveDir: folder,
    },
    outdir: join(folder, "built"),
    bundle: true,
    splitting: true,
    format: "esm",
    define: { "process.env.NODE_ENV": '"development"' },
    plugins: [{
      name: "mdx",
      async setup(build) {
        const { compile } = await import("@mdx-js/mdx");
        build.onResolve({ filter: /^mdx:$/ }, ({ path }) => ({ path, namespace: "mdx" }));
        build.onLoad({ filter: /.*/, namespace: "mdx" }, async () => ({ contents: String(await compile(mdx)), resolveDir: folder }));
      },
    }],
  });
  writeFileSync(join(folder, "index.html"), `<!doctype html><meta charset="utf-8"><title>A page</title><main>${html}</main><script type="module" src="built/stdin.js"></script>`);
  assert.deepEqual(await decisions(test, folder), ["accept"]);
});

test("a README has a picture with a link", () => {
  const html = new HtmlRenderer().render(new Parser().parse(content("README.md")));
  assert.match(html, /^<p><a href="https:[^"]+"><img src="[^"]+" alt="[^"]+" \/><\/a><\/p>$/m);
});
