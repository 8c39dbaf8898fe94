// What would be done if the server failed: failures tried out on the plan of an accepted call, one after the other, each with the
// one action that it calls for.

import { recover } from "a2a-negotiator";

import { SAMPLES, failureOf, isOf, titleOf } from "./failure-samples.js";
import { isSend, ownSend, planOf } from "./plan.js";

/**
 * Tries failures out, given by their places among the samples, until one ends the call or cannot happen to it: the
 * rounds, each with what could happen, the failure, the actions and the plan before and after; what can happen next,
 * null where the call is over; and whether the agent is to be marked as degraded. Null where the call is refused.
 */
export function trial(card, profile, intent, failures) {
  const plan = planOf(card, profile, intent);
  if (!plan) return null;
  const known = { card, profile, intent: { skill: intent.skill, taskClass: intent.taskClass } };
  let call = { plan, doing: null, history: [] };
  const rounds = [];
  for (const index of failures) {
    const sample = SAMPLES[index];
    if (!call || !sample || !canGet(call, sample)) break;
    const { failure, actions } = fail(call, sample, known);
    const otherPlan = actions.findLast((action) => action.plan)?.plan ?? null;
    rounds.push({ plan: call.plan, choices: choicesOf(call), failure, actions, otherPlan });
    call = after(call, sample, actions, otherPlan);
  }
  const isDegraded = rounds.some(({ actions }) => actions.some(({ degraded }) => degraded));
  return { rounds, next: call && { choices: choicesOf(call) }, isDegraded };
}

const choicesOf = (call) =>
  SAMPLES.flatMap((sample, index) => (canGet(call, sample) ? [{ index, title: titleOf(sample, call.plan) }] : []));

const operationOf = ({ doing, plan }) => doing ?? ownSend(plan);

/** Whether a failure can happen to a call. */
function canGet(call, sample) {
  if (sample.transport === "streamCut") return ["sendStreamingMessage", "subscribeToTask"].includes(operationOf(call));
  if (sample.transport === "pushSilent") return call.plan.delivery.mode === "push";
  return isOf(sample, call.plan);
}

/** The failure, and what is done: more than one thing where the card is fetched again, and the failure asked about again. */
function fail(call, sample, { card, profile, intent }) {
  const operation = sample.operation ?? operationOf(call);
  // What waits for the end of a task has been told its id.
  const isAfterTheMessage = ["streamCut", "pushSilent"].includes(sample.transport);
  const hasTask = isAfterTheMessage || (!isSend(operation) && operation !== "getExtendedAgentCard");
  const { extensions = [] } = JSON.parse(profile);
  const isNew = (uri) => typeof uri === "string" && !call.plan.extensions.includes(uri);
  const extension = (Array.isArray(extensions) && extensions.find(isNew)) || "https://agent.example.com/extensions/another";
  const failure = failureOf(sample, call.plan, { operation, hasTask, extension });
  const actions = [];
  do {
    actions.push(recover(call.plan, failure, { history: [...call.history, ...actions], card, profile, intent }));
  } while (actions.at(-1).action === "refreshCard");
  return { failure, actions };
}

const NEXT_DELIVERY = { stream: "subscribeToTask", push: "createTaskPushNotificationConfig", poll: "getTask", none: "getTask" };

/** The call after a failure; null where it is over. */
function after(call, sample, actions, otherPlan) {
  const { action, repeat } = actions.at(-1);
  const next = { plan: otherPlan ?? call.plan, doing: call.doing, history: [...call.history, ...actions] };
  switch (action) {
    case "giveUp":
    case "report":
      return null;
    case "resubscribe":
      return { ...next, doing: "subscribeToTask" };
    case "poll":
    case "getTask":
      return { ...next, doing: "getTask" };
    case "usePublicCard":
      return { ...next, doing: null };
    default:
      if (action === "wait" && !repeat) return null;
      if (action === "nextDelivery" && !repeat) return { ...next, doing: NEXT_DELIVERY[next.plan.delivery.mode] };
      return { ...next, doing: sample.operation ?? call.doing };
  }
}
