// The keys of the page.

import { html } from "lit-html";

import { showDialog } from "./dialog.js";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const control = isMac ? "⌘" : "Ctrl";

const KEYS = [
  ["Everywhere", [
    [["F1"], "these keys; outside of what one writes in, ? does too"],
    [[control, "Enter"], "goes to the decision, and Tab from there to what mends it"],
    [["Tab"], "to the next, also out of an editor"],
    [["Esc"], "closes what lies over the page"],
  ]],
  ["In an editor", [
    [[control, "F"], "searches"],
    [[control, "Z"], "takes back, also a fix, a preset or a dropped file"],
    [["F8"], "goes to the next finding"],
    [[control, "Space"], "completes, in the profile"],
    [["Alt", "↑"], "moves a line up, or with ↓ down"],
    [[control, isMac ? "⌥" : "Shift", "["], "folds, and with ] unfolds"],
  ]],
  ["Between panes", [
    [["←", "→", "↑", "↓"], "moves what divides them, once it has the focus"],
    [["Home"], "puts it back"],
  ]],
];

export function open() {
  showDialog("Keys", (close) => html`
    <div class="dialog-head">
      <h2>Keys</h2>
      <button type="button" class="quiet-button" autofocus @click=${close}>Close</button>
    </div>
    ${KEYS.map(([where, keys]) => html`
      <h3>${where}</h3>
      <dl class="keys">
        ${keys.map(([pressed, what]) => html`<div><dt>${pressed.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${what}</dd></div>`)}
      </dl>
    `)}
  `);
}
