// Says so when the program cannot be loaded, or has come to a sudden end. It cannot say it itself.

function say({ error, reason = error }) {
  const loading = document.querySelector(".is-loading");
  if (loading) {
    loading.textContent = `The program of this page could not be loaded. Reload the page, or try a newer browser: it needs WebAssembly. (${reason})`;
    return;
  }
  const isSuddenEnd = reason instanceof WebAssembly.RuntimeError;
  if (!isSuddenEnd || document.querySelector(".page-failure")) return;
  const notice = document.createElement("p");
  notice.className = "page-failure";
  notice.setAttribute("role", "alert");
  notice.textContent = "The page has stopped through an error of its own. Copy what you want to keep from the editors, and reload.";
  document.body.prepend(notice);
}

window.addEventListener("error", say);
window.addEventListener("unhandledrejection", say);
