// JSON Patch (RFC 6902) as edits of a text: all that a patch does not speak of stays as its author laid it
// out, byte for byte, and what is new is laid out like what stands beside it. Lines end with `\n`, as they
// do in editors.

import { Layout, indentationAt } from "./json-layout.js";
import { membersOf, nameOf, rootOf, valueOf } from "./json-tree.js";

/**
 * The edits `{from, to, insert}` that a patch comes to, each in the text that the one before left. Throws
 * where the patch does not fit the text, or has an operation that no fix is made of.
 */
export function editsOf(text, patch) {
  const edits = [];
  for (const operation of patch) {
    for (const edit of operate(text, operation)) {
      edits.push(edit);
      text = applied(text, edit);
    }
  }
  return edits;
}

/** A text after an edit. */
export function applied(text, { from, to, insert }) {
  return text.slice(0, from) + insert + text.slice(to);
}

function operate(text, { op, path, from, value }) {
  const root = rootOf(text);
  const tokens = tokensOf(path);
  const last = tokens.pop();
  if (last === undefined) {
    if (op !== "move") throw new Error(`\`${op}\` of a whole document is not known`);
    const part = find(text, root, tokensOf(from));
    return [{ from: root.from, to: root.to, insert: outdented(text, part) }];
  }
  const place = placeOf(text, find(text, root, tokens), last);
  const layout = new Layout(text, root);
  switch (op) {
    case "add":
      return [place.isNew ? add(layout, place, value) : replace(layout, place, value)];
    case "replace":
      return [replace(layout, place, value)];
    case "remove": {
      const edit = remove(place);
      // Of a key that is there twice none may be left.
      return place.occurrences > 1 ? [edit, ...operate(applied(text, edit), { op, path })] : [edit];
    }
    default:
      throw new Error(`the operation \`${op}\` is not known`);
  }
}

function tokensOf(pointer) {
  const tokens = pointer.split("/").slice(1);
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function find(text, root, tokens) {
  return tokens.reduce((node, token) => {
    const { members, index } = placeOf(text, node, token);
    if (!members[index]) throw new Error(`there is no ${JSON.stringify(token)}`);
    return valueOf(members[index]);
  }, root);
}

/** Where a token leads within a container. Of a key that is there twice the last one counts. */
function placeOf(text, container, token) {
  const members = membersOf(container);
  if (container.name === "Object") {
    const same = members.map((member, index) => (nameOf(text, member) === token ? index : -1)).filter((index) => index >= 0);
    const index = same.at(-1) ?? members.length;
    return { container, members, index, name: token, isNew: same.length === 0, occurrences: same.length };
  }
  if (container.name !== "Array" || !/^(0|[1-9]\d*|-)$/.test(token)) throw new Error(`there is no ${JSON.stringify(token)}`);
  return { container, members, index: token === "-" ? members.length : Number(token), name: null, isNew: true, occurrences: 1 };
}

function add(layout, { container, members, index, name }, value) {
  if (members.length === 0) {
    const whole = name === null ? [value] : { [name]: value };
    return { from: container.from, to: container.to, insert: layout.value(whole, layout.indentationAt(container.from)) };
  }
  const gap = layout.gap(container, members, index);
  const indentation = gap.startsWith("\n") ? gap.slice(1) : null;
  const written = layout.member(name, value, indentation, members.map(valueOf));
  if (index < members.length) return { from: members[index].from, to: members[index].from, insert: `${written},${gap}` };
  const end = members.at(-1).to;
  return { from: end, to: end, insert: `,${gap}${written}` };
}

function replace(layout, { members, index }, value) {
  const { from, to } = valueOf(members[index]);
  return { from, to, insert: layout.value(value, layout.indentationAt(from)) };
}

/** Takes a member out, with the comma that it no longer needs. */
function remove({ container, members, index }) {
  const from = index + 1 < members.length || index === 0 ? members[index].from : members[index - 1].to;
  const to = members[index + 1]?.from ?? members[index].to;
  if (members.length === 1) return { from: container.from + 1, to: container.to - 1, insert: "" };
  return { from, to, insert: "" };
}

/** The text of a value as if it stood by itself. */
function outdented(text, { from, to }) {
  const margin = indentationAt(text, to - 1);
  return text.slice(from, to).replaceAll(`\n${margin}`, "\n");
}
