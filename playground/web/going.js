// Going to a part of the decision: by a button that names it, or from anywhere by a key.

/** Shows a part by its title, out of whatever is seen in its place, and puts the focus there. */
function goTo(id) {
  if (!document.getElementById(id)) document.querySelector(".questions a").click();
  if (!document.querySelector(".decision-pane").checkVisibility()) document.querySelector(".view-switch button").click();
  requestAnimationFrame(() => {
    const title = document.getElementById(id);
    if (!title) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "start" });
  });
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-goes-to]");
  if (button) goTo(button.dataset.goesTo);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  goTo("verdict-title");
});
