// Whether the card is still what was reviewed, as a lockfile has it.

import { html } from "lit-html";

import { AskingView } from "./asking.js";
import { Copy } from "./copy.js";
import { HeldText } from "./held-text.js";
import { count, problem, sentence, shown, table } from "./shown.js";

/** How many characters of a lockfile are shown; copying gives it whole. */
const MOST_CHARACTERS = 20_000;

export default class LockView extends AskingView {
  #lockfile = new HeldText("lockfile");
  #copy = new Copy(() => this.draw());

  question() {
    const { card, profile, intent } = this.documents;
    return ["lock", card, profile, this.#lockfile.text, intent];
  }

  answered() {
    this.#copy.forget();
  }

  #take(text) {
    this.#lockfile.text = text;
    this.ask();
    this.draw();
  }

  template() {
    const made = this.found?.text;
    return html`
      <section class="block" aria-labelledby="lock-title">
        <div class="block-head">
          <h2 id="lock-title">Is this card still what was reviewed?</h2>
          ${made ? html`<button type="button" class="quiet-button" @click=${() => this.#take(made)}>Lock the card as it stands now</button>` : null}
        </div>
        <p class="view-hint">A lockfile holds the plans that were reviewed for this client, and lies beside the code that calls the agent. Paste it, or lock the card as it stands now and go on editing it. Texts may change; what changes a plan needs a review.</p>
        <label class="field">
          <span>Lockfile</span>
          <textarea
            class="view-paste"
            rows="8"
            spellcheck="false"
            autocomplete="off"
            placeholder=${'{"lockfileVersion": 1, …}'}
            .value=${this.#lockfile.text}
            @input=${({ target }) => this.#take(target.value)}
          ></textarea>
        </label>
        ${this.error ? problem(this.error) : null}
      </section>
      ${this.found ? this.#result(this.found) : null}
    `;
  }

  #result({ isCard, text, refused, kept }) {
    if (!isCard) return html`<p class="nothing" role="status">This is not an agent card.</p>`;
    return html`
      ${kept && !this.error ? this.#kept(kept) : null}
      <section class="block" aria-labelledby="lockfile-title">
        <div class="block-head">
          <h2 id="lockfile-title">The lockfile of this card</h2>
          ${this.#copy.button("Copy the lockfile", () => text)}
        </div>
        ${refused.length === 0
          ? null
          : html`<p class="view-hint">${count(refused.length, "skill")} of it cannot be called by this client, which is locked as well: ${refused.slice(0, 3).map((id, index) => html`${index > 0 ? ", " : null}<code>${shown(id)}</code>`)}${refused.length > 3 ? " …" : null}</p>`}
        <pre class="view-text" tabindex="0" role="region" aria-label="Text of the lockfile">${shown(text, MOST_CHARACTERS)}</pre>
      </section>
    `;
  }

  #kept(plans) {
    const beyond = plans.filter(({ message }) => message).length;
    return html`<section class="block" aria-labelledby="kept-title">
      <h2 id="kept-title">Plans</h2>
      <p class="view-verdict" role="status">
        ${beyond === 0 ? "Nothing goes beyond what was reviewed." : `${count(beyond, "plan")} of ${plans.length} ${beyond === 1 ? "goes" : "go"} beyond what was reviewed.`}
      </p>
      ${table("Skills and plans", ["Skill", "Plan", "Why"], plans.map((plan) => this.#plan(plan)))}
    </section>`;
  }

  #plan({ skill, isRefused, message, place }) {
    const { mark, word, class: of } = message
      ? { mark: "✗", word: "needs a review", class: "refused" }
      : isRefused
        ? { mark: "–", word: "refused, as reviewed", class: "quiet" }
        : { mark: "✓", word: "as reviewed", class: "passed" };
    return html`<tr>
      <th scope="row">${skill === null ? "none named" : html`<code>${shown(skill)}</code>`}</th>
      <td><span class="status ${of}"><span aria-hidden="true">${mark}</span> ${word}</span></td>
      <td>
        ${message ? sentence(message) : null}
        ${place ? html`<button type="button" class="place" @click=${() => this.tell("place", place.offset)}>line ${place.line}</button>` : null}
      </td>
    </tr>`;
  }
}
