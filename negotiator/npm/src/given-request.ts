// What is given to `fetch`, read once and refused where it is no request, before anything is sent.

import { PlanFetchError } from "./plan-fetch-error.js";
import { inWords } from "./words.js";

/** A request that was given: as it is where it is one, its URL, and how it is to be sent. */
export interface GivenRequest {
  request: Request | undefined;
  url: URL;
  init: RequestInit;
  method: string;
  body: unknown;
  signal: AbortSignal | null | undefined;
}

/** Reads what `fetch` takes. */
export function requestOf(input: RequestInfo | URL, given: RequestInit | undefined): GivenRequest {
  const { request, text, init, method, body, signal } = read(input, given);
  if (signal && typeof signal.addEventListener !== "function") throw refused("has a signal that is none");
  if (typeof method !== "string") throw refused("has a method that is no text");
  if (Object(body).locked === true || (request?.bodyUsed && !init.body)) throw refused("has a body that was read already");
  try {
    new Request("https://localhost/", { method, ...(body !== undefined && { body: "" }) });
  } catch (thrown) {
    throw refused(`cannot be made: ${inWords(thrown)}`);
  }
  if (!URL.canParse(text)) throw refused("has no absolute URL", "build the URL from the plan's `url`");
  return { request, url: new URL(text), init, method: method.toUpperCase(), body, signal };
}

/** What is given, each part read once. */
function read(input: RequestInfo | URL, given: RequestInit | undefined) {
  try {
    const request = isRequest(input) ? input : undefined;
    const init = { ...given };
    const method: unknown = init.method === undefined ? (request?.method ?? "GET") : init.method;
    const body: unknown = init.body ?? request?.body ?? undefined;
    const signal = init.signal ?? request?.signal;
    return { request, text: request ? urlOf(request) : String(input), init, method, body, signal };
  } catch {
    // What was thrown may hold anything.
    throw refused("cannot be read");
  }
}

function refused(problem: string, help = "pass what `fetch` takes: an address or a `Request`"): PlanFetchError {
  return new PlanFetchError("wrongRequest", `the request ${problem}`, help);
}

/** Whether something is a request, of whatever realm or package. */
function isRequest(input: unknown): input is Request {
  return Object.prototype.toString.call(input) === "[object Request]";
}

/** The URL that the platform sends a request to, whatever a class of the caller's makes of it. */
export function urlOf(request: Request): string {
  try {
    return String(Reflect.get(Request.prototype, "url", request));
  } catch {
    // It is none of the platform's.
    return request.url;
  }
}

/** Whether a body can be sent again; a stream is gone once it is read. */
export function isRepeatable(body: unknown): boolean {
  if (body === undefined || typeof body === "string" || ArrayBuffer.isView(body)) return true;
  return [ArrayBuffer, Blob, FormData, URLSearchParams].some((type) => body instanceof type);
}
