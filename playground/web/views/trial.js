// What if the server answers with a failure: a failure to choose, the one action that it calls for, and the plan that the call
// goes on with.

import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";

import { AskingView } from "./asking.js";
import { planComparison } from "./plan-comparison.js";
import { count, problem, sentence, shown } from "./shown.js";

const ACTIONS = { giveUp: { mark: "✗", class: "refused" }, report: { mark: "!", class: "caution" } };
const OTHER_ACTION = { mark: "→", class: "accent" };
const NONE = "none";

export default class TrialView extends AskingView {
  #failures = [];
  #about;

  changed() {
    const { cardNumber } = this.documents.intent;
    // What was tried out on another card is forgotten.
    if (cardNumber !== this.#about) [this.#failures, this.#about] = [[], cardNumber];
    this.ask();
  }

  question() {
    const { card, profile, intent } = this.documents;
    return ["trial", card, profile, intent, this.#failures];
  }

  /** Chooses the failure of a round, or none; those after it are forgotten. */
  #choose(round, value) {
    this.#failures = [...this.#failures.slice(0, round), ...(value === NONE ? [] : [Number(value)])];
    return this.ask();
  }

  template() {
    if (this.error) return problem(this.error);
    if (!this.found) return null;
    const { rounds, next } = this.found;
    // A round has the same parts before and after its failure is chosen, so that the choice keeps the focus.
    const all = next ? [...rounds, { choices: next.choices }] : rounds;
    const startOver = async () => {
      // The button goes, and what had the focus must not go with it.
      document.getElementById(choiceId(0))?.focus();
      await this.#choose(0, NONE);
    };
    return html`<div class="fold-body">
      <p class="fold-hint">Every failure calls for one action. A call gets another plan at most once, and nothing is tried twice: after that the client gives up, and the agent is marked as degraded.</p>
      <ol class="rounds" role="list">
        ${all.map(
          (round, index) => html`<li class="round">
            ${this.#choice(index, round.choices, round.actions ? this.#failures[index] : undefined)}
            <div class="round-result">${round.actions ? result(round) : null}</div>
          </li>`,
        )}
      </ol>
      <p class="trial-end" role="status">${end(this.found)}</p>
      ${rounds.length > 0 ? html`<button type="button" class="quiet-button" @click=${startOver}>Start over</button>` : null}
    </div>`;
  }

  #choice(round, choices, chosen) {
    const [label, asWanted] = round === 0 ? ["The server answers", "as planned"] : ["And then it answers", "as it should"];
    const value = chosen === undefined ? NONE : String(chosen);
    return html`<label class="field">
      <span>${label}</span>
      <select id=${choiceId(round)} .value=${live(value)} @change=${({ target }) => this.#choose(round, target.value)}>
        <option value=${NONE} ?selected=${value === NONE}>${asWanted}</option>
        ${choices.map(({ index, title }) => html`<option value=${index} ?selected=${value === String(index)}>${title}</option>`)}
      </select>
    </label>`;
  }
}

const choiceId = (round) => `failure-${round}`;

/** What is done about a failure. */
function result({ plan, failure, actions, otherPlan }) {
  return html`
    <details class="answer">
      <summary>The failure as it is passed to <code>recover</code></summary>
      <pre tabindex="0" role="region" aria-label="Failure">${shown(JSON.stringify(failure, null, 2), 1200)}</pre>
    </details>
    <ol class="actions" role="list">
      ${actions.map(({ action, reason, degraded }) => {
        const { mark, class: of } = ACTIONS[action] ?? OTHER_ACTION;
        return html`<li class="action" data-action=${action} data-degraded=${degraded}>
          <span class="mark ${of}" aria-hidden="true">${mark}</span>
          <p>
            <span class="action-head">
              <code class="status ${of}">${action}</code>
              ${degraded ? html`<span class="status degraded"><span aria-hidden="true">↓</span> degraded</span>` : null}
            </span>
            ${sentence(reason)}
          </p>
        </li>`;
      })}
    </ol>
    ${otherPlan ? planComparison(plan, otherPlan) : null}
  `;
}

/** What becomes of the call after all. */
function end({ rounds, next, isDegraded }) {
  if (rounds.length === 0) return null;
  const what = next
    ? `the call goes on with ${rounds.at(-1).otherPlan ? "the plan as it is now" : "the same plan"}`
    : `the call is over${isDegraded ? ", and the agent is marked as degraded" : ""}`;
  return `After ${count(rounds.length, "failure")} ${what}.`;
}
