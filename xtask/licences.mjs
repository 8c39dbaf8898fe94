// The licences of npm packages in a bundle: they ask that their texts go with it.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/** The texts for the packages that files of a bundle, as esbuild's `metafile` names them, are of. */
export function licencesOf(files) {
  const names = files.map((file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter(Boolean);
  const texts = [...new Set(names)].sort().map((name) => {
    const home = join(modules, name);
    const { version, license } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    const file = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`there is no text of the licence of ${name}`);
    return `${name} ${version}, ${license}\n\n${readFileSync(join(home, file), "utf8").trim()}\n`;
  });
  return ["The JavaScript contains the following npm packages.\n", ...texts].join("\n");
}
