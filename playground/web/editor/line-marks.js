// Whole lines marked by the page: what a refusal is about, what the chosen step read, and what a fix changed.

import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

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
  // What stands in the margin gets classes too, so that a mark there can look like what its line is.
  provide: (field) => [EditorView.decorations.from(field), gutterLineClass.from(field, inMargin)],
});

class MarginClass extends GutterMarker {
  constructor(elementClass) {
    super();
    this.elementClass = elementClass;
  }
}

function inMargin(marks) {
  const builder = new RangeSetBuilder();
  for (const mark = marks.iter(); mark.value; mark.next()) {
    builder.add(mark.from, mark.from, new MarginClass(mark.value.spec.class.replaceAll("cm-marked-", "cm-margin-")));
  }
  return builder.finish();
}

/** Marks the lines of `[{from, to}]`, in the text after the change that it comes with, until the next change. */
export const setChangedLines = StateEffect.define();

export const changedLines = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    const effect = transaction.effects.find((effect) => effect.is(setChangedLines));
    if (effect) return decorate(transaction.state.doc, effect.value.map((range) => ({ ...range, kind: "changed" })));
    return transaction.docChanged ? Decoration.none : marks;
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
