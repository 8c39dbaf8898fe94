import type { CredentialSource } from "./credential-source.js";
import { optionsOf } from "./given.js";
import { isRepeatable, requestOf, urlOf } from "./given-request.js";
import { wholePlan } from "./plan.js";
import { PlanFetchError } from "./plan-fetch-error.js";
import { isAnswer } from "./answers.js";
import type { Fetch } from "./platform.js";
import { askForSecrets, cleaner, place } from "./secrets.js";
import type { Secret } from "./secrets.js";
import { isHttp, sendable } from "./sendable.js";
import type { CallPlan } from "./types.js";
import { abortable } from "./waiting.js";
import { shortened, withCauseInWords } from "./words.js";

/** How {@link planFetch} gets secrets and sends. */
export interface PlanFetchOptions {
  /** Gives the secret of each credential of the plan; not needed for a plan without. */
  credentials?: CredentialSource;
  /**
   * Sends the requests; the global `fetch` when left out. Where the plan presents a client certificate,
   * it is this that presents it, and must be given.
   */
  fetch?: Fetch;
}

/** How many redirects are followed within the plan's origin. */
const MAX_REDIRECTS = 3;

/**
 * A `fetch` that applies the plan to every request, to be used as it is or to be given to an A2A SDK. It
 * sets the plan's headers (`A2A-Version` and the extensions), asks for the secrets and places them, in
 * place of what the request has there. It logs nothing, and no error holds a secret.
 *
 * Requests go to the origin of the plan's URL only; others are refused before anything is sent.
 * Redirects within that origin are followed up to three times, where the request can be repeated as it
 * is: with `GET` and `HEAD`, and with a body that is no stream where the status is 307 or 308. All
 * others are refused; in a browser all are, since a page is not told where they lead.
 *
 * @throws {PlanFetchError} when the plan cannot be carried out by `fetch`. The requests reject with it
 * too; an abort rejects with the signal's reason.
 */
export function planFetch(plan: CallPlan, options: PlanFetchOptions = {}): Fetch {
  const own = wholePlan(plan);
  const { credentials: source, fetch: given } = optionsOf(options, "options", { credentials: "function", fetch: "function" });
  const { origin, credentials } = sendable(own, given !== undefined);

  return async (input, init) => {
    const { request, url, init: all, method, body, signal } = requestOf(input, init);
    checkOrigin(url, origin);
    const secrets = await abortable(askForSecrets(credentials, source), signal);
    const wanted = all.redirect ?? request?.redirect ?? "follow";
    const send = given ?? globalThis.fetch;

    for (let target = url, followed = 0; ; followed += 1) {
      const headers = headersOf(all.headers ?? request?.headers);
      for (const [name, value] of Object.entries(own.headers)) headers.set(name, value);
      place(secrets, target, headers);
      const sent: RequestInit = { ...all, headers, redirect: "manual" };
      const response = await guarded({ secrets, origin, signal, isFirst: followed === 0 }, () =>
        send(request ? at(request, target) : target.href, sent),
      );
      checkAnswered(response, origin);
      const redirected = response.type === "opaqueredirect" || REDIRECTS.includes(response.status);
      if (!redirected || wanted === "manual") return response;
      const follows = wanted === "follow" && followed < MAX_REDIRECTS;
      const next = follows ? nextTarget(response, target, origin, method, body) : undefined;
      // Not waited for: a body need not end because it is asked to.
      void (async () => response.body?.cancel?.())().catch(() => undefined);
      if (!next) throw redirectRefused(response, target, origin);
      target = next;
    }
  };
}

const REDIRECTS = [301, 302, 303, 307, 308];

function checkOrigin(url: URL, origin: string): void {
  const isThere = isAt(url, origin);
  if (isThere && !hasUser(url)) return;
  const elsewhere = isHttp(url) ? url.origin : url.protocol;
  const problem = isThere
    ? "has a name or a password in its URL"
    : `is to \`${elsewhere}\`, and the plan is for \`${origin}\``;
  const help = "send what belongs to the plan through this `fetch`, and everything else through another";
  throw new PlanFetchError("otherOrigin", `the request ${problem}; it was not sent`, help);
}

/** Whether a name or a password is in a URL, which `fetch` would refuse, saying both. */
function hasUser({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

function headersOf(headers: RequestInit["headers"]): Headers {
  try {
    return new Headers(headers);
  } catch {
    // What was thrown holds the header's value.
    throw new PlanFetchError("wrongRequest", "the request has a header that cannot be sent", "check its headers");
  }
}

/** The request, or one like it for another URL. */
function at(request: Request, url: URL): Request {
  return urlOf(request) === url.href ? request : new Request(url, request);
}

/** Whether a URL is at an origin. One of a blob says the origin of the page that made it. */
function isAt(url: URL, origin: string): boolean {
  return isHttp(url) && url.origin === origin;
}

/** What a request is sent with, and whether it is the first one, before all redirects. */
interface Sending {
  secrets: Secret[];
  origin: string;
  signal: AbortSignal | null | undefined;
  isFirst: boolean;
}

/** Sends; an error that is not the caller's own abort comes without anything that it may hold. */
async function guarded({ secrets, origin, signal, isFirst }: Sending, send: () => Promise<Response>): Promise<Response> {
  let answer: unknown;
  try {
    // Not every `fetch` ends when it is asked to, or gives a promise.
    answer = await abortable((async () => send())(), signal);
  } catch (thrown) {
    if (signal?.aborted) throw signal.reason;
    const said = shortened(cleaner(secrets)(withCauseInWords(thrown)));
    const isUnsent = isFirst && isOfConnecting(thrown);
    const message = `there is no ${isUnsent ? "connection to" : "answer from"} \`${origin}\`: ${said}`;
    const known = isUnsent ? "nothing was sent" : "whether the request arrived is not known";
    const help = `see whether the agent is up and the network lets through; ${known}`;
    throw new PlanFetchError(isUnsent ? "unreachable" : "network", message, help);
  }
  if (isAnswer(answer)) return answer;
  const help = "give one that answers as the global one does; whether the request arrived is not known";
  throw new PlanFetchError("noResponse", "the given `fetch` has answered with what is no `Response`", help);
}

/** What runtimes say of a connection that was never made: Node.js by the system's names, Bun by its own. */
const CONNECTING = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused"];

function isOfConnecting(thrown: unknown): boolean {
  try {
    const { code, cause } = Object(thrown) as { code?: unknown; cause?: unknown };
    return [code, Object(cause).code].some((known) => CONNECTING.includes(known as string));
  } catch {
    // Whatever throws on being looked at is no error of a connection.
    return false;
  }
}

/** A `fetch` that follows redirects all the same may have taken the secrets elsewhere. */
function checkAnswered({ url }: Response, origin: string): void {
  if (!URL.canParse(url) || isAt(new URL(url), origin)) return;
  const message = `the given \`fetch\` followed a redirect to another origin than \`${origin}\`, which the plan is for`;
  const help = "give one that keeps to `redirect: \"manual\"`, and renew the secrets: they may have been sent there";
  throw new PlanFetchError("redirected", message, help);
}

/** Where a redirect leads; a page is not told. */
function locationOf(response: Response, from: URL): URL | undefined {
  const location = response.headers.get("location");
  return location !== null && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
}

/** Where a redirect leads, if the same request may be sent there. */
function nextTarget(response: Response, from: URL, origin: string, method: string, body: unknown): URL | undefined {
  const isRead = method === "GET" || method === "HEAD";
  const keepsRequest = isRead || response.status === 307 || response.status === 308;
  const url = locationOf(response, from);
  return url && isAt(url, origin) && !hasUser(url) && keepsRequest && isRepeatable(body) ? url : undefined;
}

function redirectRefused(response: Response, from: URL, origin: string): PlanFetchError {
  const url = locationOf(response, from);
  // Not where exactly, since a server may repeat there what it was sent, a secret among it.
  const elsewhere = url && isAt(url, origin) ? "within that origin" : "to another origin";
  const where = url ? elsewhere : "to where it does not say";
  const message = `the server at \`${origin}\` redirects ${where}, which was not followed`;
  return new PlanFetchError("redirected", message, "negotiate with a card that names the URL where the agent is");
}
