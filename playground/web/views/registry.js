// Many agents: who can do this for the client, and who best.

import { html } from "lit-html";

import { Copy } from "./copy.js";
import { Core, Stopped } from "./core.js";
import { csv } from "./csv.js";
import { filesOf } from "./dropped.js";
import { count, leftOut, problem, sentence, shown, table, words } from "./shown.js";
import { some } from "./some.js";
import { View } from "./view.js";

/** How many rows are drawn at first, and with every press of the button below them. */
const ROWS = 100;

const DECISIONS = {
  accept: { mark: "✓", word: "accepted", class: "passed" },
  escalate: { mark: "?", word: "to be settled", class: "escalated" },
  reject: { mark: "✗", word: "refused", class: "refused" },
};

/** The columns of the table: what a row says there, by which it is sorted. */
const COLUMNS = [
  ["Rank", ({ place }) => place],
  ["Agent", ({ name }) => (name ?? "").toLowerCase()],
  ["Decision", ({ decision, degradations = 0 }) => `${Object.keys(DECISIONS).indexOf(decision)} ${String(degradations).padStart(3, "0")}`],
  ["Call, or where it is refused", ({ call, step, code }) => call ?? `${step} ${code}`],
  ["Progress", ({ delivery }) => delivery ?? ""],
];

export default class RegistryView extends View {
  /** A worker of its own, so that stopping it takes nothing from the other views. */
  #core = new Core();
  #files = [];
  #skill = "";
  #progress = null;
  #found;
  #error;
  #turn = 0;
  #search = "";
  #decision = "";
  #sort = { column: 0, isDown: false };
  #rows = ROWS;
  #isOver = false;
  #last;
  #copy = new Copy(() => this.draw());

  changed() {
    if (this.#files.length > 0) this.#rank();
  }

  #take(files) {
    if (files.length === 0) return;
    this.#files = files;
    this.#rank();
  }

  async #rank() {
    const turn = ++this.#turn;
    if (this.#progress) this.#core.stop();
    const { profile, intent } = this.documents;
    const wanted = { taskClass: intent.taskClass, ...(this.#skill && { skill: this.#skill }) };
    this.#progress = { cards: 0, done: 0 };
    this.draw();
    try {
      const found = await this.#core.ask("rankRegistry", [this.#files, profile, wanted], (progress) => {
        if (turn !== this.#turn) return;
        this.#progress = progress;
        this.draw();
      });
      if (turn !== this.#turn) return;
      this.#found = found;
      this.#error = undefined;
      this.#rows = ROWS;
      this.#copy.forget();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#error = error instanceof Stopped ? undefined : error;
    }
    this.#progress = null;
    this.draw();
  }

  #cancel() {
    this.#turn += 1;
    this.#progress = null;
    this.#core.stop();
    // The cards that could be loaded were the worker's.
    this.#found = undefined;
    this.#files = [];
    this.draw();
  }

  async #load({ index }) {
    const card = await this.#core.ask("registryCard", [index]);
    if (card !== null) this.tell("put-card", pretty(card));
  }

  /** The rows that are looked for, in the order that was chosen; looked for anew only where something of that has changed. */
  #wanted() {
    const by = [this.#found, this.#search, this.#decision, this.#sort];
    if (!this.#last || by.some((part, index) => part !== this.#last.by[index])) this.#last = { by, rows: this.#lookedFor() };
    return this.#last.rows;
  }

  #lookedFor() {
    const search = this.#search.trim().toLowerCase();
    const has = (text) => text !== undefined && text.toLowerCase().includes(search);
    const rows = this.#found.rows.filter(
      ({ decision, name, source, code, call }) => (!this.#decision || decision === this.#decision) && (!search || [name, source, code, call].some(has)),
    );
    const { column, isDown } = this.#sort;
    const [, valueOf] = COLUMNS[column];
    const order = (one, other) => {
      const [a, b] = [valueOf(one), valueOf(other)];
      return a < b ? -1 : a > b ? 1 : one.place - other.place;
    };
    rows.sort(order);
    return isDown ? rows.reverse() : rows;
  }

  template() {
    const isDragged = (isOver) => (event) => {
      event.preventDefault();
      if (this.#isOver !== isOver) {
        this.#isOver = isOver;
        this.draw();
      }
    };
    const drop = async (event) => {
      isDragged(false)(event);
      try {
        this.#take(await filesOf(event.dataTransfer));
      } catch {
        this.#error = new Error("what was dropped cannot be read; choose the files instead");
        this.draw();
      }
    };
    const chosen = ({ target }) => {
      this.#take([...target.files].map((file) => ({ name: file.webkitRelativePath || file.name, content: file })));
      target.value = "";
    };
    const paste = (event) => {
      const text = event.clipboardData.getData("text");
      if (!text) return;
      // A large text is not to be laid out only to be read.
      event.preventDefault();
      this.#take([{ name: "pasted", content: text }]);
    };
    const written = ({ target }) => target.value.trim() && this.#take([{ name: "pasted", content: target.value }]);
    return html`
      <section class="block" aria-labelledby="registry-title">
        <h2 id="registry-title">Which of many agents can this client call?</h2>
        <p class="view-hint">Paste or drop the export of a registry: a list of cards, a card a line, or a folder of files. They stay in this browser.</p>
        <div class=${this.#isOver ? "view-drop is-over" : "view-drop"} @dragover=${isDragged(true)} @dragleave=${isDragged(false)} @drop=${drop}>
          <textarea class="view-paste" rows="2" spellcheck="false" aria-label="Paste cards" placeholder="Paste cards here" @paste=${paste} @change=${written}></textarea>
          <label class="quiet-button view-file">Choose files<input type="file" multiple accept=".json,.ndjson,.jsonl" @change=${chosen} /></label>
          <label class="quiet-button view-file">Choose a folder<input type="file" webkitdirectory @change=${chosen} /></label>
        </div>
        <label class="field view-field">
          <span>Skill id; none for the cards' defaults</span>
          <input type="text" autocomplete="off" spellcheck="false" .value=${this.#skill} @change=${({ target }) => this.#chooseSkill(target.value.trim())} />
        </label>
        ${this.#error ? problem(this.#error) : null}
        ${this.#progress
          ? html`<div class="view-progress">
              <progress max="1" .value=${this.#progress.done} aria-label="Cards judged"></progress>
              <span>${count(this.#progress.cards, "card")}</span>
              <button type="button" class="quiet-button" @click=${() => this.#cancel()}>Cancel</button>
            </div>`
          : null}
      </section>
      ${this.#found ? this.#result(this.#found) : null}
    `;
  }

  #chooseSkill(skill) {
    this.#skill = skill;
    this.changed();
  }

  #result({ counts, refusals, unreadable }) {
    const unread = some(unreadable, ROWS).shown;
    const refused = counts.rejected + counts.escalated;
    return html`
      <p class="view-verdict" role="status">
        ${count(counts.cards, "card")}: ${counts.accepted.toLocaleString("en")} can be called, ${refused.toLocaleString("en")} refused,
        ${counts.unreadable.toLocaleString("en")} cannot be read.
      </p>
      ${refusals.length === 0
        ? null
        : html`<section class="block" aria-labelledby="tally-title">
            <h2 id="tally-title">Refusals</h2>
            <ul class="view-tally">
              ${refusals.map(({ count: number, decision, step, code }) => html`<li>${number.toLocaleString("en")} ${status(decision)} at ${refusal(step, code)}</li>`)}
            </ul>
          </section>`}
      ${unread.length === 0
        ? null
        : html`<section class="block" aria-labelledby="unreadable-title">
            <h2 id="unreadable-title">Cannot be read<span class="number">${counts.unreadable}</span></h2>
            <ul class="view-tally">
              ${unread.map(({ source, error }) => html`<li><code>${shown(source)}</code>: ${sentence(error.message)}</li>`)}
            </ul>
            ${leftOut(counts.unreadable - unread.length, "card")}
          </section>`}
      ${counts.accepted + refused === 0 ? null : this.#table()}
    `;
  }

  #table() {
    const rows = this.#wanted();
    const seen = some(rows, this.#rows).shown;
    const change = (act) => (event) => {
      act(event.target.value);
      this.#rows = ROWS;
      this.draw();
    };
    const cells = () => rows.map((row) => [row.name ?? "", row.source, DECISIONS[row.decision].word, row.call ?? `${row.step}: ${row.code}`, row.delivery ?? "", row.degradations ?? ""]);
    const head = ["agent", "source", "decision", "call or refusal", "progress", "degradations"];
    return html`<section class="block" aria-labelledby="agents-title">
      <div class="block-head">
        <h2 id="agents-title">Agents<span class="number">${rows.length.toLocaleString("en")}</span></h2>
        ${this.#copy.button("Copy as CSV", () => csv([head, ...cells()]))}
      </div>
      <div class="fold-fields">
        <label class="field"><span>Search</span><input type="search" autocomplete="off" .value=${this.#search} @input=${change((value) => (this.#search = value))} /></label>
        <label class="field">
          <span>Show</span>
          <select @change=${change((value) => (this.#decision = value))}>
            <option value="">all</option>
            ${Object.entries(DECISIONS).map(([decision, { word }]) => html`<option value=${decision}>${word}</option>`)}
          </select>
        </label>
      </div>
      ${table(
        "Agents",
        COLUMNS.map(([title], column) => this.#heading(title, column)),
        seen.map(
          (row) => html`<tr data-decision=${row.decision}>
            <td>${row.decision === "accept" ? row.place + 1 : "–"}</td>
            <th scope="row">
              <button type="button" class="view-link" @click=${() => this.#load(row)}>${shown(row.name ?? "no name", 80)}</button>
              <span class="quiet-word">${shown(row.source, 80)}</span>
            </th>
            <td>${status(row.decision)}${row.degradations ? html` <span class="status degraded">↓ ${row.degradations}</span>` : null}</td>
            <td>${row.call ? shown(row.call) : refusal(row.step, row.code)}</td>
            <td>${row.delivery ?? "–"}</td>
          </tr>`,
        ),
        "view-agents",
      )}
      ${rows.length > seen.length
        ? html`<p class="left-out">
            ${count(rows.length - seen.length, "row")} left out.
            <button type="button" class="quiet-button" @click=${() => this.#more()}>Show ${Math.min(ROWS, rows.length - seen.length)} more</button>
          </p>`
        : null}
    </section>`;
  }

  #more() {
    this.#rows += ROWS;
    this.draw();
  }

  #heading(title, column) {
    const isSorted = this.#sort.column === column;
    const direction = isSorted ? (this.#sort.isDown ? "descending" : "ascending") : "none";
    const sort = () => {
      this.#sort = { column, isDown: isSorted && !this.#sort.isDown };
      this.draw();
    };
    const mark = isSorted ? (this.#sort.isDown ? " ▾" : " ▴") : "";
    return html`<th scope="col" aria-sort=${direction}><button type="button" class="view-link" @click=${sort}>${title}<span aria-hidden="true">${mark}</span></button></th>`;
  }
}

/** A step and what it refused for, in words; the code by which programs know it can be looked at. */
function refusal(step, code) {
  return html`${words(step)}: <span title=${code}>${words(code)}</span>`;
}

function status(decision) {
  const { mark, word, class: of } = DECISIONS[decision];
  return html`<span class="status ${of}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}

function pretty(card) {
  try {
    return card.includes("\n") ? card : `${JSON.stringify(JSON.parse(card), null, 2)}\n`;
  } catch {
    return card;
  }
}
