// What is printed of an editor: its whole text, of which it otherwise draws only what is seen.

addEventListener("beforeprint", () => {
  for (const editor of document.querySelectorAll("json-editor")) {
    const text = document.createElement("pre");
    text.className = "printed";
    text.textContent = editor.text;
    editor.append(text);
  }
});
addEventListener("afterprint", () => {
  for (const text of document.querySelectorAll(".printed")) text.remove();
});
