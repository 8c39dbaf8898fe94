// A dialog over the page. Escape, its button and a press beside it close it, and the focus goes back to where it was.

import { html, render } from "lit-html";

/** Shows a dialog; `content` is given what closes it. */
export function showDialog(title, content) {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("aria-label", title);
  render(html`<div class="dialog-body">${content(() => dialog.close())}</div>`, dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
