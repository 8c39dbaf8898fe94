// Profiles of real clients, to take the place of the one in the editor.

import { showChooser } from "./chooser.js";

export function open(button) {
  const editor = button.closest("section").querySelector("json-editor");
  const hint = "How clients are by default, as read from their code. What you have edited is kept for now.";
  showChooser("Profiles of real clients", hint, PRESETS, ({ profile }) => editor.dispatchEvent(new CustomEvent("put", { detail: profile })));
}
