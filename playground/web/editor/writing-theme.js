// The look of what an editor has only once somebody works in it: search, completions and help.

import { EditorView } from "@codemirror/view";

export const writingTheme = EditorView.theme({
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--match)" },
  ".cm-searchMatch-selected": { outline: "1px solid var(--accent)" },
  ".cm-panel.cm-search": { padding: "var(--space-2) var(--space-6) var(--space-2) var(--space-2)", fontSize: "var(--size-small)" },
  ".cm-panel.cm-search [name=close], .cm-panel.cm-panel-lint [name=close]": {
    color: "var(--ink)",
    fontSize: "var(--size-large)",
    minWidth: "24px",
    minHeight: "24px",
  },
  ".cm-textfield": {
    backgroundColor: "var(--paper)",
    border: "1px solid var(--control-line)",
    borderRadius: "var(--radius)",
    color: "var(--ink)",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--paper)",
    border: "1px solid var(--control-line)",
    borderRadius: "var(--radius)",
    color: "var(--ink)",
  },
  ".cm-button:active": { backgroundImage: "none", backgroundColor: "var(--sunken)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "var(--code-size)", maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px var(--space-2)", lineHeight: "1.5" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { color: "var(--ink-faint)", fontFamily: "var(--sans)", fontStyle: "normal", fontSize: "var(--size-small)" },
  "li[aria-selected] > .cm-completionDetail": { color: "inherit" },
  ".cm-tooltip.cm-completionInfo": { padding: "0", maxWidth: "min(22rem, 100vw - 10rem)" },
  ".cm-schema-help": {
    fontFamily: "var(--sans)",
    fontSize: "var(--size-small)",
    lineHeight: "1.45",
    padding: "var(--space-2)",
    whiteSpace: "normal",
  },
});
