// What changed from another card to this one, and whom it breaks.

import { html } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";

import { EFFECTS, reasonOf } from "../../../negotiator/npm/src/cli/formats/diff-markdown.ts";
import { AskingView } from "./asking.js";
import { Copy } from "./copy.js";
import { HeldText } from "./held-text.js";
import { count, problem, sentence, shown, table } from "./shown.js";

const CLASSES = {
  none: { mark: "–", class: "quiet" },
  cosmetic: { mark: "–", class: "quiet" },
  compatible: { mark: "✓", class: "passed" },
  degrading: { mark: "↓", class: "degraded" },
  breaking: { mark: "✗", class: "refused" },
};

export default class CompareView extends AskingView {
  #before = new HeldText("card-before");
  #editor = createRef();
  #copy = new Copy(() => this.draw());

  question() {
    const { card, profile, intent } = this.documents;
    return this.#before.text.trim() ? ["compare", this.#before.text, card, profile, intent] : null;
  }

  answered() {
    this.#copy.forget();
  }

  draw() {
    super.draw();
    const editor = this.#editor.value;
    if (editor && editor.text !== this.#before.text) editor.replace(this.#before.text);
  }

  #take(text) {
    this.#before.text = text;
    if (text.trim()) this.ask();
    else this.found = this.error = undefined;
    this.draw();
  }

  template() {
    return html`
      <section class="block" aria-labelledby="compare-title">
        <div class="block-head">
          <h2 id="compare-title">What changed since another card?</h2>
          <span class="take-along">
            ${this.documents.intent.pinnedCard ? html`<button type="button" class="quiet-button" @click=${() => this.#take(this.documents.intent.pinnedCard)}>Use the pinned card</button>` : null}
            <button type="button" class="quiet-button" @click=${() => this.#take(this.documents.card)}>Use the card as it is now</button>
          </span>
        </div>
        <p class="view-hint">Put an older version of the card here: paste it, drop a file, or take the card as it is now and then edit it. Below you see what changed since, and whether clients notice. Only the meaning counts: order, layout and the A2A version that a card is written in make no difference.</p>
        <json-editor ${ref(this.#editor)} class="view-editor" label="The card before, JSON" placeholder="Paste or drop an older card here" @edit=${({ target }) => this.#take(target.text)}></json-editor>
        ${this.error ? problem(this.error) : null}
        ${this.error && this.found ? html`<p class="view-hint">Below is what could last be compared.</p>` : null}
      </section>
      ${this.found ? this.#result(this.found) : html`<p class="nothing" role="status">Nothing to compare with yet: put an older card above.</p>`}
    `;
  }

  #result({ diff, profileError, oldPlaces, newPlaces, markdown }) {
    const { changes, skills = [] } = diff;
    return html`
      <section class="block" aria-labelledby="changes-title">
        <div class="block-head">
          <h2 id="changes-title">Changes<span class="number">${changes.length}</span></h2>
          ${this.#copy.button("Copy as Markdown", () => markdown)}
        </div>
        <p class="view-verdict" role="status">${changes.length === 0 ? "Both cards say the same." : html`${count(changes.length, "change")}, the worst of them: ${grade(diff.class)}`}</p>
        ${changes.length === 0 || profileError ? null : html`<p class="view-hint">How bad a change is, is judged for the client of your profile. Another client may be hit by what this one does not notice.</p>`}
        ${changes.length === 0
          ? null
          : table(
              "Changes",
              ["Effect", "Change", "Before", "Now"],
              changes.map((change) => this.#change(change, oldPlaces[change.oldPointer], newPlaces[change.newPointer])),
              "view-stacked",
            )}
      </section>
      <section class="block" aria-labelledby="effects-title">
        <h2 id="effects-title">What it means for this client, skill by skill</h2>
        ${profileError
          ? html`<p class="view-hint">The profile cannot be read, so this cannot be told.</p>`
          : table(
              "Plans",
              ["Skill", "The call", "Why"],
              skills.map(
                ({ skill, effect, class: of, message }) => html`<tr>
                  <th scope="row">${skill === undefined ? "no skill named" : html`<code>${shown(skill)}</code>`}</th>
                  <td>${grade(of, effect === "same" && message ? "refused, as before" : EFFECTS[effect])}</td>
                  <td>${message ? sentence(reasonOf(effect, message)) : null}</td>
                </tr>`,
              ),
              "view-stacked",
            )}
      </section>
    `;
  }

  #change({ class: of, message, old, new: current }, oldPlace, newPlace) {
    const reveal = () => this.#editor.value.reveal(oldPlace.offset, true);
    return html`<tr data-class=${of}>
      <td>${grade(of)}</td>
      <td>${sentence(message)}</td>
      <td data-label="before">${value(old)} ${place(oldPlace, "the card before", reveal)}</td>
      <td data-label="now">${value(current)} ${place(newPlace, "the card", () => this.tell("place", newPlace.offset))}</td>
    </tr>`;
  }
}

function grade(name, word = name === "none" ? "no change" : name) {
  const { mark, class: of } = CLASSES[name];
  return html`<span class="status ${of}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}

function value(given) {
  return given === undefined ? html`<span class="quiet-word">not there</span>` : html`<code>${shown(JSON.stringify(given), 120)}</code>`;
}

function place(at, where, onPress) {
  if (!at) return null;
  return html`<button type="button" class="place" aria-label="line ${at.line} of ${where}" @click=${onPress}>line ${at.line}</button>`;
}
