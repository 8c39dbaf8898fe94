// Reads the cases under `tests/cases` and the cards under `tests/cards`.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { basename, join, relative } from "node:path";

const tests = fileURLToPath(new URL("..", import.meta.url));
const KEYS = ["title", "note", "promise", "card", "cardText", "cardFile", "profile", "intent", "options", "expect"];

/**
 * All cases, or those of one group: each with its name, what it expects, and the four arguments of
 * `negotiate`, as values where a value can hold them, else as text.
 */
export function readCases(group = "") {
  const folder = join(tests, "cases");
  return jsonFiles(join(folder, group)).map((file) => {
    const name = relative(folder, file).replace(/\.json$/, "");
    const { card, cardText, cardFile, profile = {}, intent = {}, options = {}, ...rest } = JSON.parse(readFileSync(file, "utf8"));
    const unknown = Object.keys(rest).find((key) => !KEYS.includes(key));
    if (unknown) throw new Error(`the case ${name} has a key \`${unknown}\`, which no case has`);
    const fromFile = cardFile && readFileSync(join(tests, "cards", cardFile), "utf8");
    return { name, ...rest, arguments: [cardText ?? fromFile ?? card, profile, intent, options] };
  });
}

/** All cards, as text. */
export function readCards() {
  return jsonFiles(join(tests, "cards")).map((file) => ({ name: basename(file), text: readFileSync(file, "utf8") }));
}

function jsonFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}
