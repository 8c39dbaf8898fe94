// The `<pane-divider>` element: what divides two panes, and is moved by pointer and by the arrow keys. Where it was
// left is kept.

import { keepLook } from "./look.js";

/** In percent. No pane gets so small that nothing is seen of it. */
const LEAST = 20;
const STEP = 2;

const KEYS = { columns: { ArrowLeft: -STEP, ArrowRight: STEP }, rows: { ArrowUp: -STEP, ArrowDown: STEP } };

class PaneDivider extends HTMLElement {
  connectedCallback() {
    this.tabIndex = 0;
    this.setAttribute("role", "separator");
    this.setAttribute("aria-label", this.#isColumns ? "Documents and decision" : "Card and profile");
    this.setAttribute("aria-orientation", this.#isColumns ? "vertical" : "horizontal");
    this.#tell();
    this.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.setPointerCapture(event.pointerId);
    });
    this.addEventListener("pointermove", (event) => this.hasPointerCapture(event.pointerId) && this.#move(this.#at(event)));
    this.addEventListener("dblclick", () => this.#move(null));
    this.addEventListener("keydown", (event) => {
      const step = KEYS[this.getAttribute("divides")][event.key];
      if (!step && event.key !== "Home") return;
      event.preventDefault();
      this.#move(step ? this.#share + step : null);
    });
  }

  get #isColumns() {
    return this.getAttribute("divides") === "columns";
  }

  /** How much of the page is before it, in percent. */
  get #share() {
    return this.#at(this.getBoundingClientRect(), (box) => [box.x + box.width / 2, box.y + box.height / 2]);
  }

  #at(place, middle = ({ clientX, clientY }) => [clientX, clientY]) {
    const page = this.parentElement;
    const style = getComputedStyle(page);
    const { left, top, height } = page.getBoundingClientRect();
    const [x, y] = middle(place);
    const width = page.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return 100 * (this.#isColumns ? (x - left - parseFloat(style.paddingLeft)) / width : (y - top) / height);
  }

  #move(share) {
    const { panes = {} } = globalThis.look.read();
    const limited = share === null ? undefined : `${Math.min(Math.max(share, LEAST), 100 - LEAST).toFixed(1)}%`;
    keepLook({ panes: { ...panes, [this.getAttribute("divides")]: limited } });
    this.#tell();
  }

  #tell() {
    this.setAttribute("aria-valuenow", Math.round(this.#share) || 50);
  }
}

customElements.define("pane-divider", PaneDivider);
