// The gallery, to be searched: the examples of the page's own selection, in which the one that is pressed is chosen.

import { showChooser } from "./chooser.js";

export function open() {
  const select = document.getElementById("example");
  const entries = [...select.options]
    .filter(({ disabled }) => !disabled)
    .map(({ value, text, title }) => {
      const [, name, promise] = /^(.*?): (.*)$/s.exec(text);
      return { value, title: name, promise, about: title };
    });
  showChooser("Examples", "Each with what it promises. What you have edited can be brought back.", entries, ({ value }) => {
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
