// The core, loaded when the first element comes into view and shared by all of them.

import type * as Negotiator from "../index.js";

export type Core = typeof Negotiator;

let loading: Promise<Core> | undefined;

/** The core. A load that failed is tried anew by whoever asks next. */
export function core(): Promise<Core> {
  loading ??= import("a2a-negotiator").catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

let watch: IntersectionObserver | undefined;
const waiting = new WeakMap<Element, () => void>();

/** Calls back once, when the element is in view or nearly so. */
export function whenInView(element: Element, callback: () => void): void {
  if (!("IntersectionObserver" in globalThis)) {
    callback();
    return;
  }
  watch ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        watch?.unobserve(target);
        waiting.get(target)?.();
      }
    },
    { rootMargin: "200px" },
  );
  waiting.set(element, callback);
  watch.observe(element);
}
