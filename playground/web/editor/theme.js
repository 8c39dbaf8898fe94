// The editor in the page's own colours: every colour is a custom property of styles/tokens.css, so that
// light and dark are decided in one place.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { padding: "var(--space-2) 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 var(--space-3) 0 var(--space-1)" },
  ".cm-line.cm-hanging": { paddingLeft: "calc(var(--space-1) + var(--hang))", textIndent: "calc(-1 * var(--hang))" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine:not([class*=cm-marked-])": { backgroundColor: "var(--active-line)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--ink-faint)", border: "none" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink-soft)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "3ch", paddingLeft: "var(--space-2)" },
  ".cm-gutter-lint": { width: "1.25em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0", textAlign: "center" },
  // The marks of the page, in place of pictures that differ in little but colour.
  ".cm-lint-marker": { width: "auto", height: "auto", fontWeight: "700", fontFamily: "var(--sans)" },
  ".cm-lint-marker-error": { content: "normal", color: "var(--refused)", "&::before": { content: "'✗'" } },
  ".cm-lint-marker-warning": { content: "normal", color: "var(--caution)", "&::before": { content: "'!'" } },
  ".cm-lint-marker-info": { content: "normal", color: "var(--accent)", "&::before": { content: "'i'" } },
  ".cm-lint-marker-hint": { content: "normal", color: "var(--degraded)", "&::before": { content: "'↓'" } },
  ".cm-margin-escalated .cm-lint-marker-warning": { color: "var(--escalated)", "&::before": { content: "'?'" } },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--refused)" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--caution)" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--accent)" },
  ".cm-marked-escalated .cm-lintRange-warning": { textDecoration: "underline wavy var(--escalated)" },
  ".cm-lintRange-hint": { backgroundImage: "none", textDecoration: "underline dashed var(--degraded)" },
  ".cm-lintRange": { textUnderlineOffset: "3px" },
  ".cm-foldGutter .cm-gutterElement": { padding: "0 2px" },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--sunken)",
    border: "1px solid var(--line)",
    color: "var(--ink-soft)",
    padding: "0 var(--space-1)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--match)", outline: "1px solid var(--line-strong)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--refused-wash)" },
  ".cm-specialChar": { color: "var(--refused)" },
  ".cm-marked-chosen": { backgroundColor: "var(--accent-wash)", boxShadow: "inset 3px 0 0 var(--accent)" },
  ".cm-marked-refused": { backgroundColor: "var(--refused-wash)", boxShadow: "inset 3px 0 0 var(--refused)" },
  ".cm-marked-escalated": { backgroundColor: "var(--escalated-wash)", boxShadow: "inset 3px 0 0 var(--escalated)" },
  ".cm-marked-changed": { backgroundColor: "var(--passed-wash)", boxShadow: "inset 3px 0 0 var(--passed)" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--accent-wash)", color: "var(--ink)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius)",
    color: "var(--ink)",
    maxWidth: "min(34rem, 90vw)",
  },
  ".cm-diagnostic": {
    fontFamily: "var(--sans)",
    fontSize: "var(--size-small)",
    padding: "var(--space-1) var(--space-2)",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--refused)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--caution)" },
  ".cm-diagnostic-hint": { borderLeftColor: "var(--degraded)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--accent)" },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-key)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-literal)" },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: "var(--ink-soft)" },
  { tag: tags.invalid, color: "var(--refused)", textDecoration: "underline wavy" },
]);

export const theme = [look, syntaxHighlighting(colours)];
