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
  try {
    const request = isRequest(input) ? input : undefined;
    const init = { ...given };
    const method: unknown = init.method ?? request?.method ?? "GET";
    const body: unknown = init.body ?? request?.body ?? undefined;
    const signal = init.signal ?? request?.signal;
    if (signal && typeof signal.addEventListener !== "function") throw new TypeError("its signal is none");
    if (typeof method !== "string") throw new TypeError("its method is no text");
    if (isUsed(body) || (request?.bodyUsed && !init.body)) throw new TypeError("its body was read already");
    // Whatever else is wrong with these, the platform says best.
    new Request("https://localhost/", { method, ...(body !== undefined && { body: "" }) });
    return { request, url: absolute(request ? urlOf(request) : String(input)), init, method: method.toUpperCase(), body, signal };
  } catch (thrown) {
    if (thrown instanceof PlanFetchError) throw thrown;
    const message = `the request cannot be sent: ${inWords(thrown)}`;
    throw new PlanFetchError("wrongRequest", message, "pass what `fetch` takes: an address or a `Request`");
  }
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

function absolute(text: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw new PlanFetchError("wrongRequest", "the request has no absolute URL", "build the URL from the plan's `url`");
}

/** Whether a body is a stream that somebody else reads. */
function isUsed(body: unknown): boolean {
  return Object(body).locked === true;
}

/** Whether a body can be sent again; a stream is gone once it is read. */
export function isRepeatable(body: unknown): boolean {
  if (body === undefined || typeof body === "string" || ArrayBuffer.isView(body)) return true;
  return [ArrayBuffer, Blob, FormData, URLSearchParams].some((type) => body instanceof type);
}
