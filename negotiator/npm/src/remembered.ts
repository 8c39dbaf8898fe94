// Plans that handles have had before. The same card, client, intent and options always give the same plan, and a client
// asks for it before every call.

import type { Outcome } from "./types.js";

/** How many plans are remembered of one card and one client. */
const MOST = 16;

/** By card and by profile, so that neither is kept for them. */
const PLANS = new WeakMap<object, WeakMap<object, Map<string, Outcome>>>();

/** The plan that handles have had for an intent and options before, or what comes of negotiating. */
export function remembered(
  card: object,
  profile: object,
  [intent, options]: readonly [string, string],
  negotiate: () => Outcome,
): Outcome {
  const plans = plansOf(card, profile);
  const key = `${intent.length} ${intent}${options}`;
  const known = plans.get(key);
  if (known) return copyOf(known);
  const outcome = negotiate();
  // What is refused is told at length, and seldom asked for again.
  if (outcome.decision === "accept" && outcome.steps.length === 0) {
    const [oldest] = plans.keys();
    if (plans.size === MOST && oldest !== undefined) plans.delete(oldest);
    plans.set(key, copyOf(outcome));
  }
  return outcome;
}

function plansOf(card: object, profile: object): Map<string, Outcome> {
  let byProfile = PLANS.get(card);
  if (!byProfile) PLANS.set(card, (byProfile = new WeakMap()));
  let plans = byProfile.get(profile);
  if (!plans) byProfile.set(profile, (plans = new Map()));
  return plans;
}

/** A copy that the caller may change. The names of members are those of types, so that none is `__proto__`. */
function copyOf<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const copy = {} as Record<string, unknown>;
  for (const name in value) copy[name] = copyOf(value[name]);
  return copy as T;
}
