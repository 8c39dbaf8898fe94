import { pack } from "playground-link";

import type { Documents } from "./documents.js";

/** What a link to the playground can say of an intent. */
const CARRIED = ["skill", "taskClass"];

/**
 * Where a playground opens with these documents; nothing where its address is none, or a link cannot hold them: they
 * may be too long, or hold what looks like a secret.
 */
export async function playgroundLink(playground: string | null, { card, profile, intent }: Documents): Promise<string | undefined> {
  if (!playground || !URL.canParse(playground, document.baseURI)) return undefined;
  const { href, protocol } = new URL(playground, document.baseURI);
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  try {
    const asked = JSON.parse(intent) as object;
    if (!Object.keys(asked).every((name) => CARRIED.includes(name))) return undefined;
    return await pack(JSON.stringify({ card, profile, ...asked }), href);
  } catch {
    return undefined;
  }
}
