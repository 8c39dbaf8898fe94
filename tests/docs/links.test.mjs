// Every link of every page leads somewhere: in the repository, in the package, and on the site.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

import { Parser } from "commonmark";

import { makeConsumer, workspace } from "../npm/consumer.mjs";

/** The links of a Markdown text, and the names that its headings go by as anchors. */
function readMarkdown(text) {
  const links = [];
  const anchors = new Set();
  let heading;
  const walker = new Parser().parse(text).walker();
  for (let event = walker.next(); event; event = walker.next()) {
    const { entering, node } = event;
    if (entering && (node.type === "link" || node.type === "image")) links.push(node.destination);
    if (node.type === "heading") {
      if (entering) heading = "";
      else anchors.add(heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s/g, "-"));
    } else if (entering && heading !== undefined && node.literal) heading += node.literal;
  }
  return { links, anchors };
}

const isElsewhere = (link) => /^[a-z]+:/.test(link);

/** What is wrong with the links of the Markdown files of a folder. */
function deadLinks(folder, files) {
  const dead = [];
  for (const file of files) {
    for (const link of readMarkdown(readFileSync(join(folder, file), "utf8")).links) {
      if (isElsewhere(link)) continue;
      const [path, anchor] = decodeURIComponent(link).split("#");
      const target = path === "" ? join(folder, file) : join(folder, dirname(file), path);
      const isThere = existsSync(target) && !relative(folder, target).startsWith("..");
      const isKnown = anchor === undefined || (isThere && statSync(target).isFile() && readMarkdown(readFileSync(target, "utf8")).anchors.has(anchor));
      if (!isThere || !isKnown) dead.push(`${file}: ${link}`);
    }
  }
  return dead;
}

test("in the repository", () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], { cwd: workspace, encoding: "utf8" }).trim().split("\n");
  assert.ok(files.includes("README.md") && files.includes("negotiator/npm/README.md"));
  assert.deepEqual(deadLinks(workspace, files), []);
});

test("in the package", () => {
  const folder = join(makeConsumer(), "node_modules/a2a-negotiator");
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".md"));
  assert.ok(files.length > 3);
  assert.deepEqual(deadLinks(folder, files), []);
});

test("on the site", () => {
  const folder = process.env.DOCUMENTATION_FOLDER;
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html") && name !== "404.html");
  const texts = Object.fromEntries(files.map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name), "utf8")]));
  const dead = [];
  for (const [file, text] of Object.entries(texts)) {
    for (const [, link] of text.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      if (isElsewhere(link)) continue;
      const { pathname, hash } = new URL(link, `https://site.example/${file}`);
      const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const target = texts[decodeURIComponent(name).slice(1)];
      const anchor = decodeURIComponent(hash.slice(1));
      if (target === undefined || (anchor !== "" && !target.includes(` id="${anchor}"`))) dead.push(`${file}: ${link}`);
    }
  }
  assert.ok(Object.keys(texts).length > 10);
  assert.deepEqual(dead, []);
});
