// Who can call this agent: the profile of the page and those of real clients, skill by skill.

import { html } from "lit-html";

import { table } from "../../../negotiator/npm/src/cli/formats/markdown.ts";
import { clientOf } from "../form/client-of.js";
import { AskingView } from "./asking.js";
import { Copy } from "./copy.js";
import { csv } from "./csv.js";
import { count, leftOut, problem, shown } from "./shown.js";

/** How many skills are listed. */
const MOST_SKILLS = 30;

const STEPS = {
  card: "the card",
  skill: "skill",
  interface: "step 1, interface",
  credentials: "step 2, credentials",
  mediaTypes: "step 3, media types",
  delivery: "step 4, delivery",
  extensions: "step 5, extensions",
  negotiability: "negotiability",
};

/** The profile of the page, and those of `playground/presets`, of which the build makes a list. */
const CLIENTS = [{ title: "This profile" }, ...PRESETS];

export default class CallersView extends AskingView {
  #copy = new Copy(() => this.draw());
  #csv = new Copy(() => this.draw());

  question() {
    const { card, profile, intent } = this.documents;
    return ["callers", card, CLIENTS.map((client) => client.profile ?? profile), intent, MOST_SKILLS];
  }

  /** The clients with their places in the answer; one that the profile of the page is, is not counted twice. */
  #clients() {
    const client = clientOf(this.documents.profile);
    const same = client && !client.isEdited ? client.preset : null;
    const [own, ...presets] = CLIENTS.map((one, index) => ({ ...one, index }));
    const promise = same ? `the same as ${same.title}` : client ? `edited from ${client.preset.title}` : "as it stands";
    return [{ ...own, promise }, ...presets.filter(({ title }) => title !== same?.title)];
  }

  answered() {
    this.#copy.forget();
    this.#csv.forget();
  }

  template() {
    return html`
      <section class="block" aria-labelledby="callers-title">
        <div class="block-head">
          <h2 id="callers-title">Who can call this agent?</h2>
          ${this.found?.isCard
            ? html`<span class="take-along">
                ${this.#copy.button("Copy as Markdown", () => table(...this.#asText(true)))}
                ${this.#csv.button("Copy as CSV", () => {
                  const [head, rows] = this.#asText(false);
                  return csv([head, ...rows]);
                })}
              </span>`
            : null}
        </div>
        <p class="view-hint">The client of the page, SDKs and typical clients, for each skill and the class of task that is chosen. Choose a cell to see why: its client then takes the place of the profile in the editor.</p>
        ${this.error ? problem(this.error) : null} ${this.found ? this.#result(this.found) : null}
      </section>
    `;
  }

  #result({ isCard, rows, leftOut: left }) {
    if (!isCard) return html`<p class="nothing" role="status">This is not an agent card, so that nobody can call it.</p>`;
    const clients = this.#clients();
    const callable = clients.filter(({ index }) => rows.some(({ cells }) => cells[index]?.decision === "accept")).length;
    return html`
      <p class="view-verdict" role="status">${callable} of ${count(clients.length, "client")} can call ${rows.length === 1 ? "it" : "at least one skill"}.</p>
      <div class="view-scroll" tabindex="0" role="region" aria-label="Clients and skills">
        <table class="view-table view-callers">
          <thead>
            <tr>
              <th scope="col">Client</th>
              ${rows.map(({ skill }) => html`<th scope="col">${skill === null ? "the card's defaults" : html`<code>${shown(skill, 60)}</code>`}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${clients.map(
              ({ title, promise, index }) => html`<tr>
                <th scope="row">${title}<span class="quiet-word">${promise}</span></th>
                ${rows.map(({ skill, cells }) => html`<td>${this.#cell(cells[index], index, skill)}</td>`)}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${leftOut(left, "skill")}
    `;
  }

  #cell(cell, client, skill) {
    if (cell === null) return html`<span class="quiet-word">cannot be read</span>`;
    const { mark, class: of } = statusOf(cell);
    const look = () => {
      const { profile } = CLIENTS[client];
      if (profile) this.tell("put-profile", profile);
      else this.tell("decide");
      this.tell("choose-skill", skill);
    };
    return html`<button type="button" class="view-link status ${of}" @click=${look}><span aria-hidden="true">${mark}</span> ${words(cell)}</button>`;
  }

  /** The head and the rows of the table as texts. */
  #asText(isMarkdown) {
    const { rows } = this.found;
    const text = (cell) => (cell === null ? "cannot be read" : `${isMarkdown ? `${statusOf(cell).mark} ` : ""}${words(cell)}`);
    const head = ["client", ...rows.map(({ skill }) => skill ?? "the card's defaults")];
    return [head, this.#clients().map(({ title, index }) => [title, ...rows.map(({ cells }) => text(cells[index]))])];
  }
}

function statusOf({ decision, degradations }) {
  if (decision === "accept") return degradations > 0 ? { mark: "↓", class: "degraded" } : { mark: "✓", class: "passed" };
  return decision === "escalate" ? { mark: "?", class: "escalated" } : { mark: "✗", class: "refused" };
}

function words({ decision, degradations, step }) {
  if (decision === "accept") return degradations > 0 ? `accepted, ${count(degradations, "degradation")}` : "accepted";
  return `${decision === "escalate" ? "to be settled" : "refused"} at ${STEPS[step]}`;
}
