// CodeMirror 6 for one JSON document: what a `<json-editor>` is once it is looked at (see json-editor.js).
//
// It owns the text while somebody types, and tells of it by the events of its element.

import "./style-rules.js";

import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  foldedRanges,
  indentOnInput,
  unfoldEffect,
} from "@codemirror/language";
import { forEachDiagnostic, lintGutter, nextDiagnostic, openLintPanel, setDiagnostics } from "@codemirror/lint";
import { Annotation, ChangeSet, Compartment, EditorState } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  tooltips,
} from "@codemirror/view";

import { hangingIndent } from "./hanging-indent.js";
import { changedLines, lineMarks, setChangedLines, setLineMarks } from "./line-marks.js";
import { prose } from "./prose.js";
import { theme } from "./theme.js";

/** What is read of a file that is dropped: one byte more than the readers take, who then say so. */
const MOST_BYTES = 5 * 1024 * 1024 + 1;

/** Marks what the page does, so that it does not hear its own echo. */
const byPage = Annotation.define();

/** Whether somebody puts another text of several lines over the whole one, as nobody types it. */
function isOtherText(transaction) {
  if (!transaction.docChanged || !transaction.isUserEvent("input") || transaction.newDoc.lines === 1) return false;
  let isWhole = false;
  transaction.changes.iterChanges((from, to) => (isWhole = from === 0 && to === transaction.startState.doc.length));
  return isWhole;
}

/**
 * Puts the caret at the next finding. The library goes there too, and selects all that the finding is about, so that
 * the next key would write over it.
 */
function goToNextFinding(view) {
  const { head } = view.state.selection.main;
  const starts = new Set();
  forEachDiagnostic(view.state, (_, from) => starts.add(from));
  const sorted = [...starts].sort((one, other) => one - other);
  const next = sorted.find((from) => from > head) ?? sorted[0];
  if (next === undefined) return false;
  // For the library, what begins where the caret is comes next.
  view.dispatch({ selection: { anchor: next } });
  nextDiagnostic(view);
  view.dispatch({ selection: { anchor: next }, effects: EditorView.scrollIntoView(next, { y: "nearest" }) });
  return true;
}

export class CodeEditor {
  #element;
  #view;
  #scheme = new Compartment();
  #forWriting = new Compartment();
  /** What takes the last patch back as the text stands now; null once somebody has edited what it changed. */
  #patchBack = null;
  /** Whether that patch is the last change of the text. */
  #isPatchLast = false;
  #followScheme = () => this.#view.dispatch({ effects: this.#scheme.reconfigure(this.#schemeFacet()) });

  /** In an element, with a text. */
  constructor(element, text) {
    this.#element = element;
    this.#view = new EditorView({ parent: element, state: EditorState.create({ doc: text, extensions: this.#extensions() }) });
    document.addEventListener("look", this.#followScheme);
  }

  destroy() {
    document.removeEventListener("look", this.#followScheme);
    this.#view.destroy();
  }

  /** Takes what is needed to work in it, for a document of the named schema; see writing.js. */
  equip(writing, schema) {
    this.#view.dispatch({ effects: this.#forWriting.reconfigure(writing.forWriting(schema)) });
  }

  /** The text as it stands. */
  get text() {
    return this.#view.state.doc.toString();
  }

  /** Puts another text in place, as one step that can be undone from the keyboard once somebody works in it. */
  replace(text) {
    const view = this.#view;
    if (text === this.text) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      annotations: byPage.of(true),
    });
    // The editor alone: what `scrollIntoView` does scrolls the page to it as well.
    view.scrollDOM.scrollTop = 0;
  }

  /**
   * Applies a JSON Patch, given as JSON, as one step that can be undone, and goes to what it changed.
   * Throws where it does not fit the text.
   */
  patch(patch, { editsOf, isolateHistory }) {
    const view = this.#view;
    const { doc } = view.state;
    let changes = ChangeSet.empty(doc.length);
    for (const edit of editsOf(this.text, JSON.parse(patch))) {
      changes = changes.compose(ChangeSet.of(edit, changes.newLength));
    }
    const ranges = [];
    changes.iterChangedRanges((fromBefore, toBefore, from, to) => ranges.push({ from, to }));
    if (ranges.length === 0) return;
    const place = ranges[0].to;
    this.#patchBack = null;
    view.dispatch({
      changes,
      selection: { anchor: place },
      effects: setChangedLines.of(ranges),
      annotations: isolateHistory.of("full"),
    });
    this.#patchBack = changes.invert(doc);
    this.#isPatchLast = true;
    view.focus();
    this.#scrollTo(place);
  }

  /**
   * Takes the last patch back, and nothing that was edited since. Throws where that was in the same place. Where nothing
   * was, it is what the keys for it do, so that they go on from there.
   */
  takeBack({ isolateHistory, undo }) {
    if (!this.#patchBack) throw new Error("what the patch changed has been edited");
    if (this.#isPatchLast) undo(this.#view);
    else this.#view.dispatch({ changes: this.#patchBack, annotations: isolateHistory.of("full"), scrollIntoView: true });
    this.#view.focus();
  }

  /** Shows `{diagnostics: [{from, to, severity, message}], marks: [{from, to, kind}]}`, given as JSON. */
  annotate(annotations) {
    const view = this.#view;
    const { diagnostics, marks } = JSON.parse(annotations);
    const end = view.state.doc.length;
    const within = ({ from, to, ...rest }) => ({ from: Math.min(from, end), to: Math.min(to, end), ...rest });
    const shown = (diagnostic) => ({ ...within(diagnostic), renderMessage: () => prose(diagnostic.message, "cm-message") });
    const transaction = setDiagnostics(view.state, diagnostics.map(shown));
    view.dispatch(transaction, { effects: setLineMarks.of(marks.map(within)) });
  }

  /** Scrolls to a place; with `focus`, puts the caret there too. */
  reveal(offset, focus) {
    const view = this.#view;
    const place = Math.min(offset, view.state.doc.length);
    if (focus) {
      view.dispatch({ selection: { anchor: place }, annotations: byPage.of(true) });
      view.focus();
    }
    this.#scrollTo(place);
  }

  /** Brings a place to the middle of what is seen, out of any fold. */
  #scrollTo(place) {
    const scroll = EditorView.scrollIntoView(place, { y: "center" });
    const effects = [scroll];
    foldedRanges(this.#view.state).between(place, place, (from, to) => {
      effects.push(unfoldEffect.of({ from, to }));
    });
    this.#view.dispatch({ effects, annotations: byPage.of(true) });
    // A pane that has only just become visible is measured in the next frame.
    requestAnimationFrame(() => this.#view.dispatch({ effects: scroll, annotations: byPage.of(true) }));
  }

  #schemeFacet() {
    return EditorView.darkTheme.of(document.documentElement.dataset.theme === "dark");
  }

  #extensions() {
    // For keys that are pressed before what they are for is there.
    const whenThere = (command) => (view) => {
      this.#element.equip().then((writing) => writing?.[command](view));
      return true;
    };
    return [
      lineNumbers(),
      lintGutter(),
      foldGutter({ openText: "▾", closedText: "▸" }),
      codeFolding(),
      drawSelection({ cursorBlinkRate: window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1200 }),
      dropCursor(),
      highlightSpecialChars(),
      indentOnInput(),
      bracketMatching(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      this.#forWriting.of([]),
      json(),
      lineMarks,
      changedLines,
      theme,
      this.#scheme.of(this.#schemeFacet()),
      placeholder(this.#element.getAttribute("placeholder") ?? ""),
      // What is said of a place covers nothing beside the editor.
      tooltips({ tooltipSpace: ({ dom }) => ({ ...dom.getBoundingClientRect().toJSON(), top: 0, bottom: innerHeight }) }),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      // Of a text that is put over the whole one, its beginning is seen, and not its end.
      EditorState.transactionFilter.of((transaction) => (isOtherText(transaction) ? [transaction, { selection: { anchor: 0 } }] : transaction)),
      EditorView.domEventHandlers({ drop: (event) => this.#takeFile(event) }),
      hangingIndent,
      // Editable content has the focus by itself; saying so lets checkers see that what scrolls is reachable.
      EditorView.contentAttributes.of({ "aria-label": this.#element.getAttribute("label") ?? "JSON", tabindex: "0" }),
      // The Tab key is left alone: it leaves the editor, as everywhere on the page.
      keymap.of([
        { key: "Mod-f", run: whenThere("openSearchPanel") },
        { key: "Ctrl-Space", run: whenThere("startCompletion") },
        ...foldKeymap,
        { key: "Mod-Shift-m", run: openLintPanel, preventDefault: true },
        { key: "F8", run: goToNextFinding },
      ]),
      EditorView.updateListener.of((update) => this.#tell(update)),
    ];
  }

  /** A file that is dropped takes the place of the whole text, as if it had been pasted over it. */
  #takeFile(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return false;
    event.preventDefault();
    // With what takes it back.
    Promise.all([file.slice(0, MOST_BYTES).text(), this.#element.equip()]).then(([text]) => {
      const view = this.#view;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, userEvent: "input.drop" });
    });
    return true;
  }

  #followPatch(changes) {
    let isTouched = false;
    this.#isPatchLast = false;
    this.#patchBack?.iterChangedRanges((from, to) => (isTouched ||= changes.touchesRange(from, to) !== false));
    this.#patchBack = isTouched ? null : (this.#patchBack?.map(changes) ?? null);
  }

  #tell(update) {
    if (update.docChanged) {
      this.#followPatch(update.changes);
      this.#element.dispatchEvent(new CustomEvent("text"));
    }
    if (update.transactions.some((transaction) => transaction.annotation(byPage))) return;
    if (update.docChanged) {
      this.#element.dispatchEvent(new CustomEvent("edit"));
    }
    if (update.selectionSet || update.docChanged) {
      const { doc, selection } = update.state;
      this.#element.dispatchEvent(new CustomEvent("caret", { detail: doc.lineAt(selection.main.head).number }));
    }
  }
}
