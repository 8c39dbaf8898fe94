import { NegotiatorInputError, negotiate } from "a2a-negotiator";
import type { Finding } from "a2a-negotiator";

import type { Io } from "./io.js";
import { locateNearest, place } from "./source.js";
import type { Source } from "./source.js";
import { onOneLine, painter } from "./terminal.js";

/** Where there is no card, nothing is found but what is odd about the profile. */
const NO_CARD = "{}";

/**
 * Tells on standard error what is odd about a profile. A field that is not read, such as a misspelt `requireSignature`,
 * would otherwise go unnoticed by a command that prints no findings.
 */
export function warnOfProfile(profile: Source, io: Io): void {
  const paint = painter(io.stderr);
  const found = findingsOf(profile);
  const places = locateNearest(profile, found.map(({ pointer }) => pointer));
  found.forEach(({ message }, index) => {
    const where = places[index] ? `${place(profile, places[index].key)}: ` : "";
    io.stderr.write(`${where}${paint("yellow", "warning")}: ${onOneLine(message)}\n`);
  });
}

function findingsOf(profile: Source): Finding[] {
  try {
    const { findings } = negotiate(NO_CARD, profile.text, undefined, { fixes: false });
    return findings.filter(({ target, severity }) => target === "profile" && severity !== "info");
  } catch (error) {
    // It is told, with its place, once the profile is used.
    if (error instanceof NegotiatorInputError) return [];
    throw error;
  }
}
