// The syntax tree of a JSON text, with the names that JSON has for its parts. Both what is being typed and
// what is whole can be walked.

import { jsonLanguage } from "@codemirror/lang-json";

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

/** The value that a whole text is, if it is one. */
export function rootOf(text) {
  return childrenOf(jsonLanguage.parser.parse(text).topNode).find(isValue) ?? null;
}

export function isValue(node) {
  return VALUES.has(node.name);
}

/** The elements of a list, or the properties of an object; nothing of another value. */
export function membersOf(container) {
  return childrenOf(container).filter((node) => (container.name === "Object" ? node.name === "Property" : isValue(node)));
}

/** The name of a property; null while it is still being typed. */
export function nameOf(text, property) {
  return stringOf(text, property.getChild("PropertyName"));
}

/** What a node is as a string; null for what is none. */
export function stringOf(text, { from, to }) {
  try {
    const value = JSON.parse(text.slice(from, to));
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/** What does not fit within a node, if there is one. */
export function errorsIn(node) {
  return node ? childrenOf(node).filter((child) => child.type.isError) : [];
}

/** The value of a property, or the element of a list itself; null while there is none. */
export function valueOf(member) {
  return member.name === "Property" ? (childrenOf(member).find(isValue) ?? null) : member;
}

function childrenOf(node) {
  const children = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
