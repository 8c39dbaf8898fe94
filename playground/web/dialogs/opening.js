// Opens dialogs, which are loaded when somebody first wants one: by a button that names it, or by `F1` and `?` for the keys.

const DIALOGS = {
  examples: () => import("./examples.js"),
  keys: () => import("./keys.js"),
  presets: () => import("./presets.js"),
};

async function open(name, button) {
  const dialog = await DIALOGS[name]().catch(() => null);
  dialog?.open(button);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-opens]");
  if (button) open(button.dataset.opens, button);
});
document.addEventListener("keydown", (event) => {
  const isWriting = event.target.closest?.("input, select, textarea, [contenteditable=true]");
  if (event.key !== "F1" && (event.key !== "?" || isWriting)) return;
  // The browser's own help.
  event.preventDefault();
  if (!document.querySelector("dialog[open]")) open("keys");
});
