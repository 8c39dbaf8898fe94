// How somebody wants the page to look, which this browser keeps. What has to be known before anything is drawn stands
// in index.html, as `look`.

const { look } = globalThis;
const theme = document.getElementById("theme");

/** Storage may be forbidden, or full: then it holds until the page is left. */
export function keepLook(change) {
  const wanted = { ...look.read(), ...change };
  try {
    localStorage.setItem("a2a-playground-look", JSON.stringify(wanted));
  } catch {}
  show(wanted);
}

/** Those who draw by themselves hear of it. */
function show(wanted) {
  look.show(wanted);
  document.dispatchEvent(new Event("look"));
}

theme.value = look.read().theme ?? "system";
theme.addEventListener("change", () => keepLook({ theme: theme.value }));
look.dark.addEventListener("change", () => show({ theme: theme.value }));
