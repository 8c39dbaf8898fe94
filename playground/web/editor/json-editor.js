// The `<json-editor>` element: CodeMirror 6 for one JSON document.
//
// With the attribute `schema` it completes by that schema, and says what names and values mean.
//
// It owns the text while somebody types. The page hears of it by events: `edit` (the text changed, and not because
// the page put another), `text` (it changed for whatever reason), `caret` (the caret came to rest on a line), and
// `put` (a dialog has another text, which the page is to put in place). The page acts on it by
// methods: `replace`, `patch`, `undo`, `annotate` and `reveal`. Offsets are UTF-16 code units, as in the
// text that the events are about.

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
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
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
} from "@codemirror/view";

import { hangingIndent } from "./hanging-indent.js";
import { changedLines, lineMarks, setChangedLines, setLineMarks } from "./line-marks.js";
import { prose } from "./prose.js";
import { theme } from "./theme.js";

/** What is read of a file that is dropped: one byte more than the readers take, who then say so. */
const MOST_BYTES = 5 * 1024 * 1024 + 1;

/** Marks what the page does, so that it does not hear its own echo. */
const byPage = Annotation.define();

class JsonEditor extends HTMLElement {
  #view = null;
  #scheme = new Compartment();
  #forWriting = new Compartment();
  #writing = null;
  #followScheme = () => this.#view?.dispatch({ effects: this.#scheme.reconfigure(this.#schemeFacet()) });

  connectedCallback() {
    this.#view ??= new EditorView({ parent: this, state: EditorState.create({ extensions: this.#extensions() }) });
    document.addEventListener("look", this.#followScheme);
    this.addEventListener("focusin", () => this.equip());
    this.addEventListener("pointerenter", () => this.equip());
  }

  disconnectedCallback() {
    document.removeEventListener("look", this.#followScheme);
    this.#view?.destroy();
    this.#view = null;
  }

  /**
   * Adds what is needed to work in it, once it is loaded; done by itself when a pointer or the focus comes. Gives what it adds, or null where that cannot be loaded: then the editor does
   * without, and tries again the next time.
   */
  equip() {
    this.#writing ??= import("./writing.js").then(
      (writing) => {
        this.#view?.dispatch({ effects: this.#forWriting.reconfigure(writing.forWriting(this.getAttribute("schema"))) });
        return writing;
      },
      () => (this.#writing = null),
    );
    return this.#writing;
  }

  /** The text as it stands. */
  get text() {
    return this.#view?.state.doc.toString() ?? "";
  }

  /** Puts another text in place, as one step that can be undone from the keyboard once somebody works in it. */
  replace(text) {
    const view = this.#view;
    if (!view || text === this.text) return;
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
   * Rejects where it does not fit the text.
   */
  async patch(patch) {
    const { editsOf, isolateHistory } = await this.equip();
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
    view.dispatch({
      changes,
      selection: { anchor: place },
      effects: setChangedLines.of(ranges),
      annotations: isolateHistory.of("full"),
    });
    view.focus();
    this.#scrollTo(place);
  }

  /** Takes back the last step, as from the keyboard. */
  async undo() {
    const { undo } = await this.equip();
    const view = this.#view;
    if (!view) return;
    undo(view);
    view.focus();
  }

  /** Shows `{diagnostics: [{from, to, severity, message}], marks: [{from, to, kind}]}`, given as JSON. */
  annotate(annotations) {
    const view = this.#view;
    if (!view) return;
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
    if (!view) return;
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
    requestAnimationFrame(() => this.#view?.dispatch({ effects: scroll, annotations: byPage.of(true) }));
  }

  #schemeFacet() {
    return EditorView.darkTheme.of(document.documentElement.dataset.theme === "dark");
  }

  #extensions() {
    // For keys that are pressed before what they are for is there.
    const whenThere = (command) => (view) => {
      this.equip().then((writing) => writing?.[command](view));
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
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      EditorView.domEventHandlers({ drop: (event) => this.#takeFile(event) }),
      hangingIndent,
      // Editable content has the focus by itself; saying so lets checkers see that what scrolls is reachable.
      EditorView.contentAttributes.of({ "aria-label": this.getAttribute("label") ?? "JSON", tabindex: "0" }),
      // The Tab key is left alone: it leaves the editor, as everywhere on the page.
      keymap.of([
        { key: "Mod-f", run: whenThere("openSearchPanel") },
        { key: "Ctrl-Space", run: whenThere("startCompletion") },
        ...foldKeymap,
        ...lintKeymap,
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
    Promise.all([file.slice(0, MOST_BYTES).text(), this.equip()]).then(([text]) => {
      const view = this.#view;
      view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, userEvent: "input.drop" });
    });
    return true;
  }

  #tell(update) {
    if (update.docChanged) this.dispatchEvent(new CustomEvent("text"));
    if (update.transactions.some((transaction) => transaction.annotation(byPage))) return;
    if (update.docChanged) {
      this.dispatchEvent(new CustomEvent("edit"));
    }
    if (update.selectionSet || update.docChanged) {
      const { doc, selection } = update.state;
      this.dispatchEvent(new CustomEvent("caret", { detail: doc.lineAt(selection.main.head).number }));
    }
  }
}

customElements.define("json-editor", JsonEditor);
