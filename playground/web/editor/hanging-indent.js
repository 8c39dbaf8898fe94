// Lines that are wrapped go on under their own beginning, so that the shape of the JSON stays visible.

import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, ViewPlugin } from "@codemirror/view";

/** Deeper than this a line keeps this much room to its left, and no more. */
const DEEPEST = 24;

export const hangingIndent = ViewPlugin.define(
  (view) => ({
    decorations: decorate(view),
    update(update) {
      if (update.docChanged || update.viewportChanged) this.decorations = decorate(update.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

function decorate(view) {
  const builder = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let position = from; position <= to; ) {
      const line = view.state.doc.lineAt(position);
      const beginning = /^ */.exec(line.text.slice(0, DEEPEST))[0].length;
      const style = `--hang: ${beginning + 2}ch`;
      builder.add(line.from, line.from, Decoration.line({ class: "cm-hanging", attributes: { style } }));
      position = line.to + 1;
    }
  }
  return builder.finish();
}
