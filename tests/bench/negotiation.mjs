// From a card's text to a decision, against the parsing of the text alone, and against what else there is.

import { ClientFactory } from "@a2a-js/sdk/client";

import { negotiate as negotiateInJavaScript } from "../reference/negotiate.mjs";
import { cardsNear, negotiator, profile, refusedProfile } from "./cards.mjs";
import { short, sideBySide, table, times } from "./measure.mjs";
import { startPython } from "./python.mjs";

const { Card, Profile, negotiate } = negotiator;
const PLAN = { trace: false };

const client = new Profile(profile);
const refused = new Profile(refusedProfile);
/** A job that does something with one card after the other. */
const eachOf = (list, run) => {
  let next = 0;
  return () => run(list[(next = (next + 1) % list.length)]);
};

/** An intent that asks for nothing, in a text that no handle has seen lately: what it has planned before, it remembers. */
let texts = 0;
const unseen = () => `{${" ".repeat((texts = (texts + 1) % 400))}}`;

console.log(await bySize());
console.log(`\n${await againstOthers()}`);

async function bySize() {
  const rows = [];
  for (const about of [1_000, 2_500, 10_000, 60_000]) {
    const texts = await cardsNear(about);
    const cards = texts.map((text) => new Card(text));
    const measured = await sideBySide({
      parse: eachOf(texts, (text) => JSON.parse(text)),
      plan: eachOf(texts, (text) => negotiate(text, client, {}, PLAN)),
      outcome: eachOf(texts, (text) => negotiate(text, client)),
      fixes: eachOf(texts, (text) => negotiate(text, refused)),
      handle: eachOf(cards, (card) => negotiate(card, client, unseen(), PLAN)),
      again: eachOf(cards, (card) => negotiate(card, client, {}, PLAN)),
    });
    const { parse, ...others } = measured;
    const size = texts.reduce((sum, text) => sum + text.length, 0) / texts.length / 1_000;
    rows.push([`${short(size)} KB`, `${short(parse.microseconds)} µs`, ...Object.values(others).map(({ ratio }) => times(ratio))]);
  }
  const head = ["card", "`JSON.parse`", "text to plan", "text to outcome", "text to refusal with fixes", "handle to plan", "the same plan again"];
  return table(head, rows);
}

async function againstOthers() {
  const texts = await cardsNear(2_500);
  const cards = texts.map((text) => new Card(text));
  const parsed = texts.map((text) => JSON.parse(text));
  const factory = new ClientFactory();
  const python = await startPython(texts);
  const measured = await sideBySide({
    "`negotiate`, card as text, plan only": eachOf(texts, (text) => negotiate(text, client, {}, PLAN)),
    "`negotiate`, card as text": eachOf(texts, (text) => negotiate(text, client)),
    "`negotiate`, card as handle, plan only": eachOf(cards, (card) => negotiate(card, client, unseen(), PLAN)),
    "`negotiate`, card as handle, the same plan again": eachOf(cards, (card) => negotiate(card, client, {}, PLAN)),
    "`JSON.parse` alone": eachOf(texts, (text) => JSON.parse(text)),
    "the same steps in plain JavaScript, with `JSON.parse`": eachOf(texts, (text) => negotiateInJavaScript(JSON.parse(text), profile)),
    "`ClientFactory.createFromAgentCard` of `@a2a-js/sdk`, card parsed": eachOf(parsed, (card) => factory.createFromAgentCard(card)),
    "`parse_agent_card` and `ClientFactory.create` of Python's `a2a-sdk`": python,
  });
  python.stop();
  const rows = Object.entries(measured).map(([name, { microseconds, ratio }]) => [
    name,
    `${short(microseconds)} µs`,
    short(1_000_000 / microseconds),
    times(ratio),
  ]);
  return table(["a card of about 2.5 KB", "time", "in a second", "to the first"], rows);
}
