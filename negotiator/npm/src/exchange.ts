// One request of a call, and what comes back.

import { readAnswer } from "./answers.js";
import type { Failed, Received } from "./answers.js";
import type { PushSecrets } from "./call.js";
import type { CallSecrets } from "./call-secrets.js";
import { NegotiatorInputError } from "./errors.js";
import { cleaned, cleanedCause, invalidAnswer, withoutSecrets } from "./failures.js";
import { buildRequest } from "./functions.js";
import { planFetch } from "./plan-fetch.js";
import { PlanFetchError } from "./plan-fetch-error.js";
import type { PlanFetchErrorCode } from "./plan-fetch-error.js";
import type { Fetch, StopSignal } from "./platform.js";
import type { MessageToSend } from "./protocol.js";
import type { Request as BuiltRequest, CallPlan, Credential, RequestOptions } from "./types.js";
import { Timer, abortable, onAbort, within } from "./waiting.js";

/** What requests are sent with. */
export interface Means {
  /** What the agent is to show with its notifications. */
  push: PushSecrets | undefined;
  /** Gives the secrets of credentials, and knows all that were given before. */
  secrets: CallSecrets;
  /** Whether the secret that was given last was refused. */
  refused: boolean;
  fetch: Fetch | undefined;
  signal: StopSignal | undefined;
  /** Ends the request, since its answer is known from elsewhere. */
  leave: AbortSignal;
  /** How long an answer may take to begin, and one that is no stream to come whole. */
  timeoutSeconds: number | undefined;
}

/**
 * Sends one request, with a message or without, and gives what the answer holds. What fails is given as a
 * failure; an abort by the caller, and what keeps a request from being sent at all, is thrown.
 */
export async function* exchange(
  plan: CallPlan,
  message: MessageToSend | null,
  options: RequestOptions,
  means: Means,
): AsyncGenerator<Received> {
  const { secrets, refused, signal, leave, timeoutSeconds } = means;
  // An id of its own for each request, so that no other's answer is taken for it. Pages without TLS draw no UUIDs.
  const requestId = crypto.getRandomValues(new Uint32Array(2)).join("-");
  let built: BuiltRequest;
  try {
    built = buildRequest(plan, message, { ...options, requestId });
  } catch (thrown) {
    // What is wrong with a request about a task is the id that the agent has given it.
    if (message || !(thrown instanceof NegotiatorInputError) || thrown.code === "unsupported") throw thrown;
    yield invalidAnswer("the task has an id that no request can hold");
    return;
  }
  const { url, method, headers } = built;
  const body = withPushSecrets(built, means.push, plan);
  const stop = new AbortController();
  const unlink = onAbort(signal, () => stop.abort(signal?.reason));
  const stay = onAbort(leave, () => stop.abort());
  const timer = new Timer(timeoutSeconds, () => stop.abort());
  const late = (): Failed => ({ failure: { transport: "timeout" }, cause: new Error(`there was no answer within ${timeoutSeconds} seconds`) });
  const credentials = async (credential: Credential) => {
    // How long the caller takes says nothing about the agent.
    timer.stop();
    const asking = abortable(secrets.ask(credential, { refused }), stop.signal);
    const secret = await within(timeoutSeconds, asking, () => new Error(`it gave nothing within ${timeoutSeconds} seconds`));
    timer.start();
    return secret;
  };
  try {
    const send = planFetch(plan, { credentials, ...(means.fetch && { fetch: means.fetch }) });
    timer.start();
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await send(url, { method, headers, body: text, signal: stop.signal });
    const { isStream, received } = readAnswer({ response, plan, requestId, stop: stop.signal });
    if (isStream) timer.stop();
    for await (const item of received) {
      if (signal?.aborted) throw signal.reason;
      if (leave.aborted) return;
      if ("update" in item) yield item;
      else if (timer.isOver) yield late();
      else yield { failure: cleaned(item.failure, secrets.all), cause: cleanedCause(item.cause, secrets.all) };
    }
  } catch (thrown) {
    if (signal?.aborted) throw signal.reason;
    if (leave.aborted) return;
    if (timer.isOver) yield late();
    else if (!(thrown instanceof PlanFetchError && isOfTransport(thrown.code))) throw thrown;
    else yield { failure: { transport: thrown.code }, cause: withoutSecrets(thrown, secrets.all) };
  } finally {
    timer.stop();
    unlink();
    stay();
    // Nobody listens any more; the task goes on all the same.
    stop.abort();
  }
}

function isOfTransport(code: PlanFetchErrorCode): code is "network" | "unreachable" {
  return code === "network" || code === "unreachable";
}

/** The body, with the secrets that are the agent's to show. */
function withPushSecrets({ body, pushSecrets = [] }: BuiltRequest, given: PushSecrets | undefined, plan: CallPlan): unknown {
  const filled = structuredClone(body);
  for (const { pointer } of pushSecrets) {
    const path = pointer.split("/").slice(1);
    const name = path.pop() === "token" ? "token" : "credentials";
    const secret = given?.[name];
    if (!secret) {
      const scheme = plan.delivery.push?.authentication?.scheme ?? "";
      const message = `the agent is to authenticate its notifications by \`${scheme}\`, and has no secret to show`;
      throw new PlanFetchError("noCredential", message, "pass it as `push.credentials`", { scheme });
    }
    const parent = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], filled);
    (parent as Record<string, unknown>)[name] = secret;
  }
  return filled;
}
