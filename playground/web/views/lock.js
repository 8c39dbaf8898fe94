// Whether the card is still what was reviewed, as a lockfile has it.

import { html } from "lit-html";

import { AskingView } from "./asking.js";
import { Copy } from "./copy.js";
import { HeldText } from "./held-text.js";
import { count, named, problem, sentence, shown, table } from "./shown.js";

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
          ${made ? html`<button type="button" class="quiet-button" @click=${() => this.#take(made)}>Take the card as it is now as reviewed</button>` : null}
        </div>
        <p class="view-hint">A lockfile records how this client calls the agent, skill by skill, as somebody has reviewed it. It is kept beside the client’s code. Paste yours to see whether the card has changed since in a way that needs a review; or take the card as it is now, then edit it and see what would. Names and descriptions may change freely; what changes a call may not.</p>
        <label class="field">
          <span>Lockfile</span>
          <textarea
            class="view-paste"
            rows="8"
            spellcheck="false"
            autocomplete="off"
            placeholder="Paste a lockfile: {&quot;lockfileVersion&quot;: 1, …}"
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
          <h2 id="lockfile-title">A lockfile for the card as it is now</h2>
          ${this.#copy.button("Copy the lockfile", () => text)}
        </div>
        ${refused.length === 0
          ? null
          : html`<p class="view-hint">This client cannot call ${count(refused.length, "skill")} of it, and the lockfile records that too: ${named(refused, 3)}</p>`}
        <pre class="view-text" tabindex="0" role="region" aria-label="Text of the lockfile">${shown(text, MOST_CHARACTERS)}</pre>
      </section>
    `;
  }

  #kept(plans) {
    const beyond = plans.filter(({ message }) => message).length;
    return html`<section class="block" aria-labelledby="kept-title">
      <h2 id="kept-title">Against your lockfile</h2>
      <p class="view-verdict" role="status">
        ${beyond === 0 ? "Every call is as it was reviewed." : `${beyond} of ${count(plans.length, "call")} ${beyond === 1 ? "needs" : "need"} a review.`}
      </p>
      ${table("Skills and plans", ["Skill", "The call", "Why"], plans.map((plan) => this.#plan(plan)), "view-stacked")}
    </section>`;
  }

  #plan({ skill, isRefused, message, place }) {
    const { mark, word, class: of } = message
      ? { mark: "✗", word: "needs a review", class: "refused" }
      : isRefused
        ? { mark: "–", word: "refused, as reviewed", class: "quiet" }
        : { mark: "✓", word: "as reviewed", class: "passed" };
    return html`<tr>
      <th scope="row">${skill === null ? "no skill named" : html`<code>${shown(skill)}</code>`}</th>
      <td><span class="status ${of}"><span aria-hidden="true">${mark}</span> ${word}</span></td>
      <td>
        ${message ? sentence(message) : null}
        ${place ? html`<button type="button" class="place" @click=${() => this.tell("place", place.offset)}>line ${place.line}</button>` : null}
      </td>
    </tr>`;
  }
}
