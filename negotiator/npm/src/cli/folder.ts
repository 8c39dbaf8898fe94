// The files of cards below a folder.

import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";

import type { Skipped } from "./skipped.js";

/**
 * The paths of the files in a folder and below it, in the order of their names, links last. Links are followed, to
 * every folder once and to none that holds the one where this starts; what is passed over is told.
 *
 * @param name What the folder is called where something in it is told of.
 */
export async function* filesBelow(
  folder: string,
  name: string,
  suffixes: readonly string[],
  skipped: Skipped,
): AsyncGenerator<string, void, undefined> {
  const start = await realpath(folder);
  const seen = new Set<string>();
  yield* inside("");

  async function* inside(below: string): AsyncGenerator<string, void, undefined> {
    const real = await realpath(join(folder, below));
    if (seen.has(real) || (below !== "" && isWithin(start, real))) {
      skipped.add(join(name, below), "a folder that is read already, or that holds this one");
      return;
    }
    seen.add(real);
    const entries = await readdir(real, { withFileTypes: true });
    for (const entry of entries.sort(inOrder)) {
      const next = join(below, entry.name);
      try {
        const found = await stat(join(folder, next));
        if (found.isDirectory()) yield* inside(next);
        else if (!suffixes.some((suffix) => entry.name.endsWith(suffix))) continue;
        else if (found.isFile()) yield next;
        else skipped.add(join(name, next), "not a file");
      } catch (error) {
        skipped.addFailed(join(name, next), error);
      }
    }
  }
}

function inOrder(one: Dirent, other: Dirent): number {
  return Number(one.isSymbolicLink()) - Number(other.isSymbolicLink()) || (one.name < other.name ? -1 : 1);
}

/** Whether a folder is another one or below it. */
function isWithin(folder: string, other: string): boolean {
  const way = relative(other, folder);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
