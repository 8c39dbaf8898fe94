// The playground in Chromium: from a keystroke to the paint of what it changed, beside what the page's own `JSON.parse`
// takes for the same text; and from opening the page to its largest paint.

import { line, pane, start, textOf, verdictIs } from "../support/playground.mjs";
import { isQuick, median, quantile, short, table } from "./measure.mjs";

const KEYSTROKES = isQuick ? 4 : 200;
const LOADS = isQuick ? 1 : 20;
const SIZES = [10_000, 250_000];

const playground = await start();
const ended = [];
const test = { after: (end) => ended.push(end) };
try {
  console.log(await typing());
  console.log(`\n${await loading()}`);
} finally {
  for (const end of ended) await end();
  await playground.close();
}

async function typing() {
  const rows = [];
  for (const size of SIZES) {
    const page = await playground.open(test);
    await putCard(page, size);
const parse = await page.evaluate(parseTime, await textOf(page, "card"));
await page.evaluate(watch);
    for (let keystroke = 0; keystroke < KEYSTROKES; keystroke++) {
const before = await page.title();
      await page.keyboard.press(keystroke % 2 === 0 ? "X" : "Backspace");
      await page.waitForFunction((before) => document.title !== before && globalThis.isPainted, before);
    }
    const paints = await page.evaluate(() => globalThis.paints);
    const milliseconds = [median(paints), quantile(paints, 0.95)];
    rows.push([
      `${size / 1_000} KB`,
      `${short(parse)} ms`,
      ...milliseconds.map((time) => `${short(time)} ms`),
    ]);
  }
  return table(["card", "`JSON.parse` in the page", "keystroke to paint, median", "95 of 100 within"], rows);
}

/** Puts a card of a size into its editor, with the cursor in the name of its only binding. */
async function putCard(page, size) {
  const skill = (index) => ({
    id: `skill-${index}`,
    name: `Skill ${index}`,
    description: "Answers questions about one of the many subjects that this agent knows.",
    tags: ["questions", "answers"],
    examples: Array.from({ length: 10 }, (_, example) => `What is known about subject ${index}.${example}, and by whom?`),
  });
  const card = {
    name: "Agent",
    description: "Answers questions.",
    version: "1.0.0",
    supportedInterfaces: [{ url: "https://agent.example.com/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  const written = () => JSON.stringify(card, null, 2);
  while (written().length < size) card.skills.push(skill(card.skills.length));
  await put(page, "profile", JSON.stringify({ accepts: ["text/plain"], sends: ["text/plain"] }, null, 2));
  await put(page, "card", written());
  await verdictIs(page, { decision: "accept", stale: "false" });
  await line(page, "card", '"protocolBinding"').click();
  await page.keyboard.press("End");
  for (const _ of '",') await page.keyboard.press("ArrowLeft");
}

/** Puts a text into an editor at once, and tells the page as if it had been typed. */
function put(page, side, text) {
  return pane(page, side).locator("json-editor").evaluate((editor, text) => {
    editor.replace(text);
    editor.dispatchEvent(new CustomEvent("edit"));
  }, text);
}

/** Milliseconds that the page takes to parse a text. */
function parseTime(text) {
  const samples = Array.from({ length: 20 }, () => {
    const start = performance.now();
    for (let run = 0; run < 100; run++) JSON.parse(text);
    return (performance.now() - start) / 100;
  });
  return samples.sort((one, other) => one - other)[10];
}

/** Notes, for every keystroke, when what it changed has been painted: the title tells the decision. */
function watch() {
  globalThis.paints = [];
  let pressed = 0;
  addEventListener("keydown", (event) => { pressed = event.timeStamp; globalThis.isPainted = false; }, { capture: true });
  const afterPaint = new MessageChannel();
  afterPaint.port1.onmessage = () => {
    globalThis.paints.push(performance.now() - pressed);
    globalThis.isPainted = true;
  };
  // What is posted within a frame comes after its paint.
  const seen = () => requestAnimationFrame(() => afterPaint.port2.postMessage(null));
  new MutationObserver(seen).observe(document.querySelector("title"), { childList: true, characterData: true, subtree: true });
}

async function loading() {
  const samples = [];
  for (let load = 0; load < LOADS; load++) {
    const page = await playground.open(test, { equip: false });
    samples.push(await page.evaluate(largestPaint));
    await page.context().close();
  }
  return table(["the page, from this machine", "median", "95 of 100 within"], [
    ["opened to the largest paint", `${short(median(samples))} ms`, `${short(quantile(samples, 0.95))} ms`],
  ]);
}

/** When the page painted the largest of what it shows first, in milliseconds since it was opened. */
function largestPaint() {
  return new Promise((resolve) => {
    const found = (list) => resolve(list.getEntries().at(-1).startTime);
    new PerformanceObserver(found).observe({ type: "largest-contentful-paint", buffered: true });
  });
}
