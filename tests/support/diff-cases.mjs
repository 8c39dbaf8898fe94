// Reads the cases under `tests/diffs`.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const folder = fileURLToPath(new URL("../diffs", import.meta.url));

/** All cases, each with both cards, the client where there is one, and what is expected. */
export function readDiffCases() {
  return readdirSync(folder).sort().flatMap((file) => {
    const { card, cases } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    return cases.map(({ title, card: old = card, new: current = old, merge = {}, profile, intent, expect }) => ({
      name: `${file}: ${title}`,
      old,
      current: patched(current, merge),
      client: profile === undefined ? [] : [profile, intent ?? {}],
      expect,
    }));
  });
}

/** A value with a JSON Merge Patch (RFC 7386) applied. */
function patched(target, patch) {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  if (Array.isArray(target) && Object.keys(patch).length === 0) return target;
  const result = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = patched(result[name], value);
  }
  return result;
}
