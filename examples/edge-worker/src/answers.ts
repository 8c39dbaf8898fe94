// Answers, and errors as answers.

import { NegotiatorInputError } from "a2a-negotiator";

import { Refusal } from "./refusal.js";

// Pages of every origin may ask: an answer follows from what was asked, and from nothing that is known of the caller.
const HEADERS = {
  "access-control-allow-origin": "*",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

export function json(value: object, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(value, { status, headers: { ...HEADERS, ...headers } });
}

export function withoutBody({ status, headers }: Response): Response {
  return new Response(null, { status, headers });
}

/** What a browser asks before a page of another origin may send JSON. */
export function preflight(methods: readonly string[]): Response {
  const headers = {
    ...HEADERS,
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "86400",
  };
  return new Response(null, { status: 204, headers });
}

/** What went wrong: by the caller's fault with all that helps to mend it, by the worker's own without more words. */
export function failure(error: unknown): Response {
  if (error instanceof Refusal) {
    const { status, code, message, help, more } = error;
    return json({ error: { code, message, help, position: more.position } }, status, more.headers);
  }
  if (error instanceof NegotiatorInputError) {
    // `position` is the place in a text, `pointer` the value in an object that has the wrong shape.
    const { code, message, help, document, position, pointer } = error;
    return json({ error: { code, message, help, document, position, pointer } }, code === "tooLarge" ? 413 : 400);
  }
  console.error(error);
  const help = "report it, with what was sent";
  return json({ error: { code: "internal", message: "the worker failed by an error of its own", help } }, 500);
}
