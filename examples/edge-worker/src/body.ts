// What comes in: of one of the types that are taken, and no more than a worker's memory and time are meant for.

import { Refusal } from "./refusal.js";

type Bytes = AsyncIterable<Uint8Array>;

/** The body's media type, one of those given. */
export function contentType<Type extends string>(request: Request, types: readonly Type[]): Type {
  const given = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  const type = types.find((known) => known === given);
  if (type) return type;
  const message = given ? `the body is of the type \`${given}\`` : "the body has no type";
  const accepted = types.map((known) => `\`${known}\``).join(" or ");
  throw new Refusal(415, "wrongContentType", message, `send ${accepted}, and say so in \`Content-Type\``);
}

/** The body as it comes in, which ends with an error where it is larger than allowed. */
export function bodyOf(request: Request, maxBytes: number): Bytes {
  // What says that it is too large need not be read to learn it.
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge("body", maxBytes);
  return request.body ? limited(request.body, maxBytes) : nothing();
}

/** The whole body as text. */
export async function textOf(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for await (const chunk of bodyOf(request, maxBytes)) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(400, "notJson", "the body is not UTF-8", "encode JSON as UTF-8");
  }
}

export function tooLarge(what: string, maxBytes: number): Refusal {
  return new Refusal(413, "tooLarge", `the ${what} has more than ${maxBytes} bytes`, "send less at once");
}

async function* limited(body: Bytes, maxBytes: number): Bytes {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge("body", maxBytes);
    yield chunk;
  }
}

async function* nothing(): Bytes {}
