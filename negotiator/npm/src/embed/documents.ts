// The documents that the author of a page has put into the element.

export interface Documents {
  card: string;
  profile: string;
  intent: string;
}

/** The order in which blocks of code without a mark are taken. */
const NAMES = ["card", "profile", "intent"] as const;

/**
 * The documents of an element: what is marked `data-card`, `data-profile` and `data-intent`, else the blocks of code
 * in this order. What is not there is the empty text.
 */
export function documentsOf(element: Element): Documents {
  const isMarked = (block: Element, name: string) => {
    const mark = block.closest(`[data-${name}]`);
    return mark !== null && element.contains(mark);
  };
  const blocks = Array.from(element.querySelectorAll("pre")).filter((block) => !NAMES.some((name) => isMarked(block, name)));
  const found = { card: "", profile: "", intent: "" };
  for (const name of NAMES) {
    const place = element.querySelector(`[data-${name}]`) ?? blocks.shift();
    if (place) found[name] = textOf(place);
  }
  const [skill, taskClass] = [element.getAttribute("skill"), element.getAttribute("task-class")];
  if (found.intent === "") found.intent = JSON.stringify({ ...(skill && { skill }), ...(taskClass && { taskClass }) });
  return found;
}

/** The text as it is shown, since highlighters of code write their lines as elements. */
function textOf(place: Element): string {
  const code = place.querySelector("code") ?? place;
  const text = code instanceof HTMLTemplateElement ? code.content.textContent : code instanceof HTMLScriptElement ? code.text : (code as HTMLElement).innerText;
  return (text ?? "").trim();
}
