// The playground in Chromium: from a key that changes the decision to its paint, by the clock and in time of the main
// thread, beside what the page's own `JSON.parse` takes for the same text; and from opening the page to its largest paint.

import { line, pane, start, textOf, verdictIs } from "../support/playground.mjs";
import { isQuick, median, quantile, short, table } from "./measure.mjs";

const KEYSTROKES = isQuick ? 4 : 200;
const WARM_UP = isQuick ? 0 : 40;
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
    // What is typed first is compiled while it runs.
    await type(page, WARM_UP);
    await page.evaluate(() => globalThis.verdicts.length = 0);
    const trace = await traced(page, () => type(page, KEYSTROKES));
    const keys = keysIn(trace, await page.evaluate(() => globalThis.verdicts));
    rows.push([`${size / 1_000} KB`, parse, ...spread(keys.map(({ busy }) => busy)), ...spread(keys.map(({ seen }) => seen))]);
  }
  const head = ["card", "`JSON.parse` in the page", "main thread, median", "95 of 100 within", "key to screen, median", "95 of 100 within"];
  return `${table(head, rows.map(([size, ...times]) => [size, ...times.map((time) => `${short(time)} ms`)]))}

The main thread: all that it does from the key until the new decision is painted, which must fit into the 16.7 ms of a frame.
Key to screen: by the clock, until the frame is shown. A key comes at any moment of a frame and waits for the next one, up
to 16.7 ms whatever a page does; and here no graphics card helps to draw it.`;
}

function spread(samples) {
  return [median(samples), quantile(samples, 0.95)];
}

/** Presses keys that change the decision, as slowly as a hand does, and at any moment of a frame. */
async function type(page, keystrokes) {
  for (let keystroke = 0; keystroke < keystrokes; keystroke++) {
    await page.evaluate(() => void (globalThis.decided = new Promise((resolve) => (globalThis.onVerdict = resolve))));
    await page.keyboard.press(keystroke % 2 === 0 ? "X" : "Backspace");
    await page.evaluate(() => globalThis.decided);
    await new Promise((resolve) => setTimeout(resolve, 60 + 60 * Math.random()));
  }
}

/** Notes when the page has another decision. */
function watch() {
  globalThis.verdicts = [];
  const seen = () => {
    globalThis.verdicts.push(performance.now());
    globalThis.onVerdict();
  };
  new MutationObserver(seen).observe(document.querySelector(".verdict"), { attributeFilter: ["data-decision"] });
}

/** What Chromium's own trace says while something is done. */
async function traced(page, act) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline", "toplevel"] } });
  await act();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  return events;
}

/**
 * The keys of a trace, each with the milliseconds that the main thread was busy until the page had painted its verdict,
 * and those until that was on the screen; by when the page had the verdicts.
 */
function keysIn(trace, verdicts) {
  const timings = trace.filter(({ name, ph }) => name === "EventTiming" && ph === "b").map((event) => ({ ...event, ...event.args.data }));
  const keys = timings.filter(({ type }) => type === "keydown").sort((one, other) => one.timeStamp - other.timeStamp);
  if (keys.length !== verdicts.length) throw new Error(`the trace has ${keys.length} keys for ${verdicts.length} verdicts`);
  return keys.map(({ pid, tid, ts, timeStamp, processingStart }, index) => {
    const paints = timings.filter(({ commitFinishTime }) => commitFinishTime > verdicts[index]);
    const paint = paints.reduce((one, other) => (other.commitFinishTime < one.commitFinishTime ? other : one));
    // A trace counts microseconds, the page milliseconds.
    const [from, to] = [processingStart, paint.commitFinishTime].map((time) => ts + (time - timeStamp) * 1_000);
    const tasks = trace.filter((event) => event.pid === pid && event.tid === tid && event.ph === "X" && event.ts < to && event.ts + event.dur > from);
    let [busy, end] = [0, from];
    // A task may be part of another one.
    for (const task of tasks.sort((one, other) => one.ts - other.ts)) {
      const until = Math.min(task.ts + task.dur, to);
      busy += Math.max(0, until - Math.max(task.ts, end));
      end = Math.max(end, until);
    }
    return { busy: busy / 1_000, seen: paint.timeStamp + paint.duration - timeStamp };
  });
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
