import { randomUUID } from "node:crypto";

import { buildRequest, formatRequest } from "a2a-negotiator";
import type { CallPlan, Request, RequestOptions } from "a2a-negotiator";

import { command } from "../command.js";
import { consult, withPlaces } from "../consult.js";
import { explained } from "../explained.js";
import type { Io, Result } from "../io.js";
import { withMember } from "../members.js";
import { Misuse } from "../misuse.js";
import { OPERATIONS, sendsMessage } from "../operations.js";
import { DECISION_CODES, PROFILE, SKILL, SOURCES, TASK_CLASS, seconds } from "../options.js";
import { warnOfProfile } from "../profile-findings.js";
import { Reader } from "../read.js";
import type { Source } from "../source.js";
import { asJson, onOneLine, painter, printable } from "../terminal.js";

const FORMATS = ["curl", "http", "fetch", "json"] as const;

export const request = command({
  name: "request",
  summary: "print the exact request that the call plan means",
  usage: "CARD --profile PROFILE [--skill ID] [--text TEXT]",
  about:
    "Prints the request as a command of curl, as HTTP, as JavaScript or as JSON. Secrets are missing: variables or\n" +
    "placeholders stand in their places. Where the call is refused, that is told on standard error instead.",
  options: {
    profile: PROFILE,
    skill: SKILL,
    "task-class": TASK_CLASS,
    text: { type: "string", value: "TEXT", about: 'the text to send; "Hello" unless said' },
    message: { type: "string", value: "FILE", about: "the message to send, in the shape of A2A 1.0" },
    operation: {
      type: "string",
      value: "NAME",
      choices: OPERATIONS,
      about: "another operation than sending, such as getTask",
    },
    "task-id": { type: "string", value: "ID", about: "the task that the operation is about" },
    format: {
      type: "string",
      short: "f",
      value: "FORMAT",
      choices: FORMATS,
      about: `${FORMATS.join(", ")}; curl, or grpcurl for gRPC, unless said`,
    },
    curl: { type: "boolean", about: "the same as --format curl" },
    http: { type: "boolean", about: "the text of HTTP" },
    fetch: { type: "boolean", about: "JavaScript that calls fetch" },
    json: { type: "boolean", about: "JSON, with what stands for each secret" },
    ...SOURCES,
  },
  examples: [
    [
      'request agent-card.json --profile client.json --skill market-size --text "The market for bicycles"',
      "a command to paste into a shell",
    ],
    [
      "request agent-card.json --profile client.json --operation getTask --task-id 4711 --http",
      "a question about a task",
    ],
  ],
  codes: { 0: "accept, and the request is printed", 1: "reject", 2: "escalate" },
  async run({ values, positionals }, io) {
    const format = formatOf(values);
    const { operation } = values;
    const reader = new Reader(io, seconds(values.timeout));
    const message = sendsMessage(operation) ? await readMessage(reader, values) : withoutMessage(values);
    const { pair, outcome } = await consult(positionals, values, io, reader);
    warnOfProfile(pair.profile, io);
    if (outcome.decision !== "accept") {
      const shortened = { ...outcome, steps: [], findings: [] };
      return { code: DECISION_CODES[outcome.decision], stderr: explained(shortened, pair, painter(io.stderr)) };
    }
    const taskId = values["task-id"];
    const options = { ...(operation && { operation }), ...(taskId !== undefined && { taskId }) };
    return show(build(outcome.plan, message, options), format, io);
  },
});

type Format = (typeof FORMATS)[number];

/** The one format that is asked for. */
function formatOf(values: Readonly<Record<Format, boolean>> & { readonly format: Format | undefined }): Format {
  const said = [values.format, ...FORMATS.filter((format) => values[format])];
  const [first = "curl", other] = new Set(said.filter((format) => format !== undefined));
  if (other === undefined) return first;
  throw new Misuse(`\`${first}\` and \`${other}\` exclude each other as formats`, "name one of them");
}

interface Sent {
  readonly text: string | undefined;
  readonly message: string | undefined;
}

/** A message as text, and where it was read from. */
interface Message {
  readonly text: string;
  readonly source?: Source;
}

/** The message to send, with an id of its own where it has none. */
async function readMessage(reader: Reader, { text, message }: Sent): Promise<Message> {
  if (message === undefined) {
    return { text: JSON.stringify({ messageId: randomUUID(), parts: [{ text: text ?? "Hello" }] }) };
  }
  if (text !== undefined)
    throw new Misuse("`--text` and `--message` exclude each other", "put the text into the message");
  const source = await reader.read(message, "message");
  return { source, text: withMember(source.text, "messageId", randomUUID()) };
}

function withoutMessage({ text, message }: Sent): null {
  if (text === undefined && message === undefined) return null;
  throw new Misuse("this operation sends no message", "leave out `--text` and `--message`, or the operation");
}

function build(plan: CallPlan, message: Message | null, options: RequestOptions): Request {
  const sources = message?.source ? { message: message.source } : {};
  return withPlaces(sources, () => buildRequest(plan, message?.text ?? null, options));
}

function show(request: Request, style: Format, io: Io): Result {
  const findings = request.findings.map(({ severity, code, message }) =>
    onOneLine(`${severity}: ${message} [${code}]`),
  );
  const stderr = findings.map((line) => `${line}\n`).join("");
  if (style === "json") return { code: 0, stdout: asJson(request), stderr };
  const text = withPlaces({}, () => formatRequest(request, style)).replace(/\n*$/, "\n");
  // Whoever reads it by a pipe gets it to the letter.
  return { code: 0, stdout: io.stdout.isTTY ? printable(text) : text, stderr };
}
