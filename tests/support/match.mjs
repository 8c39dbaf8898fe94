// Compares what a case expects with what came out. Pure, so that it runs in Node.js and in a page.
//
// An expectation is partial. Of objects only the named keys are compared, a list must have the same
// length, `null` means that the key is absent, and the texts that a person reads are compared by what
// they must contain.

const TEXTS = new Set(["message", "help", "reason", "summary"]);
const KEYS = new Set(["decision", "plan", "rejection", "steps", "degradations", "findings", "notFindings", "fixes", "error"]);

/** What differs between a case's `expect` and an outcome, a line for each difference. */
export function mismatches(expect, outcome) {
  const unknown = Object.keys(expect).filter((key) => !KEYS.has(key));
  const differences = unknown.map((key) => `\`${key}\` is nothing that a case can expect`);
  if (expect.error) return [...differences, `expected the error ${show(expect.error)}, and got an outcome`];

  for (const key of ["decision", "plan", "rejection", "degradations", "fixes"]) {
    if (key in expect) compare(expect[key], outcome[key], key, differences);
  }
  for (const [id, step] of Object.entries(expect.steps ?? {})) {
    const found = outcome.steps.find((candidate) => candidate.id === id);
    compare(step, found, `steps.${id}`, differences);
  }
  for (const finding of expect.findings ?? []) {
    const isThere = outcome.findings.some((candidate) => matches(finding, candidate));
    if (!isThere) differences.push(`findings: no ${show(finding)} among ${show(outcome.findings)}`);
  }
  for (const code of expect.notFindings ?? []) {
    const found = outcome.findings.find((candidate) => candidate.code === code);
    if (found) differences.push(`findings: ${show(found)} should not be there`);
  }
  return differences;
}

/** What differs between a case's `expect` and an error, a line for each difference. */
export function errorMismatches(expect, error) {
  if (!expect.error) return [`expected an outcome, and got the error ${error.code}: ${error.message}`];
  const differences = [];
  compare(expect.error, error, "error", differences);
  return differences;
}

function matches(expected, actual) {
  const differences = [];
  compare(expected, actual, "", differences);
  return differences.length === 0;
}

/** Adds what differs, a line for each difference. */
export function compare(expected, actual, path, differences) {
  const differ = () => differences.push(`${path}: expected ${show(expected)}, got ${show(actual)}`);
  if (expected === null) {
    if (actual !== undefined && actual !== null) differ();
  } else if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differ();
    expected.forEach((element, index) => compare(element, actual[index], `${path}[${index}]`, differences));
  } else if (typeof expected === "object") {
    if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return differ();
    for (const key of Object.keys(expected)) compare(expected[key], actual[key], `${path}.${key}`, differences);
  } else if (TEXTS.has(path.split(".").at(-1)) && typeof expected === "string") {
    if (typeof actual !== "string" || !actual.includes(expected)) differ();
  } else if (expected !== actual) {
    differ();
  }
}

function show(value) {
  return JSON.stringify(value) ?? String(value);
}
