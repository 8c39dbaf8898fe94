// The `<client-name>` element: which client the profile of the page is, as far as the presets tell. With the attribute
// `example`, the one beside the profile says that it is the one of the example that is chosen. What knows the presets is
// loaded after the page.

const EDITOR = ".profile-pane json-editor";
const names = new Set();
let clientOf = null;

/** Has all of them say it. */
function say() {
  const editor = document.querySelector(EDITOR);
  if (!clientOf || !editor) return;
  const client = clientOf(editor.text);
  const isOfExample = document.querySelector(".profile-pane client-name[example]");
  for (const name of names) {
    name.title = client?.preset.promise ?? "";
    if (client && !client.isEdited) name.textContent = client.preset.title;
    else if (isOfExample) name.textContent = "of the example";
    else name.textContent = client ? `edited from ${client.preset.title}` : "your own";
  }
}

class ClientName extends HTMLElement {
  static observedAttributes = ["example"];

  async connectedCallback() {
    names.add(this);
    try {
      ({ clientOf } = await import("./client-of.js"));
    } catch {
      return;
    }
    // It says the same to both, and hears once.
    document.querySelector(EDITOR)?.addEventListener("text", say);
    say();
  }

  disconnectedCallback() {
    names.delete(this);
  }

  attributeChangedCallback() {
    say();
  }
}

customElements.define("client-name", ClientName);
