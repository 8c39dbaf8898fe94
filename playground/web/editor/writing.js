// What an editor needs once somebody works in it: brackets that close, search, and help by a schema. It is
// loaded then, since most who look at a card never do.

import { closeBrackets, closeBracketsKeymap, startCompletion } from "@codemirror/autocomplete";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { keymap } from "@codemirror/view";

import clientProfile from "../../../target/schemas/input/client-profile.json";
import { schemaHelp } from "./schema-help.js";

export { openSearchPanel, startCompletion };

/** By the value of the attribute `schema`. */
const SCHEMAS = { "client-profile": clientProfile };

/** For an editor of documents that have the named schema, if they have one. */
export function forWriting(name) {
  const schema = SCHEMAS[name];
  return [
    closeBrackets(),
    highlightSelectionMatches(),
    schema ? schemaHelp(schema) : [],
    search({ top: true }),
    keymap.of([...closeBracketsKeymap, ...searchKeymap]),
  ];
}
