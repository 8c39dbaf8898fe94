// The `<profile-form>` element: the profile as a form, beside the editor in the same part of the page, whose text it
// shows and edits. What it is made of is loaded when the form is first looked at.

class ProfileForm extends HTMLElement {
  #end = null;

  async connectedCallback() {
    const editor = this.parentElement.querySelector("json-editor");
    try {
      const { formOf } = await import("./form.js");
      if (this.isConnected) this.#end = formOf(this, editor);
    } catch {
      this.textContent = "The form could not be loaded. Go back to the JSON, and try again.";
    }
  }

  disconnectedCallback() {
    this.#end?.();
    this.#end = null;
  }
}

customElements.define("profile-form", ProfileForm);
