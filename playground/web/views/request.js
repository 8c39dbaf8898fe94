// The request as it goes out, in forms that can be copied.

import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";

import { AskingView } from "./asking.js";
import { Copy } from "./copy.js";
import { problem, sentence, shown } from "./shown.js";
import { tabs } from "./tabs.js";

/** How many characters of a request are shown; copying gives it whole. */
const MOST_CHARACTERS = 20_000;

export default class RequestView extends AskingView {
  #operation = null;
  #words = null;
  #form = 0;
  #about;
  #copied;
  #copy = new Copy(() => this.draw());

  changed() {
    const { cardNumber } = this.documents.intent;
    // What was chosen for another card is forgotten.
    if (cardNumber !== this.#about) [this.#operation, this.#words, this.#form, this.#about] = [null, null, 0, cardNumber];
    this.ask();
  }

  question() {
    const { card, profile, intent } = this.documents;
    return ["request", card, profile, intent, { operation: this.#operation, words: this.#words }];
  }

  answered() {
    // The body of a text of HTTP is easier to read over several lines, and means the same.
    for (const form of this.found?.forms ?? []) form.text = pretty(form.text);
  }

  template() {
    if (this.error) return problem(this.error);
    if (!this.found) return null;
    const { operation, operations, label, words, error } = this.found;
    return html`<div class="fold-body">
      <div class="fold-fields">
        <label class="field">
          <span>Operation</span>
          <select id="operation" .value=${live(operation)} @change=${({ target }) => this.#choose(target.value)}>
            ${operations.map(
              ({ name, isGone, isOwn }) => html`<option value=${name} ?disabled=${isGone} ?selected=${name === operation}>
                ${name}${isGone ? " (not in this plan)" : isOwn ? " (planned)" : ""}
              </option>`,
            )}
          </select>
        </label>
        ${label === null
          ? null
          : html`<label class="field">
              <span>${label}</span>
              <input type="text" autocomplete="off" .value=${this.#words ?? words} @input=${({ target }) => this.#write(target.value)} />
            </label>`}
      </div>
      ${error ? html`<p class="fold-hint">${sentence(error.message)} ${sentence(error.help)}</p>` : this.#outgoing(this.found)}
    </div>`;
  }

  #choose(operation) {
    this.#operation = operation;
    this.ask();
  }

  #write(words) {
    this.#words = words;
    this.ask();
  }

  #outgoing({ forms, why, placeholders, findings }) {
    const chosen = Math.min(this.#form, forms.length - 1);
    const { text } = forms[chosen];
    // The button forgets that it has copied when the text is another one.
    if (this.#copied !== text) this.#copy.forget();
    this.#copied = text;
    const choose = (form) => {
      this.#form = form;
      this.draw();
    };
    return html`
      <div class="request-forms">
        ${tabs("request", "Form of the request", forms.map((form) => ({ title: form.name, text: shown(form.text, MOST_CHARACTERS) })), chosen, choose)}
        ${this.#copy.button("Copy the request", () => text)}
      </div>
      ${why ? html`<p class="fold-hint">${sentence(why.message)}</p>` : null} ${secrets(placeholders)}
      ${findings.map((message) => html`<p class="fold-hint">${sentence(message)}</p>`)}
    `;
  }
}

/** What stands in the place of secrets. */
function secrets(placeholders) {
  if (placeholders.length === 0) return null;
  const [verb, noun] = placeholders.length === 1 ? ["stands", "a secret"] : ["stand", "secrets"];
  const names = placeholders.map((name) => `\`${shown(name).replaceAll("`", "'")}\``).join(" and ");
  return html`<p class="fold-hint">
    ${sentence(`${names} ${verb} for ${noun} that the client holds, in commands and code a variable whose name starts with \`A2A_\``)} No secret is ever in
    a card, a profile or a plan.
  </p>`;
}

function pretty(text) {
  const [head, body] = text.split("\n\n", 2);
  if (body === undefined || !/^[[{]/.test(body)) return text;
  try {
    return `${head}\n\n${JSON.stringify(JSON.parse(body), null, 2)}\n`;
  } catch {
    return text;
  }
}
