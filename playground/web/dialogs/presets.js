// Profiles of clients, to take the place of the one in the editor.

import { clientOf } from "../form/client-of.js";
import { showChooser } from "./chooser.js";

export function open(button) {
  const editor = button.closest("section").querySelector("json-editor");
  const client = clientOf(editor.text);
  const entries = PRESETS.map((preset) => ({
    ...preset,
    group: preset.from ? "SDKs, as read from their code" : "Typical clients",
    isUsed: preset.title === client?.preset.title && !client.isEdited,
  }));
  const hint = "Each takes the place of the profile in the editor. What you have edited there can be brought back.";
  showChooser("Profiles of clients", hint, entries, ({ profile }) => editor.dispatchEvent(new CustomEvent("put", { detail: profile })));
}
