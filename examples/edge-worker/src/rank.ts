// `POST /rank`: many cards, one client, the best of them. The cards pass through as they come in; what is kept are the
// best so far and the counts, so that memory does not grow with their number.

import { ndjson, rank } from "a2a-negotiator";
import type { RankResult } from "a2a-negotiator";

import { bodyOf, contentType } from "./body.js";
import { elements } from "./elements.js";
import { Refusal } from "./refusal.js";

const MAX_BYTES = 100 * 1024 * 1024;
const MAX_TOP = 100;
const TYPES = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/json"] as const;

export async function ranking(request: Request): Promise<RankResult> {
  const { profile, skill, top } = questionIn(new URL(request.url).searchParams);
  const type = contentType(request, TYPES);
  const body = bodyOf(request, MAX_BYTES);
  const cards = type === "application/json" ? elements(body) : ndjson(body);
  return rank(cards, profile, skill === undefined ? {} : { skill }, { top });
}

/** Who asks and what for is in the query, so that the body is what a registry exports. */
function questionIn(query: URLSearchParams): { profile: string; skill: string | undefined; top: number } {
  const unknown = [...query.keys()].find((name) => !["profile", "skill", "top"].includes(name));
  if (unknown !== undefined) {
    const help = "the parameters are `profile`, `skill` and `top`";
    throw new Refusal(400, "wrongQuery", `\`${unknown}\` is no parameter of \`/rank\``, help);
  }
  const profile = query.get("profile");
  if (profile === null) {
    const help = "give the client profile as the parameter `profile`, JSON and percent-encoded";
    throw new Refusal(400, "wrongQuery", "there is no client profile", help);
  }
  const top = query.get("top") ?? "10";
  if (!/^\d{1,3}$/.test(top) || Number(top) < 1 || Number(top) > MAX_TOP) {
    throw new Refusal(400, "wrongQuery", `\`${top}\` is no number for \`top\``, `give a number from 1 to ${MAX_TOP}`);
  }
  return { profile, skill: query.get("skill") ?? undefined, top: Number(top) };
}
