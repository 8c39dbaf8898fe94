// What an editor needs once somebody works in it: keys, taking back, brackets that close, search, help by a schema,
// and fixes. It is loaded then, since most who look at a card never do.

import { closeBrackets, closeBracketsKeymap, startCompletion } from "@codemirror/autocomplete";
import {
  copyLineDown,
  deleteLine,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  isolateHistory,
  moveLineDown,
  moveLineUp,
  standardKeymap,
  undo,
} from "@codemirror/commands";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { keymap } from "@codemirror/view";

import clientProfile from "../../../target/schemas/input/client-profile.json";
import { editsOf } from "./json-patch.js";
import { schemaHelp } from "./schema-help.js";
import { writingTheme } from "./writing-theme.js";

export { editsOf, isolateHistory, openSearchPanel, startCompletion, undo };

/** Editing by lines, as in other editors. The rest of CodeMirror's default keys is for programs. */
const LINE_KEYS = [
  { key: "Alt-ArrowUp", run: moveLineUp },
  { key: "Alt-ArrowDown", run: moveLineDown },
  { key: "Shift-Alt-ArrowDown", run: copyLineDown },
  { key: "Shift-Mod-k", run: deleteLine },
  { key: "Mod-[", run: indentLess },
  { key: "Mod-]", run: indentMore },
];

/** By the value of the attribute `schema`. */
const SCHEMAS = { "client-profile": clientProfile };

/** For an editor of documents that have the named schema, if they have one. */
export function forWriting(name) {
  const schema = SCHEMAS[name];
  return [
    history(),
    closeBrackets(),
    highlightSelectionMatches(),
    schema ? schemaHelp(schema) : [],
    search({ top: true }),
    writingTheme,
    keymap.of([...closeBracketsKeymap, ...LINE_KEYS, ...standardKeymap, ...searchKeymap, ...historyKeymap]),
  ];
}
