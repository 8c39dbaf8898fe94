import { NegotiatorInputError } from "./errors.js";

/** Refuses what is no plan but the outcome that may hold one. */
export function requirePlan(plan: object | undefined): void {
  if (typeof plan === "object" && plan !== null && !("decision" in plan)) return;
  throw new NegotiatorInputError({
    document: "plan",
    code: "wrongShape",
    message: plan ? "the plan is an outcome, which holds the plan" : "there is no plan",
    help: "pass `outcome.plan`, which is there where `outcome.decision` is `accept`",
  });
}
