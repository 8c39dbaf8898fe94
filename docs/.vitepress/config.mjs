// The site of the documentation. `cargo xtask docs` builds it, with the package in `target/npm`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitepress";

const icon = readFileSync(new URL("../../playground/web/offline/icon.svg", import.meta.url), "utf8");

const built = (path) => fileURLToPath(new URL(`../../target/${path}`, import.meta.url));

export default defineConfig({
  title: "A2A negotiation",
  description: "Whether and how a client calls an agent: decided before the first message, and explained",
  base: process.env.DOCS_BASE ?? "/",
  outDir: built("docs"),
  cacheDir: built("vitepress"),
  // Nothing is known of a site's visitors, and nothing is loaded from elsewhere.
  head: [
    ["meta", { name: "referrer", content: "no-referrer" }],
    ["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }],
  ],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "a2a-negotiation" } } },
  vite: { resolve: { alias: { "a2a-negotiator/embed": built("npm/embed.js") } }, build: { chunkSizeWarningLimit: 1000 } },
  markdown: { config: (markdown) => markdown.core.ruler.push("pages of the package", linksOfTheRepository) },
  themeConfig: {
    // Where a path is said, the site is a folder of the playground's.
    nav: process.env.DOCS_BASE ? [{ text: "Playground", link: "/../", target: "_self" }] : [],
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: [
      {
        text: "Learn",
        items: [
          { text: "What it is", link: "/" },
          { text: "Start", link: "/guide/start" },
          { text: "Concepts", link: "/guide/concepts" },
        ],
      },
      {
        text: "How to",
        items: [
          { text: "Serve a card well", link: "/guide/serve-a-card" },
          { text: "Call an agent from TypeScript", link: "/guide/call-an-agent" },
          { text: "Check a card in CI", link: "/guide/check-in-ci" },
          { text: "Choose among agents", link: "/guide/choose-among-agents" },
          { text: "When cards change", link: "/guide/when-cards-change" },
          { text: "Lock what was tested", link: "/lock-what-was-tested" },
          { text: "Sign and verify cards", link: "/guide/signatures" },
          { text: "Survive server errors", link: "/guide/server-errors" },
          { text: "What to log", link: "/guide/what-to-log" },
          { text: "Troubleshooting", link: "/guide/troubleshooting" },
          { text: "Embed a negotiation", link: "/guide/embed" },
          { text: "Embed the playground", link: "/guide/embed-playground" },
        ],
      },
      {
        text: "Reference",
        items: [
          { text: "Functions of the package", link: "/guide/functions" },
          { text: "Profile, intent, options", link: "/client-profile" },
          { text: "Codes", link: "/codes" },
          { text: "Recovery", link: "/recovery" },
          { text: "Command line", link: "/command-line" },
          { text: "Glossary", link: "/guide/glossary" },
        ],
      },
      {
        text: "Background",
        items: [
          { text: "What the SDKs do", link: "/guide/comparison" },
          { text: "Decisions", link: "/guide/decisions" },
          { text: "Speed and size", link: "/guide/speed" },
        ],
      },
    ],
  },
});

/** The package's own page is a page of the site, and links to others where they are in the repository. */
function linksOfTheRepository({ tokens }) {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.type === "link_open" && token.attrGet("href");
    if (!href) continue;
    token.attrSet("href", href.replace(/^(\.\.\/)+negotiator\/npm\/README\.md/, "/guide/functions.md").replace(/^(\.\.\/)+docs\//, "/"));
  }
}
