// Texts of which one is shown at a time, by tabs as the ARIA practices have them: one stop for Tab, and the arrow keys go
// through them.

import { html } from "lit-html";

/** `texts` are `{title, text}`. */
export function tabs(name, label, texts, chosen, choose) {
  const last = texts.length - 1;
  const idOf = (index) => `${name}-tab-${index}`;
  const onKey = (event) => {
    const next = { ArrowRight: (chosen + 1) % (last + 1), ArrowLeft: (chosen + last) % (last + 1), Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    document.getElementById(idOf(next))?.focus();
  };
  return html`<div class="tabs">
    <div role="tablist" aria-label=${label} @keydown=${onKey}>
      ${texts.map(
        ({ title }, index) => html`<button
          type="button"
          role="tab"
          id=${idOf(index)}
          aria-selected=${index === chosen}
          aria-controls="${name}-panel"
          tabindex=${index === chosen ? 0 : -1}
          @click=${() => choose(index)}
        >${title}</button>`,
      )}
    </div>
    <pre role="tabpanel" id="${name}-panel" aria-labelledby=${idOf(chosen)} tabindex="0">${texts[chosen].text}</pre>
  </div>`;
}
