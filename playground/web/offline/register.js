// Lets the page be installed and opened without a connection, in what is built for release.

import { ownScript } from "../own-scripts.js";

/** Milliseconds after which the page has drawn itself. */
const SETTLED = 2000;

// Not in the frame of another page, which is no place to install anything, and not before the page has what it needs.
if (IS_RELEASE && "serviceWorker" in navigator && !("embed" in document.documentElement.dataset)) {
  // Where it is not allowed, the page does without.
  const register = () => navigator.serviceWorker.register(ownScript("service-worker.js")).catch(() => {});
  // It fetches every file of the page, which has time until nothing else is to be done; Safari cannot say when that is.
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  addEventListener("load", () => setTimeout(() => whenIdle(register), SETTLED));
}
