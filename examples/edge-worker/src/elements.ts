import { JSONParser } from "@streamparser/json";

import { tooLarge } from "./body.js";
import { Refusal } from "./refusal.js";

/** More than any element, since a card may have 5 MiB; what is longer would pile up here. */
const MAX_ELEMENT_BYTES = 8 * 1024 * 1024;

const BLANKS = [0x20, 0x09, 0x0a, 0x0d];
const BRACKET = 0x5b;

/** The elements of a JSON array, each as soon as it is there. */
export async function* elements(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<object, void, undefined> {
  let ready: object[] = [];
  let count = 0;
  // It forgets an element once that was handed over.
  const parser = new JSONParser({ paths: ["$.*"], keepStack: false });
  parser.onValue = ({ value }) => {
    ready.push(value as object);
    count += 1;
  };
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      throw wrong(`the body is not JSON after ${count} whole elements: ${(error as Error).message}`);
    }
  };
  let start: number | undefined;
  let pending = 0;
  for await (const chunk of chunks) {
    start ??= chunk.find((byte) => !BLANKS.includes(byte));
    if (start !== undefined && start !== BRACKET) break;
    attempt(() => parser.write(chunk));
    pending = ready.length > 0 ? 0 : pending + chunk.byteLength;
    if (pending > MAX_ELEMENT_BYTES) throw tooLarge("element", MAX_ELEMENT_BYTES);
    yield* ready;
    ready = [];
  }
  if (start !== BRACKET) throw wrong("the body is no JSON array");
  if (!parser.isEnded) attempt(() => parser.end());
}

function wrong(message: string): Refusal {
  const help = "send a JSON array of cards, or a card a line as `application/x-ndjson`, of which each may be wrong alone";
  return new Refusal(400, "notJson", message, help);
}
