// A dialog in which one of several is chosen, each with what it promises, found by a word of what is said of it.

import { html, nothing, render } from "lit-html";

import { prose } from "../editor/prose.js";
import { showDialog } from "./dialog.js";

/** `entries` are `{title, promise, about, from}`; `choose` is given the one that is pressed. */
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
      <ul class="chooser-entries">
        ${shown.map(
          (entry) => html`<li>
            <button type="button" @click=${press(entry)}>
              <strong>${entry.title}</strong>
              <span class="chooser-promise">${entry.promise}</span>
            </button>
            <div class="chooser-about">${prose(entry.about, "")}${entry.from ? html`<p>Read from ${entry.from}.</p>` : nothing}</div>
          </li>`,
        )}
      </ul>
    `;
  };
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
