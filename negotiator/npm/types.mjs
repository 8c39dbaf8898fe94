// From the JSON Schemas that the Rust types give to the schemas and the TypeScript types that the
// package ships.

import { compile } from "json-schema-to-typescript";

/**
 * A schema as it is shipped: the words of Rust's documentation without its links, and in what the
 * package gives, no `null` where a field is left out instead.
 */
export function clean(schema, isOutput) {
  return mapSchema(schema, (node) => {
    if (typeof node.description === "string") node.description = plainWords(node.description);
    // That nothing is said is no value.
    if (node.default === null) delete node.default;
    if (isOutput && node.properties) {
      for (const [name, property] of Object.entries(node.properties)) {
        if (!node.required?.includes(name)) node.properties[name] = withoutNull(property);
      }
    }
    return node;
  });
}

/** TypeScript declarations of all the types that the schemas define. */
export async function declarations(schemas) {
  const types = new Map();
  for (const schema of schemas) {
    const { $schema, $defs = {}, title, ...root } = schema;
    for (const [name, type] of Object.entries({ [title]: root, ...$defs })) define(types, name, type);
  }
  const texts = [];
  for (const [name, type] of types) {
    const { title, ...untitled } = mapSchema(type, forTypeScript);
    const text = await compile(untitled, name, {
      additionalProperties: false,
      bannerComment: "",
      style: { printWidth: 100 },
    });
    if (/\bany\b/.test(text.replaceAll(/\/\*.*?\*\//gs, ""))) throw new Error(`the type of ${name} is too wide:\n${text}`);
    texts.push(text);
  }
  return texts.join("\n");
}

/** The keys of a schema that say something about the value. */
const TELLING = ["type", "const", "enum", "oneOf", "anyOf", "allOf"];

/** Adds a type, or each of its variants where they are told apart by a field. */
function define(types, name, type) {
  const known = types.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(type)) {
    throw new Error(`there are two different types by the name ${name}`);
  }
  if (!(type.oneOf && type.properties)) {
    types.set(name, type);
    return;
  }
  const { oneOf, properties, required, ...union } = type;
  const references = oneOf.map((variant) => {
    const word = Object.values(variant.properties).find((property) => property.const)?.const;
    if (!word) throw new Error(`the variants of ${name} are not told apart by a field`);
    const variantName = word[0].toUpperCase() + word.slice(1) + name;
    define(types, variantName, {
      ...variant,
      properties: { ...variant.properties, ...properties },
      required: [...variant.required, ...required],
    });
    return { $ref: `#/$defs/${variantName}` };
  });
  types.set(name, { description: union.description, anyOf: references });
}

/** A reference becomes the name of the type, and the meanings of an enumeration's words a list. */
function forTypeScript(node) {
  if (node.$ref) {
    // Another schema that is shipped goes by the name of its file.
    const name = node.$ref.replace("#/$defs/", "").replace(/^([a-z])(.*)\.json$/, (_, first, rest) => first.toUpperCase() + rest);
    // The field that tells the variants apart may stand beside the reference.
    const constants = Object.entries(node.properties ?? {}).map(([key, { const: word }]) => {
      if (word === undefined) throw new Error(`the field ${key} beside a reference to ${name} is no constant`);
      return `{ ${key}: ${JSON.stringify(word)} }`;
    });
    return { description: node.description, tsType: [...constants, name].join(" & ") };
  }
  if (!TELLING.some((key) => key in node)) return { ...node, tsType: "unknown" };
  const words = node.oneOf ?? [];
  if (words.length > 0 && words.every((word) => word.const !== undefined)) {
    const meanings = words.map((word) => `- \`${word.const}\`: ${(word.description ?? "").replaceAll("\n", "\n  ")}`);
    return {
      description: [node.description, "", ...meanings].join("\n"),
      enum: words.map((word) => word.const),
    };
  }
  delete node.default;
  return node;
}

/** A copy of a schema with every schema in it replaced, the inner ones first. */
function mapSchema(schema, replace) {
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = { ...schema };
  for (const key of ["items", "additionalProperties"]) {
    if (copy[key]) copy[key] = mapSchema(copy[key], replace);
  }
  for (const key of ["oneOf", "anyOf", "allOf"]) {
    if (copy[key]) copy[key] = copy[key].map((inner) => mapSchema(inner, replace));
  }
  for (const key of ["properties", "$defs"]) {
    if (!copy[key]) continue;
    copy[key] = Object.fromEntries(Object.entries(copy[key]).map(([name, inner]) => [name, mapSchema(inner, replace)]));
  }
  return replace(copy);
}

function withoutNull(schema) {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== "null");
    return { ...schema, type: types.length === 1 ? types[0] : types };
  }
  if (!schema.anyOf) return schema;
  const { anyOf, ...rest } = schema;
  const others = anyOf.filter((inner) => inner.type !== "null");
  return others.length === 1 ? { ...rest, ...others[0], ...rest } : { ...rest, anyOf: others };
}

/** `[words](crate::path)` and `` [`Type`] `` as plain words. */
function plainWords(text) {
  return text.replaceAll(/\[([^\]]+)\]\([^)]*::[^)]*\)/g, "$1").replaceAll(/\[(`[^`\]]+`)\](?!\()/g, "$1");
}
