// The custom element, defined as this is loaded.

import { NegotiationElement } from "../embed/negotiation-element.js";

// Where pages are rendered without a document, there is nothing to define; and a page may load this twice.
if ("customElements" in globalThis && !customElements.get("a2a-negotiation")) {
  customElements.define("a2a-negotiation", NegotiationElement);
}

export { NegotiationElement };
