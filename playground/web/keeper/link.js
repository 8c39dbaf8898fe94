// What the page holds, in a link: deflated, in base64url, behind the `#`, which browsers send to nobody. Loaded
// when there is something to keep, or somebody comes by a link.

import { looksLikeSecret } from "./secrets.js";

export { looksLikeSecret };

/** How a link begins. Another version of what it holds would have another number. */
const START = "#v1=";
/** Longer links are cut or refused by too many programs. */
const MOST_CHARACTERS = 32 * 1024;
/** No link unpacks to more than this: two documents as large as may be, and some. */
const MOST_BYTES = 11 * 1024 * 1024;

/** With the name of a step, if one is given, for people to read too. Rejects with a sentence where there can be no link. */
export async function pack(text, address, step) {
  if (looksLikeSecret(text)) throw "Something in the card or the profile looks like a secret, so that no link is made. Take it out first.";
  const packed = await through(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const link = address.split("#")[0] + START + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") + (step ? `&step=${step}` : "");
  if (link.length > MOST_CHARACTERS) {
    throw `These documents make a link of ${link.length.toLocaleString("en")} characters, which many programs cut. Copy them as Markdown instead.`;
  }
  return link;
}

/** What a link holds; rejects with a sentence where it cannot be opened. */
export async function unpack(fragment) {
  if (!fragment.startsWith(START)) throw "The link was made by another version of this page, and cannot be opened.";
  try {
    if (fragment.length > MOST_CHARACTERS) throw new RangeError();
    const [content, ...parameters] = fragment.slice(START.length).split("&");
    const binary = atob(content.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(stream, MOST_BYTES));
    const step = new URLSearchParams(parameters.join("&")).get("step");
    return step ? JSON.stringify({ ...JSON.parse(text), step }) : text;
  } catch {
    throw "The link is damaged, and cannot be opened. Ask for it again, whole.";
  }
}

/** All bytes of a stream, which is given up where they are more than they may be. */
async function through(stream, most) {
  const chunks = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      throw new RangeError();
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
