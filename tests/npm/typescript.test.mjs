// The declarations, as strict compilers of two generations and both ways of resolving modules see them.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { readCards, readCases } from "../support/cases.mjs";
import { readRecoveryCases } from "../support/recovery-cases.mjs";
import { readRequests } from "../support/requests.mjs";
import { importPackage, makeConsumer, run, tool, workspace } from "./consumer.mjs";

const consumer = makeConsumer();
const readme = readFileSync(join(consumer, "node_modules/a2a-negotiator/README.md"), "utf8");
const [example, ...furtherExamples] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
const research = readCases("gallery").find((found) => found.name === "gallery/research-agent");

const RESOLUTIONS = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

/** What the further examples take for granted. */
const GIVEN = `
import type { CallPlan, ClientProfile, PushRecord } from "a2a-negotiator";
declare const card: string;
declare const profile: ClientProfile;
declare const plan: CallPlan;
declare const secret: string;
declare const taskIds: string[];
declare const seen: PushRecord[];
declare function tokenFor(scheme: string, scopes: string[]): Promise<string>;
`;

/** An example as a module, in a function that it may return from. */
const asModule = (code, index) => {
  const [, imports, body] = /^((?:import .*\n)+)([\s\S]*)$/.exec(code);
  return `${imports}${GIVEN}export async function example${index}(request: Request) {\n${body}\n}\n`;
};

/** The examples of JavaScript that run on their own, as the bodies of functions that must compile as TypeScript too. */
const [, ...plainExamples] = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
const PLAIN_EXAMPLES = `
import { buildRequest, formatRequest, negotiate, recover } from "a2a-negotiator";
import type { Action, Intent } from "a2a-negotiator";
${GIVEN}
declare const response: Response;
declare const history: Action[];
declare const intent: Intent;
declare const taskId: string;
declare function sendAgain(plan: CallPlan, request: Action["request"]): Promise<void>;
${plainExamples.map((code, index) => `export async function plain${index}(plan: CallPlan) {\n${code}\n}\n`).join("")}`;

/** The example with a card, which it takes for granted. */
const withCard = (code, card) => code.replace(/^(import .*)$/m, `$1\n${card}`);

const USES = `
import { CallError, NegotiatorInputError, buildRequest, call, explain, formatRequest, locate, negotiate, readCard } from "a2a-negotiator";
import type { AcceptOutcome, CallEnd, CallPlan, ClientProfile, Intent, Options, Outcome, Rejection } from "a2a-negotiator";
import { NegotiationElement } from "a2a-negotiator/embed";

const embed: NegotiationElement | null = document.querySelector("a2a-negotiation");
const shownDecision: "accept" | "reject" | "escalate" | undefined = embed?.outcome?.decision;
void [shownDecision, embed instanceof NegotiationElement];
// @ts-expect-error an outcome is there to be read
if (embed) embed.outcome = null;
const profile: ClientProfile = { credentials: ["a", { name: "b" }, { type: "http", scheme: "bearer" }], delivery: ["poll"] };
const intent: Intent = { skill: "x", taskClass: "liveInput" };
const options: Options = { trace: false, exclude: [{ url: "u", binding: "GRPC", version: "1.0" }] };
interface Card { name: string }
const card: Card = { name: "x" };
const outcome: Outcome = negotiate(card, profile, intent, options);
if (outcome.decision === "accept") {
  const plan: CallPlan = outcome.plan;
  const mode: "stream" | "push" | "poll" | "none" = plan.delivery.mode;
  const tenant: string | undefined = plan.tenant;
  const request = buildRequest(plan, { messageId: "m", parts: [{ text: "hi" }] }, { historyLength: 1 });
  const polled = buildRequest(JSON.stringify(plan), null, { operation: "getTask", taskId: "t", requestId: "r" });
  const body: Record<string, unknown> | undefined = request.body;
  const shown: string = formatRequest(polled, "curl");
  // @ts-expect-error no such operation
  buildRequest(plan, null, { operation: "tasks/get" });
  // @ts-expect-error a message has parts
  buildRequest(plan, { messageId: "m" });
  // @ts-expect-error no such style
  formatRequest(request, "wget");
  void [mode, tenant, body, shown];
} else {
  const rejection: Rejection = outcome.rejection;
  const code: "notACard" | string = rejection.code;
  void code;
}
const all: "accept" | "reject" | "escalate" = outcome.decision;
const line: number | undefined = locate("{}", "")?.start.line;
const name: string | null | undefined = readCard("{}").card?.name;
const text: string = explain(outcome);
try {
  negotiate("", "");
} catch (error) {
  if (error instanceof NegotiatorInputError) void [error.code === "notJson", error.position?.column, error.help];
}
void [all, line, name, text];

// @ts-expect-error a plan is there for \`accept\` only
void outcome.plan;
// @ts-expect-error no such field
negotiate(card, { binding: [] });
// @ts-expect-error no such class of task
negotiate(card, {}, { taskClass: "urgent" });
// @ts-expect-error no such code
void (outcome.findings[0]?.code === "noSuchCode");
// @ts-expect-error positions are those of a text
locate({}, "");
const calling = call((outcome as AcceptOutcome).plan, { parts: [{ text: "x" }] }, { card, profile, pollSeconds: 5 });
const end: CallEnd | undefined = calling.end;
if (end?.state === "ended") void (end.task.status.state === "TASK_STATE_COMPLETED");
void calling.resume().result().catch((error: unknown) => error instanceof CallError && error.action.action === "report");
// @ts-expect-error a message has parts
calling.reply({ text: "x" });
// @ts-expect-error there is a task only where there is one
void calling.end.task;

// @ts-expect-error a number is no card
negotiate(1, {});
`;

const COMPILERS = [["TypeScript 5.9", "typescript/bin/tsc"], ["TypeScript 7", "typescript-7/bin/tsc"]];

for (const [compiler, program] of COMPILERS) {
  for (const [resolution, options] of Object.entries(RESOLUTIONS)) {
    test(`${compiler}, ${resolution}: the README's examples and all uses compile under strict`, () => {
      assert.ok(furtherExamples.length > 0);
      writeFileSync(join(consumer, "readme.ts"), withCard(example, "declare const card: string;"));
      writeFileSync(join(consumer, "examples.ts"), furtherExamples.map((_, index) => `import "./example-${index}.js";\n`).join(""));
      furtherExamples.forEach((code, index) => writeFileSync(join(consumer, `example-${index}.ts`), asModule(code, index)));
      writeFileSync(join(consumer, "uses.ts"), USES);
      writeFileSync(join(consumer, "common.cts"), USES);
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        target: "es2022",
        noEmit: true,
        types: [],
        ...options,
      };
      writeFileSync(join(consumer, "plain-examples.ts"), PLAIN_EXAMPLES);
      const files = ["readme.ts", "examples.ts", "plain-examples.ts", "uses.ts", ...(resolution === "nodenext" ? ["common.cts"] : [])];
      writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
      tool(consumer, program);
    });
  }
}

/** What a project without the types of a browser writes. */
const PLAIN = `
import { Card, PlanCache, call, ndjson, negotiate, planFetch, rank, readPush, verifyCard } from "a2a-negotiator";
import type { CallPlan } from "a2a-negotiator";
import { initialize, initializeSync } from "a2a-negotiator/slim";
const outcome = negotiate(new Card("{}"), { accepts: ["text/plain"] });
declare const plan: CallPlan;
declare const aborted: NonNullable<Parameters<PlanCache["plan"]>[3]>;
const cache = new PlanCache({ now: () => 0 });
export const all = [outcome.decision, call(plan, { parts: [{ text: "x" }] }).result(), cache.plan("https://agent.example/", {}, {}, aborted), rank(ndjson(chunks()), {}), verifyCard("{}", { keys: [] })];
export const sent: Promise<number> = planFetch(plan)("https://agent.example/").then(({ status }) => status);
export const read = readPush({ headers: { a: ["b"] }, body: new Uint8Array() }, { plan, taskIds: new Set(["t"]) }).status;
async function* chunks() { yield "{}"; }
initializeSync(new Uint8Array(1));
void initialize("negotiator.wasm");
// @ts-expect-error a number starts nothing
void initialize(1);
`;

for (const [compiler, program] of COMPILERS) {
  for (const [resolution, options] of Object.entries(RESOLUTIONS)) {
    for (const types of [[], ["node"]]) {
      test(`${compiler}, ${resolution}: no types of a browser are needed${types.length > 0 ? ", beside those of Node.js" : ""}`, () => {
        writeFileSync(join(consumer, "plain.ts"), PLAIN);
        const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, lib: ["ES2022"], target: "es2022", noEmit: true, types, ...options };
        writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["plain.ts"] }));
        tool(consumer, program);
      });
    }
  }
}

test("what the functions give has the declared type, and no field more", async () => {
  const { buildRequest, negotiate, readCard, recover } = await importPackage(consumer);
  const types = "Action, CardReading, Failure, Outcome, Request, RequestOptions";
  const lines = [`import type { ${types} } from "a2a-negotiator";`];
  const add = (type, value) => lines.push(`void (${JSON.stringify(value)} satisfies ${type});`);
  const cases = readCases().filter(({ expect }) => !expect.error);
  for (const { arguments: values } of cases) add("Outcome", negotiate(...values));
  for (const { text } of readCards()) add("CardReading", readCard(text));
  for (const { expect, plan, failure, context } of readRecoveryCases((...documents) => negotiate(...documents).plan)) {
    if (expect.misuse) continue;
    add("Failure", JSON.parse(JSON.stringify(failure)));
    add("Action", recover(plan, failure, context));
  }
  for (const { arguments: values } of readRequests().filter(({ expect }) => !expect.error)) {
    add("RequestOptions", values[2]);
    add("Request", buildRequest(...values));
  }
  assert.ok(lines.length > 183 + 9);
  writeFileSync(join(consumer, "outcomes.ts"), `${lines.join("\n")}\n`);
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [], ...RESOLUTIONS.nodenext };
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["outcomes.ts"] }));
  tool(consumer, "typescript/bin/tsc");
});

test("the README's lines run, and print what the README says", () => {
  assert.equal(example.trimEnd().split("\n").length, 3);
  const card = `const card = ${JSON.stringify(research.arguments[0])};`;
  const said = run(consumer, "readme.mjs", withCard(example, card));
  const promised = /it prints `(.*?)`/.exec(readme)?.[1];
  assert.equal(said.trim(), promised);
});

test("no declaration is wider than it need be", () => {
  const text = readFileSync(join(workspace, "target/npm/index.d.ts"), "utf8");
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  assert.doesNotMatch(code, /\bany\b/);
  for (const documented of ["/** The version of this package. */", "The URIs of the extensions to activate."]) {
    assert.ok(text.includes(documented), documented);
  }
});
