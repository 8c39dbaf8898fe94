// The card as one of 1.0: what belongs to which generation, what moves where, and the change as a diff, to be applied.

import { structuredPatch } from "diff";
import { html } from "lit-html";

import { applied, editsOf } from "../editor/json-patch.js";
import { AskingView } from "./asking.js";
import { count, leftOut, problem, sentence, shown, table } from "./shown.js";
import { some } from "./some.js";

/** How many lines of a diff and rows of a table are shown. */
const MOST_LINES = 400;
const MOST_ROWS = 100;
/** After so many milliseconds a diff is given up: two texts that have little in common. */
const MOST_TIME = 1000;

const SEVERITIES = {
  error: { mark: "✗", word: "error", class: "refused" },
  warning: { mark: "!", word: "warning", class: "caution" },
  info: { mark: "i", word: "note", class: "accent" },
};

export default class MigrateView extends AskingView {
  #lines = [];
  /** The text that the migration has left, while it can be taken back; empty until the page says it. */
  #migrated = null;

  changed() {
    const { card } = this.documents;
    if (this.#migrated === "") this.#migrated = card;
    else if (this.#migrated !== card) this.#migrated = null;
    this.ask();
  }

  question() {
    const { card, intent } = this.documents;
    return ["migrate", card, intent.unknownFields ?? []];
  }

  answered() {
    const { card, patch = [] } = this.found ?? {};
    this.#lines = [];
    if (patch.length === 0 || this.error) return;
    const text = editsOf(card, patch).reduce(applied, card);
    const { hunks } = structuredPatch("card", "card", card, text, "", "", { context: 2, timeout: MOST_TIME }) ?? { hunks: [] };
    this.#lines = hunks.flatMap(({ oldStart, lines }, index) => [...(index > 0 ? [`⋯ line ${oldStart}`] : []), ...lines.filter((line) => !line.startsWith("\\"))]);
  }

  #apply() {
    this.#migrated = "";
    this.tell("patch-card", JSON.stringify(this.found.patch));
  }

  #takeBack() {
    this.#migrated = null;
    this.tell("undo-card");
  }

  template() {
    return html`
      <section class="block" aria-labelledby="migrate-title">
        <h2 id="migrate-title">What is this card in 1.0?</h2>
        ${this.error ? problem(this.error) : null} ${this.found === null ? html`<p class="nothing" role="status">This is not an agent card.</p>` : null}
        ${this.found ? this.#verdict(this.found) : null}
      </section>
      ${this.found ? this.#result(this.found) : null}
    `;
  }

  #verdict({ generation, patch, findings, unknown }) {
    const those = (...codes) => findings.filter(({ code }) => codes.includes(code)).length;
    const [lost, leftOut] = [those("notCarried"), those("removedField", "signatureDropped")];
    const carried =
      lost > 0
        ? `${count(lost, "value")} cannot be carried over.`
        : leftOut > 0
          ? `It can be called as before; ${count(leftOut, "field")} ${leftOut === 1 ? "is" : "are"} left out, as the notes say.`
          : "All of it can be carried over.";
    const clean = unknown.length === 0 ? "It is a clean card of 1.0." : `It is a card of 1.0, with ${count(unknown.length, "field")} that no version of A2A has.`;
    return html`
      <p class="view-verdict" role="status">${patch.length === 0 ? clean : html`It is read as a card of ${generation}. ${carried}`}</p>
      ${patch.length === 0 && this.#migrated !== null
        ? html`<p><button type="button" class="quiet-button" @click=${() => this.#takeBack()}>Take the migration back</button></p>`
        : null}
      ${patch.length === 0
        ? null
        : html`<p class="view-hint">An interface keeps the version that it speaks: a migrated card teaches no server a new one.</p>
            <p><button type="button" class="button" @click=${() => this.#apply()}>Migrate the card to 1.0</button></p>`}
    `;
  }

  #result({ generation, patch, moves, stays, unknown, findings, places }) {
    const listed = new Set([...moves.map(({ from }) => from), ...stays]);
    const further = unknown.filter((pointer) => !listed.has(pointer));
    const lines = some(this.#lines, MOST_LINES);
    const [moved, stayed, noted] = [moves, [...further, ...stays], findings].map((things) => some(things, MOST_ROWS));
    const both = generation === "1.0" ? "1.0" : `${generation} and 1.0`;
    const home = (pointer, stays) =>
      unknown.includes(pointer) ? html`<span class="quiet-word">no version</span>` : stays ? both : generation === "1.0" ? "before 1.0" : generation;
    const place = (pointer) =>
      places[pointer] ? html`<button type="button" class="place" @click=${() => this.tell("place", places[pointer].offset)}>line ${places[pointer].line}</button>` : null;
    return html`
      ${patch.length === 0
        ? null
        : html`<section class="block" aria-labelledby="diff-title">
            <h2 id="diff-title">The change</h2>
            <pre class="view-text view-diff" tabindex="0" role="region" aria-label="The change, line by line">${lines.shown.map(line)}</pre>
            ${leftOut(lines.leftOut, "line")}
          </section>`}
      <section class="block" aria-labelledby="moves-title">
        <h2 id="moves-title">Which field belongs where</h2>
        <p class="view-hint">${moves.length === 0 ? (unknown.length === 0 ? "Every field is one of 1.0." : "All others are fields of 1.0.") : html`${count(moves.length, "value")} of the card ${moves.length === 1 ? "is" : "are"} written otherwise in 1.0, and ${moves.length === 1 ? "comes" : "come"} first.`}</p>
        ${unknown.length === 0 ? null : html`<p class="view-hint">A field that no version of A2A has is no fault: a card may say more than A2A asks for. Clients do not read it.</p>`}
        ${table("Fields", ["Field", "Belongs to", "In 1.0"], [
          ...moved.shown.map(
            ({ from, to, written }) => html`<tr>
              <th scope="row"><code>${shown(from)}</code> ${place(from)}</th>
              <td>${home(from, to === from || from.startsWith("/signatures/"))}</td>
              <td>
                ${to === undefined ? html`<span class="quiet-word">left out</span>` : html`<code>${shown(to)}</code>`}
                ${written === undefined ? null : html`<span class="quiet-word"> as </span><code>${shown(written)}</code>`}
              </td>
            </tr>`,
          ),
          ...stayed.shown.map(
            (pointer) => html`<tr>
              <th scope="row"><code>${shown(pointer)}</code> ${place(pointer)}</th>
              <td>${home(pointer, true)}</td>
              <td>stays</td>
            </tr>`,
          ),
        ], "view-fields")}
        ${leftOut(moved.leftOut + stayed.leftOut, "value")}
      </section>
      ${findings.length === 0
        ? null
        : html`<section class="block" aria-labelledby="notes-title">
            <h2 id="notes-title">Notes<span class="number">${findings.length}</span></h2>
            <ul class="view-tally">
              ${noted.shown.map(({ severity, message, pointer }) => {
                const { mark, word, class: of } = SEVERITIES[severity];
                return html`<li><span class="status ${of}"><span aria-hidden="true">${mark}</span> ${word}</span> ${sentence(message)} ${place(pointer)}</li>`;
              })}
            </ul>
            ${leftOut(noted.leftOut, "note")}
          </section>`}
    `;
  }
}

const KINDS = { "+": "is-added", "-": "is-gone" };

function line(text) {
  return html`<span class=${KINDS[text[0]] ?? ""}>${shown(text, 400)}</span>\n`;
}
