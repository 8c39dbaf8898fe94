// What the signatures of the card sign, and which of them hold.

import { html } from "lit-html";

import { AskingView } from "./asking.js";
import { Copy } from "./copy.js";
import { holdsSecretKey } from "./secret-key.js";
import { count, problem, sentence, shown, table } from "./shown.js";

const STATUSES = {
  valid: { mark: "✓", word: "holds", class: "passed" },
  invalid: { mark: "✗", word: "does not hold", class: "refused" },
  unknownKey: { mark: "?", word: "unknown key", class: "caution" },
  unsupported: { mark: "–", word: "not supported", class: "caution" },
  malformed: { mark: "✗", word: "malformed", class: "refused" },
};

/** How many characters of the payload are shown; copying gives it whole. */
const MOST_CHARACTERS = 20_000;

export default class SignaturesView extends AskingView {
  #keys = "";
  #isRefused = false;
  #copy = new Copy(() => this.draw());

  question() {
    return ["signatures", this.documents.card, this.#keys];
  }

  answered() {
    this.#copy.forget();
  }

  #take(field) {
    this.#isRefused = holdsSecretKey(field.value);
    if (this.#isRefused) field.value = "";
    this.#keys = field.value;
    this.ask();
    this.draw();
  }

  template() {
    return html`
      <section class="block" aria-labelledby="signatures-title">
        <h2 id="signatures-title">Which signatures of this card hold?</h2>
        <p class="view-hint">Paste the public keys that you trust for this agent, as a JSON Web Key Set. Nothing is fetched, and what is pasted stays in this browser. Private keys are never needed.</p>
        <label class="field">
          <span>Public keys</span>
          <textarea
            class="view-paste"
            rows="5"
            spellcheck="false"
            autocomplete="off"
            placeholder=${'{"keys": [{"kty": "EC", "crv": "P-256", "kid": "…", "x": "…", "y": "…"}]}'}
            @input=${({ target }) => this.#take(target)}
          ></textarea>
        </label>
        ${this.#isRefused
          ? html`<p class="view-problem" role="alert">That holds a private or secret key, and was not kept. Paste the public part alone; if the key was shown to others on the way here, replace it.</p>`
          : null}
        ${this.error ? problem(this.error) : null}
      </section>
      ${this.found ? this.#result(this.found) : null}
    `;
  }

  #result({ isCard, payload, signatures }) {
    if (!isCard) return html`<p class="nothing" role="status">This is not an agent card.</p>`;
    const bytes = new TextEncoder().encode(payload).length;
    return html`
      <section class="block" aria-labelledby="verified-title">
        <h2 id="verified-title">Signatures<span class="number">${signatures.length}</span></h2>
        <p class="view-verdict" role="status">
          ${signatures.length === 0 ? "The card has no signatures." : `${count(signatures.filter(({ status }) => status === "valid").length, "signature")} of ${signatures.length} ${signatures.length === 1 ? "holds" : "hold"}.`}
        </p>
        ${signatures.length === 0
          ? null
          : table("Signatures", ["Key", "Algorithm", "Status", "Why"], signatures.map((signature) => this.#signature(signature)))}
      </section>
      <section class="block" aria-labelledby="payload-title">
        <div class="block-head">
          <h2 id="payload-title">${signatures.length === 0 ? "What a signature would sign" : "What is signed"}</h2>
          ${this.#copy.button("Copy the payload", () => payload)}
        </div>
        <p class="view-hint">${count(bytes, "byte")}: the card without its signatures and without what Protocol Buffers leave out, in canonical form (RFC 8785).</p>
        <pre class="view-text" tabindex="0" role="region" aria-label="Payload">${shown(payload, MOST_CHARACTERS)}</pre>
      </section>
    `;
  }

  #signature({ status, message, kid, alg, jku, place }) {
    const { mark, word, class: of } = STATUSES[status];
    return html`<tr data-status=${status}>
      <th scope="row">
        ${kid === undefined ? "not named" : html`<code>${shown(kid)}</code>`}
        ${place ? html`<button type="button" class="place" @click=${() => this.tell("place", place.offset)}>line ${place.line}</button>` : null}
      </th>
      <td>${alg === undefined ? "–" : shown(alg, 40)}</td>
      <td><span class="status ${of}"><span aria-hidden="true">${mark}</span> ${word}</span></td>
      <td>${sentence(message)}${jku === undefined ? null : html` The signature says that its keys are at <code>${shown(jku)}</code>; nothing is fetched from there.`}</td>
    </tr>`;
  }
}
