import { CardFetchError } from "./card-fetch-error.js";

/** As much as the core reads. */
const MAX_BYTES = 5 * 1024 * 1024;

/** The text of an answer, of which no more is read than a card may have. */
export async function readBounded(response: Response, url: string): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new CardFetchError("tooLarge", url, `the card at ${url} has more than ${MAX_BYTES} bytes, which is not read`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
