import { version } from "a2a-negotiator";

import { Misuse } from "./misuse.js";
import { shownWord } from "./shown-word.js";
import { printable } from "./terminal.js";

/** Where agents serve their cards, the newer place first. */
const WELL_KNOWN = ["/.well-known/agent-card.json", "/.well-known/agent.json"];
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

export interface Limits {
  readonly timeoutSeconds: number;
  readonly maxBytes: number;
}

export interface Fetched {
  /** The address that answered, without what may be secret in one. */
  readonly url: string;
  /**
   * The address that stands for it: the same, but where a redirect led to another origin, which may be anybody's, the
   * one that was asked for.
   */
  readonly cardUrl: string;
  readonly bytes: Uint8Array;
}

/** Whether an argument is an address and not a file; `C:\card.json` is a file. */
export function isAddress(argument: string): boolean {
  return /^https?:\/\//i.test(argument);
}

/** Fetches a document; of an address without a path, the agent card at the well-known places. */
export async function fetchCard(address: string, limits: Limits): Promise<Fetched> {
  const url = parse(address);
  if (url.pathname !== "/" || url.search !== "") return fetchDocument(url, limits);
  let first: unknown;
  for (const path of WELL_KNOWN) {
    try {
      return await fetchDocument(new URL(path, url), limits);
    } catch (error) {
      // Only what is not there may be elsewhere.
      if (!(error instanceof NotThere)) throw error;
      first ??= error;
    }
  }
  const there = WELL_KNOWN.map((path) => `\`${path}\``).join(" nor at ");
  throw new Misuse(`\`${shown(url)}\` serves no agent card, neither at ${there}`, (first as NotThere).help);
}

class NotThere extends Misuse {}

function parse(address: string): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new Misuse(`\`${shownWord(address)}\` is no address`, "write it as `https://host/path`");
  }
  if (url.username !== "" || url.password !== "") {
    throw new Misuse(
      `the address of \`${url.host}\` contains credentials, which are not sent`,
      "fetch the card with a client that authenticates, and pass it by a pipe: `curl … | a2a-negotiator check -`",
    );
  }
  return url;
}

async function fetchDocument(start: URL, { timeoutSeconds, maxBytes }: Limits): Promise<Fetched> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  let url = start;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await fetch(url, {
        signal,
        redirect: "manual",
        headers: { accept: "application/json", "user-agent": `a2a-negotiator/${version}` },
      });
      if (!REDIRECTS.includes(response.status)) {
        const cardUrl = shown(url.origin === start.origin ? url : start);
        return { url: shown(url), cardUrl, bytes: await body(response, url, maxBytes) };
      }
      await response.body?.cancel();
      url = next(url, response.headers.get("location"));
    }
  } catch (error) {
    if (error instanceof Misuse) throw error;
    throw unreachable(error, url, signal.aborted ? timeoutSeconds : undefined);
  }
  throw new Misuse(
    `\`${shown(start)}\` was redirected ${MAX_REDIRECTS} times without an end`,
    "give the address of the card itself",
  );
}

function next(from: URL, location: string | null): URL {
  const to = location === null ? null : tryParse(location, from);
  if (!to || !isAddress(to.href)) {
    throw new Misuse(
      `\`${shown(from)}\` is redirected to where no document can be fetched`,
      "give the address of the card itself",
    );
  }
  if (from.protocol === "https:" && to.protocol === "http:") {
    throw new Misuse(
      `\`${shown(from)}\` is redirected to \`${shown(to)}\`, which is not encrypted`,
      "a card that anyone on the way can change is not to be trusted; give the address of the card itself",
    );
  }
  return to;
}

function tryParse(location: string, base: URL): URL | null {
  try {
    return new URL(location, base);
  } catch {
    return null;
  }
}

async function body(response: Response, url: URL, maxBytes: number): Promise<Uint8Array> {
  if (response.status === 404 || response.status === 410) {
    await response.body?.cancel();
    throw new NotThere(
      `\`${shown(url)}\` is not there: the server answers ${response.status}`,
      "check the address, and that the agent serves its card",
    );
  }
  if (!response.ok) {
    await response.body?.cancel();
    const needsCredentials = response.status === 401 || response.status === 403;
    const help = needsCredentials
      ? "fetch the card with a client that authenticates, and pass it by a pipe: `curl … | a2a-negotiator check -`"
      : "try again later, or look at the server's log";
    throw new Misuse(`\`${shown(url)}\` cannot be read: the server answers ${response.status}`, help);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function unreachable(error: unknown, url: URL, timeoutSeconds: number | undefined): Misuse {
  if (timeoutSeconds !== undefined) {
    return new Misuse(
      `\`${shown(url)}\` did not answer within ${timeoutSeconds} seconds`,
      "try again, or allow more with `--timeout SECONDS`",
    );
  }
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
  const reasons: Record<string, string> = {
    ENOTFOUND: "no such host is known",
    EAI_AGAIN: "no such host is known",
    ECONNREFUSED: "nothing listens there",
    ECONNRESET: "the connection was cut",
  };
  const code = cause?.code ?? "";
  // The certificate's error has the only words that say what is wrong with it.
  const reason =
    reasons[code] ?? (/CERT|TLS|SSL/.test(code) ? printable(cause?.message ?? code) : code || "the connection failed");
  return new Misuse(`\`${shown(url)}\` cannot be reached: ${reason}`, "check the address, and that the agent runs");
}

/** An address without its query, its fragment and its credentials, any of which may hold a secret. */
function shown(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
