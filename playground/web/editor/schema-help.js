// Completion and descriptions by a JSON Schema, for the document in an editor.

import { autocompletion, completionKeymap, pickedCompletion, startCompletion } from "@codemirror/autocomplete";
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import { hoverTooltip, keymap } from "@codemirror/view";

import { Schema } from "./json-schema.js";
import { isValue } from "./json-tree.js";
import { prose as inProse } from "./prose.js";

/** How long a keystroke may wait for a text to be parsed, in milliseconds. */
const PATIENCE = 50;

export function schemaHelp(root) {
  const schema = new Schema(root);
  return [
    // What fits equally well stays in the order of the schema.
    autocompletion({ override: [(context) => complete(schema, context)], icons: false, compareCompletions: () => 0 }),
    keymap.of(completionKeymap),
    hoverTooltip((view, position, side) => describe(schema, view.state, position, side), { hideOnChange: true }),
  ];
}

function complete(schema, { state, pos, explicit }) {
  const text = state.doc.toString();
  const place = placeAt(text, treeOf(state, pos), pos);
  if (!place || (!explicit && !place.isTyped)) return null;
  const options = place.name
    ? schema.properties(text, place.container, place.typed).map((property) => nameOption(schema, property))
    : schema.values(text, place.container, place.typed).map(valueOption);
  return options.length > 0 ? { from: place.word, options, validFor: /^[^"\n]*$/ } : null;
}

/**
 * Where in a document somebody is typing: whether a name or a value, in which container (for a value, the
 * property or the list), which node is being typed, and what of the text a completion replaces.
 */
function placeAt(text, tree, position) {
  const node = tree.resolveInner(position, -1);
  if ((node.name === "PropertyName" || node.name === "String") && position < node.to) {
    const range = { from: node.from, to: node.to, word: node.from + 1, isTyped: true };
    if (node.name === "PropertyName") return { name: true, container: node.parent.parent, typed: node.parent, ...range };
    return { name: false, container: node.parent, typed: node, ...range };
  }
  const word = /\w*$/.exec(text.slice(Math.max(0, position - 80), position))[0];
  const from = position - word.length;
  const range = { from, to: position, word: from, isTyped: word !== "" };
  const before = text.slice(0, from).trimEnd();
  const container = tree.resolveInner(before.length, -1).parent;
  if (before.endsWith(":")) return container?.name === "Property" ? { name: false, container, typed: null, ...range } : null;
  if (!/[{[,]$/.test(before) || !["Object", "Array"].includes(container?.name)) return null;
  return { name: container.name === "Object", container, typed: null, ...range };
}

function nameOption(schema, { name, about, type, schemas }) {
  return {
    label: name,
    detail: type,
    info: () => prose(about),
    apply(view, completion, _, position) {
      const text = view.state.doc.toString();
      const { from, to } = placeAt(text, treeOf(view.state, position), position);
      const after = text.slice(to);
      const written = JSON.stringify(name);
      if (/^\s*:/.test(after)) return put(view, completion, { from, to, insert: written }, written.length);
      const [open, close] = schema.skeleton(schemas);
      const comma = /^\s*"/.test(after) ? "," : "";
      put(view, completion, { from, to, insert: `${written}: ${open}${close}${comma}` }, written.length + 2 + open.length);
      startCompletion(view);
    },
  };
}

function valueOption({ value, about }) {
  return {
    label: String(value),
    info: about ? () => prose(about) : undefined,
    apply(view, completion, _, position) {
      const { from, to } = placeAt(view.state.doc.toString(), treeOf(view.state, position), position);
      const insert = JSON.stringify(value);
      put(view, completion, { from, to, insert }, insert.length);
    },
  };
}

/** Puts a completion in place, with the caret `caret` characters after its beginning. */
function put(view, completion, change, caret) {
  view.dispatch({
    changes: change,
    selection: { anchor: change.from + caret },
    annotations: pickedCompletion.of(completion),
    userEvent: "input.complete",
    scrollIntoView: true,
  });
}

/** What the schema says of the name or the value at a place. */
function describe(schema, state, position, side) {
  const node = treeOf(state, position).resolveInner(position, side);
  const text = state.doc.toString();
  let said;
  if (node.name === "PropertyName") said = schema.property(text, node.parent);
  else if (isValue(node)) said = schema.values(text, node.parent, node).find(({ value }) => JSON.stringify(value) === text.slice(node.from, node.to));
  if (!said?.about) return null;
  const create = () => ({ dom: prose(said.about) });
  return { pos: node.from, end: node.to, above: true, create };
}

function treeOf(state, position) {
  return ensureSyntaxTree(state, position, PATIENCE) ?? syntaxTree(state);
}

/** A description, of which the line breaks are those of its source. */
const prose = (description) => inProse(description.replace(/\s+/g, " "), "cm-schema-help");
