import type { Outcome } from "../index.js";
import { core, whenInView } from "./core.js";
import type { Core } from "./core.js";
import { documentsOf } from "./documents.js";
import type { Documents } from "./documents.js";
import { make, prose } from "./nodes.js";
import { outcomeView } from "./outcome-view.js";
import type { Places } from "./outcome-view.js";
import { playgroundLink } from "./playground-link.js";
import { styleSheet } from "./style.js";

// Pages are also rendered where there is no document, and must load there.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<a2a-negotiation>`: a negotiation that can be read, opened and tried in a page.
 *
 * Card, profile and intent are blocks of code inside the element, in this order, or whatever is marked `data-card`,
 * `data-profile` and `data-intent`. The attributes `skill` and `task-class` are a short intent. What is in the
 * element stays in sight until the negotiation can be shown. With the address of a playground in the attribute
 * `playground`, a link opens the negotiation there.
 */
export class NegotiationElement extends Base {
  static readonly observedAttributes: string[] = ["skill", "task-class", "playground"];

  #core: Core | undefined;
  #given: Documents | undefined;
  #outcome: Outcome | null = null;
  #isPending = false;
  #isEdited = false;
  #changes: MutationObserver | undefined;
  #parts: ReturnType<typeof parts> | undefined;

  /** The outcome that is shown; `null` before there is one. The event `negotiated` tells of each new one. */
  get outcome(): Outcome | null {
    return this.#outcome;
  }

  connectedCallback(): void {
    if (!this.shadowRoot) this.attachShadow({ mode: "open" }).append(make("slot", {}));
    this.#changes ??= new MutationObserver(() => this.#read());
    this.#changes.observe(this, { childList: true, characterData: true, subtree: true });
    if (this.#core || this.#isPending) return;
    this.#isPending = true;
    whenInView(this, () => void this.#start());
  }

  disconnectedCallback(): void {
    this.#changes?.disconnect();
  }

  attributeChangedCallback(name: string): void {
    if (name === "playground") void this.#link();
    else this.#read();
  }

  async #start(): Promise<void> {
    const shadow = this.shadowRoot;
    if (!shadow) return;
    try {
      this.#core = await core();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      shadow.append(make("p", { role: "note" }, `the negotiation cannot be shown: ${reason}`));
      return;
    }
    this.#parts = parts(() => this.#edited(), () => this.#reset());
    shadow.adoptedStyleSheets = [styleSheet()];
    this.#read();
    // The content of the element stays where frameworks expect it, and is no longer in sight.
    shadow.replaceChildren(this.#parts.root);
  }

  /** Takes what is in the element, unless the reader has written something else. */
  #read(): void {
    if (!this.#parts || this.#isEdited) return;
    const given = documentsOf(this);
    if (JSON.stringify(given) === JSON.stringify(this.#given)) return;
    this.#given = given;
    this.#parts.card.value = given.card;
    this.#parts.profile.value = given.profile || "{}";
    this.#negotiate();
  }

  #edited(): void {
    this.#isEdited = true;
    this.#negotiate();
  }

  #reset(): void {
    this.#isEdited = false;
    this.#given = undefined;
    this.#read();
  }

  #negotiate(): void {
    if (!this.#core || !this.#parts || !this.#given) return;
    const { card, profile, misuse, view, said, root, reset } = this.#parts;
    reset.hidden = !this.#isEdited;
    try {
      const outcome = this.#core.negotiate(card.value, profile.value, this.#given.intent);
      const explanation = this.#core.explain(outcome);
      view.replaceChildren(outcomeView(outcome, explanation, (places) => this.#links(places)));
      // To those who listen, what the reader's own edit brings about.
      if (this.#isEdited) said.textContent = explanation.split("\n", 1)[0] ?? "";
      misuse.replaceChildren();
      this.#outcome = outcome;
      void this.#link();
    } catch (thrown) {
      // What was shown last stays, for the reader to go on from.
      misuse.replaceChildren(this.#misuse(thrown));
    }
    root.classList.toggle("stale", misuse.hasChildNodes());
    this.dispatchEvent(new Event("negotiated", { bubbles: true }));
  }

  /** Has the link to the playground lead to what is shown. */
  async #link(): Promise<void> {
    if (!this.#parts || !this.#given) return;
    const { playground, card, profile } = this.#parts;
    const shown = { ...this.#given, card: card.value, profile: profile.value };
    const href = await playgroundLink(this.getAttribute("playground"), shown);
    // It takes a moment, in which something else may have been written.
    if (shown.card !== card.value || shown.profile !== profile.value) return;
    playground.hidden = href === undefined;
    if (href !== undefined) playground.href = href;
  }

  #misuse(thrown: unknown): Node {
    const isNamed = this.#core && thrown instanceof this.#core.NegotiatorInputError;
    if (!isNamed) return document.createTextNode(String(thrown));
    const { message, help, position } = thrown;
    const place = position ? ` (line ${position.line}, column ${position.column})` : "";
    return prose(`${message}${place}; ${help}`);
  }

  /** Buttons that lead to the lines of the places, one for each line. */
  #links({ cardPointers, profilePointers }: Places): Node {
    const links = make("span", { class: "places" });
    if (!this.#core || !this.#parts) return links;
    for (const [name, pointers] of [["card", cardPointers], ["profile", profilePointers]] as const) {
      const area = this.#parts[name];
      const seen = new Set<number>();
      for (const place of this.#core.locate(area.value, pointers)) {
        if (!place) continue;
        const start = place.key ?? place.start;
        if (seen.has(start.line)) continue;
        seen.add(start.line);
        const link = make("button", { type: "button" }, `${name} line ${start.line}`);
        link.addEventListener("click", () => this.#show(area, start.offset, place.end.offset));
        links.append(" ", link);
      }
    }
    return links;
  }

  #show(area: HTMLTextAreaElement, start: number, end: number): void {
    if (this.#parts) this.#parts.documents.open = true;
    area.focus();
    area.setSelectionRange(start, end);
    const lines = area.value.split("\n").length;
    const line = area.value.slice(0, start).split("\n").length;
    area.scrollTop = (area.scrollHeight * (line - 3)) / lines;
  }
}

/** What the element shows: the negotiation, and the documents that the reader can write in. */
function parts(edited: () => void, reset: () => void) {
  const area = (name: string): HTMLTextAreaElement => {
    const made = make("textarea", { spellcheck: "false", autocomplete: "off", rows: "12", "aria-label": name });
    made.addEventListener("input", edited);
    return made;
  };
  const [card, profile] = [area("card"), area("profile")];
  const [view, misuse] = [make("div", {}), make("p", { class: "misuse", role: "alert" })];
  const said = make("p", { class: "unseen", role: "status" });
  const back = make("button", { type: "button" }, "as it was");
  back.addEventListener("click", reset);
  const playground = make("a", { class: "playground", part: "playground", target: "_blank", rel: "noopener" }, "open in the playground");
  playground.hidden = true;
  const labelled = (made: HTMLTextAreaElement) => make("div", {}, make("span", { "aria-hidden": "true" }, made.getAttribute("aria-label")), made);
  const documents = make(
    "details",
    { class: "folded documents", part: "documents" },
    make("summary", {}, "card and profile"),
    make("div", { class: "editors" }, labelled(card), labelled(profile)),
    back,
  );
  const root = make("div", { class: "negotiation", role: "group", "aria-label": "Negotiation" }, misuse, said, view, documents, playground);
  return { root, view, said, misuse, documents, card, profile, playground, reset: back };
}

declare global {
  interface HTMLElementTagNameMap {
    "a2a-negotiation": NegotiationElement;
  }
}
