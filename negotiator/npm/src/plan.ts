import { isObject } from "./generations.js";
import { reading } from "./given.js";
import { misuse } from "./misuse.js";
import { toText } from "./text.js";
import type { CallPlan, Placement } from "./types.js";

/** Refuses what is no plan but the outcome that may hold one. */
export function requirePlan(plan: unknown): void {
  const isOutcome = reading("plan", () => isObject(plan) && "decision" in plan);
  if (isObject(plan) && !isOutcome) return;
  const help = "pass `outcome.plan`, which is there where `outcome.decision` is `accept`";
  const problem = isObject(plan) ? "is an outcome, which holds the plan" : "is missing or no object";
  throw misuse("plan", problem, help);
}

/** A copy of a plan, which has all that a request is sent by. */
export function wholePlan(plan: unknown): CallPlan {
  requirePlan(plan);
  const copy = JSON.parse(toText(plan, "plan")) as CallPlan | null;
  if (!isObject(copy)) throw misuse("plan", "is no object", "pass the plan as `negotiate` gave it");
  const { url, binding, headers, credentials } = copy as Record<string, unknown>;
  const isText = (value: unknown) => typeof value === "string";
  const isPlaced = (placement: unknown) =>
    placement === undefined ||
    (isObject(placement) && PLACEMENT.every((key) => isText(placement[key])));
  const parts = {
    url: isText(url),
    binding: isText(binding),
    headers: isObject(headers) && Object.values(headers).every(isText),
    credentials:
      Array.isArray(credentials) && credentials.every((one) => isObject(one) && isText(one.scheme) && isPlaced(one.placement)),
  };
  for (const [name, isRight] of Object.entries(parts)) {
    if (!isRight) throw notAsPlans(name);
  }
  return copy;
}

/** Refuses what is no plan, and a plan that does not say how progress is heard of. */
export function requireDelivery(plan: unknown): void {
  requirePlan(plan);
  const isThere = reading("plan", () => {
    const { delivery } = plan as Record<string, unknown>;
    return isObject(delivery) && typeof delivery.mode === "string";
  });
  if (!isThere) throw notAsPlans("delivery");
}

function notAsPlans(name: string): Error {
  return misuse("plan", `has no \`${name}\` as plans have it`, "pass the plan as `negotiate` gave it");
}

const PLACEMENT: (keyof Placement)[] = ["in", "name", "prefix"];
