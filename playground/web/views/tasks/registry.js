// Many cards, ranked for a client.

import { Profile, judge } from "a2a-negotiator";

import { Ranking } from "../../../../negotiator/npm/src/ranking.ts";

/** How many cards can be listed and loaded; further ones are counted. */
const MOST_LISTED = 20_000;
/** How many cards are judged between two words on how far it is. */
const SLICE = 250;

/** The texts of the cards that can be loaded, by their place. */
let listed = new Map();

/**
 * Ranks the cards of files, each `{name, content}` with its text or a Blob: rows, the best first, then what is refused; the
 * tally of the refusals; what cannot be read; and how many there were of each.
 */
export async function rankRegistry(files, profile, intent, tell) {
  const client = new Profile(profile);
  // What is wrong with the profile is told before the first card.
  judge("{}", client, intent);
  const ranking = new Ranking(MOST_LISTED);
  const refused = [];
  listed = new Map();
  let index = 0;
  for (const [place, { name, content }] of files.entries()) {
    const entries = entriesOf(name, typeof content === "string" ? content : await content.text());
    for (const [at, { source, text }] of entries.entries()) {
      if (index % SLICE === 0) tell({ cards: index, done: (place + at / entries.length) / files.length });
      const judgement = judge(text, client, intent);
      const known = { index, source };
      ranking.add(judgement, known);
      if (index < MOST_LISTED) listed.set(index, text);
      const { decision, step, code } = judgement;
      if (step !== undefined && refused.length < MOST_LISTED) refused.push({ ...known, name: judgement.name, decision, step, code });
      index += 1;
    }
  }
  const { ranked, refusals, unreadable, counts } = ranking.finish();
  const rows = [
    ...ranked.map(({ index, source, name, plan, degradations }) => ({
      index,
      source,
      name,
      decision: "accept",
      call: `${plan.binding} ${plan.version}`,
      delivery: plan.delivery.mode,
      degradations: degradations.length,
    })),
    ...refused,
  ];
  return { rows: rows.map((row, place) => ({ ...row, place })), refusals, unreadable, counts };
}

/** The text of a card by its place among all; null of one that was only counted. */
export const registryCard = (index) => listed.get(index) ?? null;

/** The cards of a file: a list of them, a card a line, or one card. */
export function entriesOf(name, text) {
  const start = text.trimStart();
  if (start.startsWith("[")) {
    const list = parsed(text);
    // What is wrong with it otherwise is said where it is read as a card.
    if (list) return list.map((card, index) => ({ source: `${name} #${index + 1}`, text: JSON.stringify(card) }));
  }
  const [first] = start.split("\n", 1);
  const isByLine = /\.(ndjson|jsonl)$/.test(name) || (first.trim() !== start.trim() && parsed(first) !== undefined);
  if (!isByLine) return [{ source: name, text }];
  return text.split("\n").flatMap((line, index) => (line.trim() === "" ? [] : [{ source: `${name}:${index + 1}`, text: line }]));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
