// Elements, made by hand.

type Child = Node | string | null | undefined | false;

/** An element with attributes, and with what is in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A message, with what stands in backticks set as code. */
export function prose(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const [index, part] of text.split("`").entries()) fragment.append(index % 2 === 1 ? make("code", {}, part) : part);
  return fragment;
}

/** A name in camelCase as words. */
export function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A mark, and the word that says the same to those who do not see it. */
export function mark(sign: string, word: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(make("span", { class: "mark", "aria-hidden": "true" }, sign), make("span", { class: "unseen" }, `${word}: `));
  return fragment;
}
