// Reads the plans and their requests under `tests/requests`.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../requests/", import.meta.url));

/** Every request: what is given to `buildRequest`, and what it must give. */
export function readRequests() {
  return readdirSync(folder).sort().flatMap((name) => {
    const file = JSON.parse(readFileSync(folder + name, "utf8"));
    return file.requests.map(({ title, plan, message = null, options = {}, expect }) => ({
      name: `${file.title}: ${title}`,
      arguments: [{ ...file.plan, ...plan }, message, options],
      expect: expect.error
        ? expect
        : { credentials: [], pushSecrets: [], findings: [], ...expect, headers: { ...file.headers, ...expect.headers } },
    }));
  });
}
