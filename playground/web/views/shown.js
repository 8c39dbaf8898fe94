// How foreign text gets into a view: cut short, and with what cannot be seen spelt out, as everywhere on the page.

import { html } from "lit-html";

import { some } from "./some.js";

/** How many characters of a label and of a message are shown. */
const LABEL = 240;
const MESSAGE = 1200;
const UNSEEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export function shown(text, most = LABEL) {
  const characters = [...String(text).slice(0, 2 * most + 2)];
  const cut = characters.length > most ? `${characters.slice(0, most).join("")}…` : characters.join("");
  return cut.replaceAll(UNSEEN, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
}

/** A message of the core as a sentence, with what stands in backticks set as code. */
export function sentence(message) {
  const text = shown(message, MESSAGE);
  const whole = text && text[0].toUpperCase() + text.slice(1) + (/[.?!…]$/.test(text) ? "" : ".");
  return whole.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));
}

/** A name in camelCase as words. */
export const words = (name) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A table that scrolls by itself, so that it must be reachable by keyboard. With the class `view-stacked` it is one column in a narrow window. */
export const table = (label, columns, rows, look = "") => html`<div class="view-scroll" tabindex="0" role="region" aria-label=${label}>
  <table class="view-table ${look}">
    <thead>
      <tr>${columns.map((column) => (typeof column === "string" ? html`<th scope="col">${column}</th>` : column))}</tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>
</div>`;

/** Names within a sentence. */
export function named(names, most) {
  const { shown: first, leftOut } = some(names, most);
  return html`${first.map((name, index) => html`${index > 0 ? ", " : null}<code>${shown(name)}</code>`)}${leftOut > 0 ? ` and ${leftOut} more` : null}`;
}

/** That some were left out of what is shown; nothing where none were. */
export const leftOut = (number, noun) => (number > 0 ? html`<p class="left-out">${count(number, noun)} left out.</p>` : null);

/** How many of something there are. */
export const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** What went wrong with a task of the worker, as a paragraph. */
export function problem(error) {
  const about = { old: "The card before", new: "The card", card: "The card", profile: "The profile", keys: "The keys", lock: "The lockfile" }[error.document];
  const place = error.position ? ` (line ${error.position.line}, column ${error.position.column})` : "";
  return html`<p class="view-problem" role="alert">
    ${about ? html`<strong>${about} cannot be read${place}: </strong>` : null}${sentence(error.message)} ${error.help ? sentence(error.help) : null}
  </p>`;
}
