// The cards that `check` is told to read.

import { access } from "node:fs/promises";
import { resolve, sep } from "node:path";

import { glob, isDynamicPattern } from "tinyglobby";

import { isAddress } from "./fetch.js";
import { Misuse } from "./misuse.js";
import { shownWord } from "./shown-word.js";

/** The names, and for each pattern, such as `cards/*.json`, the files that it matches, in their order. */
export async function cardsNamed(names: readonly string[], folder: string): Promise<string[]> {
  const found = await Promise.all(names.map(async (name) => ((await isPattern(name, folder)) ? matches(name, folder) : [name])));
  return [...new Set(found.flat())];
}

/** What names a file that is there is no pattern, whatever stands in it. */
async function isPattern(name: string, folder: string): Promise<boolean> {
  if (isAddress(name) || !isDynamicPattern(name)) return false;
  return access(resolve(folder, name)).then(
    () => false,
    () => true,
  );
}

async function matches(pattern: string, folder: string): Promise<string[]> {
  const files = await glob(pattern.replaceAll(sep, "/"), { cwd: folder, ignore: "**/node_modules/**", expandDirectories: false });
  if (files.length > 0) return files.sort();
  throw new Misuse(`no file matches \`${shownWord(pattern)}\``, "name files that are there, or a pattern that they match");
}
