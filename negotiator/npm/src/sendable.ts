// What keeps a plan from being sent by `fetch` at all, found before anything is sent.

import ownHeaders from "negotiator-own-headers";

import { PlanFetchError } from "./plan-fetch-error.js";
import { isOfConnection, isPlaced } from "./secrets.js";
import type { CallPlan, Credential } from "./types.js";

/** The headers that are the protocol's or the connection's own, which no credential can be in. */
const OWN_HEADERS = ownHeaders.split("\n").filter(Boolean);

/**
 * The origin of a plan, and its credentials that a request can hold.
 *
 * @param isPresented Whether there is a `fetch` of the caller's, which may present a client certificate. Nothing else is
 * left to it: without a place, nobody would know whether a credential was sent.
 */
export function sendable(plan: CallPlan, isPresented: boolean): { origin: string; credentials: Credential[] } {
  const origin = originOf(plan);
  checkHeaders(plan);
  const unplaced = plan.credentials.find((credential) => !isPlaced(credential) && !(isPresented && isOfConnection(credential)));
  if (unplaced) {
    const { scheme, kind } = unplaced;
    const message = `the plan presents the scheme \`${scheme}\` (\`${kind}\`), which is not placed in a request`;
    const help = isOfConnection(unplaced)
      ? "pass a `fetch` over connections with the client certificate"
      : "negotiate with what meets another of the card's requirements, or ask for a card that says where the credential goes";
    throw new PlanFetchError("notOverFetch", message, help, { scheme });
  }
  const credentials = plan.credentials.filter(isPlaced);
  checkPlaces(plan, credentials);
  return { origin, credentials };
}

function originOf({ binding, url }: CallPlan): string {
  const parsed = binding !== "GRPC" && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && isHttp(parsed)) return parsed.origin;
  const message = `the plan calls \`${url}\` over \`${binding}\`, which \`fetch\` cannot`;
  throw new PlanFetchError("notOverFetch", message, "negotiate with the bindings `JSONRPC` and `HTTP+JSON` alone");
}

/** Whether a URL is one of HTTP. */
export function isHttp({ protocol }: URL): boolean {
  return protocol === "https:" || protocol === "http:";
}

function checkHeaders({ headers }: CallPlan): void {
  for (const [name, value] of Object.entries(headers)) {
    if (isSendable(name, value)) continue;
    const message = `the plan's header \`${name}\` has a name or a value that no header can have`;
    const help = "do not call this agent: its card is damaged, or adds to the request what does not belong there";
    throw new PlanFetchError("unsendablePlan", message, help);
  }
}

function isSendable(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return /^[\t -~]*$/.test(value);
  } catch {
    return false;
  }
}

/** Refuses a plan with a credential whose place is something else's: one of them would be lost. */
function checkPlaces({ headers, url }: CallPlan, credentials: Credential[]): void {
  const taken = new Set([...OWN_HEADERS, ...Object.keys(headers)].map((name) => placeOf("header", name)));
  new URL(url).searchParams.forEach((_, name) => taken.add(placeOf("query", name)));
  // All cookies are in one header.
  if (credentials.some(({ placement }) => placement?.in === "cookie")) taken.add(placeOf("header", "cookie"));
  for (const { scheme, placement } of credentials) {
    if (!placement) continue;
    const { in: where, name } = placement;
    const place = placeOf(where, name);
    if (taken.has(place)) {
      const message = `the credential \`${scheme}\` goes into the ${where} \`${name}\`, where something else goes`;
      const help =
        "negotiate with what meets another of the card's requirements, if it has one: no request can present both";
      throw new PlanFetchError("unsendablePlan", message, help, { scheme });
    }
    taken.add(place);
  }
}

/** Names of headers are the same in any case. */
function placeOf(where: string, name: string): string {
  return `${where} ${where === "header" ? name.toLowerCase() : name}`;
}
