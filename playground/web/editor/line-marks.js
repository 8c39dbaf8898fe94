// Whole lines marked by the page: what a refusal is about, and what the chosen step read.

import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** Of a value that spans more lines than this only the first is marked: a whole document is no place. */
const MOST_LINES = 24;

/** Replaces all marks by `[{from, to, kind}]`. */
export const setLineMarks = StateEffect.define();

export const lineMarks = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    const effect = transaction.effects.find((effect) => effect.is(setLineMarks));
    return effect ? decorate(transaction.state.doc, effect.value) : marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(doc, marks) {
  const kinds = new Map();
  for (const { from, to, kind } of marks) {
    const first = doc.lineAt(from).number;
    const last = doc.lineAt(to).number;
    const end = last - first < MOST_LINES ? last : first;
    for (let line = first; line <= end; line++) {
      kinds.set(line, (kinds.get(line) ?? new Set()).add(kind));
    }
  }
  const builder = new RangeSetBuilder();
  for (const line of [...kinds.keys()].sort((a, b) => a - b)) {
    const { from } = doc.line(line);
    const classes = [...kinds.get(line)].map((kind) => `cm-marked-${kind}`).join(" ");
    builder.add(from, from, Decoration.line({ class: classes }));
  }
  return builder.finish();
}
