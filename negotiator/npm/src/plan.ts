import { NegotiatorInputError } from "./errors.js";
import { isObject } from "./generations.js";
import type { Placement } from "./types.js";

/** Refuses what is no plan but the outcome that may hold one. */
export function requirePlan(plan: unknown): void {
  if (isObject(plan) && !("decision" in plan)) return;
  const help = "pass `outcome.plan`, which is there where `outcome.decision` is `accept`";
  const problem = isObject(plan) ? "is an outcome, which holds the plan" : "is missing or no object";
  throw wrongPlan(problem, help);
}

/** The same, and refuses a plan without what a request is sent by. */
export function requireWholePlan(plan: unknown): void {
  requirePlan(plan);
  const { url, binding, headers, credentials } = plan as Record<string, unknown>;
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
    if (!isRight) throw wrongPlan(`has no \`${name}\` as plans have it`, "pass the plan as `negotiate` gave it");
  }
}

const PLACEMENT: (keyof Placement)[] = ["in", "name", "prefix"];

function wrongPlan(problem: string, help: string): NegotiatorInputError {
  return new NegotiatorInputError({ document: "plan", code: "wrongShape", message: `the plan ${problem}`, help });
}
