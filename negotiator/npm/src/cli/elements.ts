import { parseJson, withoutByteOrderMark } from "../json.js";

/** The texts of the elements of a JSON list, each as it stands; `undefined` of what is no list. */
export function elementsOf(text: string): string[] | undefined {
  const json = withoutByteOrderMark(text).trim();
  if (!json.startsWith("[")) return undefined;
  try {
    parseJson(json);
  } catch {
    // What is wrong with it is said where it is read as a card.
    return undefined;
  }
  const elements: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfString(json, at);
        break;
      case "[":
      case "{":
        depth += 1;
        break;
      case "]":
      case "}":
        depth -= 1;
        break;
      case ",":
        if (depth > 1) break;
        elements.push(json.slice(start, at).trim());
        start = at + 1;
    }
  }
  const last = json.slice(start, -1).trim();
  return last === "" ? elements : [...elements, last];
}

/** Where the closing quotation mark stands. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}
