// The pages of the documentation, and the blocks of code in them.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { workspace } from "../npm/consumer.mjs";

/** All pages by their place in `docs`. */
export function pages() {
  const folder = join(workspace, "docs");
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".md"));
  return Object.fromEntries(names.sort().map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name), "utf8")]));
}

/**
 * The blocks of code of a page: `{language, name, content}`, and `embed` with the attributes of the element that a
 * block stands in.
 */
export function blocks(text) {
  const found = [];
  let open;
  let embed;
  for (const line of text.split("\n")) {
    const [, fence, language, name] = /^(`{3,})(?:(\S+)(?: (\S+))?)?$/.exec(line) ?? [];
    if (open) {
      if (fence?.length >= open.fence.length && !language) open = undefined;
      else open.block.content += `${line}\n`;
    } else if (fence) {
      open = { fence, block: { language, name, embed, content: "" } };
      found.push(open.block);
    } else if (line.startsWith("<a2a-negotiation")) {
      embed = Object.fromEntries([...line.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    } else if (line === "</a2a-negotiation>") embed = undefined;
  }
  return found;
}

/** The embeds of a page: the attributes of each, with its documents. */
export function embeds(text) {
  const grouped = new Map();
  for (const { embed, content } of blocks(text)) if (embed) grouped.set(embed, [...(grouped.get(embed) ?? []), content]);
  return [...grouped].map(([attributes, documents]) => ({ attributes, documents }));
}
