// The worker: which request is answered by what.

import { version } from "a2a-negotiator";

import { failure, json, preflight, withoutBody } from "./answers.js";
import { negotiation } from "./negotiate.js";
import { ranking } from "./rank.js";
import { Refusal } from "./refusal.js";

interface Route {
  readonly method: "GET" | "POST";
  answer(request: Request): object | Promise<object>;
}

const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ["/health", { method: "GET", answer: () => ({ status: "ok", version }) }],
  ["/negotiate", { method: "POST", answer: negotiation }],
  ["/rank", { method: "POST", answer: ranking }],
]);

export default {
  async fetch(request: Request): Promise<Response> {
    try {
      const route = routeOf(request);
      if (request.method === "OPTIONS") return preflight(methodsOf(route));
      const answer = json(await route.answer(request));
      return request.method === "HEAD" ? withoutBody(answer) : answer;
    } catch (error) {
      return failure(error);
    }
  },
};

function routeOf({ url, method }: Request): Route {
  const { pathname } = new URL(url);
  const route = ROUTES.get(pathname);
  if (!route) {
    const known = [...ROUTES].map(([path, { method }]) => `\`${method} ${path}\``);
    throw new Refusal(404, "notFound", "nothing is served at this path", `the worker answers ${known.join(", ")}`);
  }
  const methods = methodsOf(route);
  if (methods.includes(method)) return route;
  const message = `\`${method}\` is no method of \`${pathname}\``;
  throw new Refusal(405, "wrongMethod", message, `use \`${route.method}\``, { headers: { allow: methods.join(", ") } });
}

function methodsOf({ method }: Route): string[] {
  return method === "GET" ? ["GET", "HEAD", "OPTIONS"] : [method, "OPTIONS"];
}
