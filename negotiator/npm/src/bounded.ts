import { CardFetchError } from "./card-fetch-error.js";
import { MAX_TEXT_BYTES } from "./limits.js";
import { onAbort } from "./waiting.js";

/** The text of an answer, of which no more is read than a card may have, and none once it is no longer wanted. */
export async function readBounded(response: Response, url: string, stop: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  onAbort(stop, () => void reader?.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_TEXT_BYTES) {
      await reader?.cancel();
      throw new CardFetchError("tooLarge", url, `has more than ${MAX_TEXT_BYTES} bytes, which is not read`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
