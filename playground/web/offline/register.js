// Lets the page be installed and opened without a connection, in what is built for release.

import { ownScript } from "../own-scripts.js";

// Not in the frame of another page, which is no place to install anything, and not before the page has what it needs.
if (IS_RELEASE && "serviceWorker" in navigator && !("embed" in document.documentElement.dataset)) {
  // Where it is not allowed, the page does without.
  addEventListener("load", () => navigator.serviceWorker.register(ownScript("service-worker.js")).catch(() => {}));
}
