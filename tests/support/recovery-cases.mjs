// Reads the cases under `tests/recovery`.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../recovery/", import.meta.url);

/**
 * Every failure in each of its forms: its name, what is expected, and the arguments of `recover`.
 *
 * @param planOf What gives the plan for card, profile and intent.
 */
export function readRecoveryCases(planOf) {
  const documents = readJson("documents.json");
  const files = readdirSync(fileURLToPath(new URL("cases/", folder))).sort();
  return files.flatMap((file) => {
    const group = readJson(`cases/${file}`);
    return group.cases.flatMap((one) => {
      const given = documents[one.documents ?? group.documents];
      const plan = { ...planOf(given.card, given.profile, given.intent), ...one.plan };
      const context = {
        history: (one.history ?? []).map((entry) => (typeof entry === "string" ? { action: entry } : entry)),
      };
      for (const document of ["card", "profile", "intent"]) {
        if (!one.without?.includes(document)) context[document] = { ...given[document], ...one[document] };
      }
      return Object.entries(one.failures).map(([form, failure]) => ({
        name: `${file}, ${one.title}, ${form}`,
        expect: one.expect,
        plan,
        failure: { operation: one.operation, taskId: one.taskId, ...failure },
        context,
      }));
    });
  });
}

function readJson(name) {
  return JSON.parse(readFileSync(new URL(name, folder), "utf8"));
}
