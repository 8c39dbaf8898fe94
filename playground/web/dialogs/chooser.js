// A dialog in which one of several is chosen, each with what it promises, found by a word of what is said of it.

import { html, nothing, render } from "lit-html";

import { prose } from "../editor/prose.js";
import { showDialog } from "./dialog.js";

/**
 * `entries` are `{title, promise, about, from, group, isUsed}`, those of a group one after the other; `choose` is given the one that is pressed.
 */
export function showChooser(title, hint, entries, choose) {
  const found = (words) => {
    const wanted = words.toLowerCase().split(/\s+/);
    return entries.filter((entry) => {
      const said = [entry.title, entry.promise, entry.about].join(" ").toLowerCase();
      return wanted.every((word) => said.includes(word));
    });
  };
  const list = (words, close) => {
    const shown = found(words);
    const press = (entry) => () => {
      close();
      choose(entry);
    };
    return html`
      <p class="chooser-number" role="status">${shown.length === 0 ? "Nothing is found. Try another word." : `${shown.length} of ${entries.length}`}</p>
      ${[...new Set(shown.map(({ group }) => group))].map(
        (group) => html`${group ? html`<h3>${group}</h3>` : nothing}
          <ul class="chooser-entries">
            ${shown.filter((entry) => entry.group === group).map((entry) => row(entry, press(entry)))}
          </ul>`,
      )}
    `;
  };
  const row = (entry, press) => html`<li>
    <button type="button" aria-current=${entry.isUsed ? "true" : nothing} @click=${press}>
      <strong>${entry.title}</strong>
      <span class="chooser-promise">${entry.promise}</span>
      ${entry.isUsed ? html`<span class="chooser-used">in use</span>` : nothing}
    </button>
    <div class="chooser-about">${prose(entry.about, "")}${entry.from ? html`<p>Read from ${entry.from}.</p>` : nothing}</div>
  </li>`;
  showDialog(title, (close) => {
    const results = document.createElement("div");
    results.className = "chooser-results";
    render(list("", close), results);
    return html`
      <div class="dialog-head">
        <h2>${title}</h2>
        <button type="button" class="quiet-button" @click=${close}>Close</button>
      </div>
      <p class="pane-hint">${hint}</p>
      <input type="search" class="chooser-search" aria-label="Search" placeholder="Search" autofocus @input=${({ target }) => render(list(target.value, close), results)} />
      ${results}
    `;
  });
}
