// What a JSON Schema says of a place in a text: of schemas the part that schemars writes (2020-12 with
// `$ref` to `$defs`, `anyOf`, `oneOf`, `const`). Checking is not done here; the readers of the core do that.

import { errorsIn, isValue, membersOf, nameOf, stringOf } from "./json-tree.js";

/** Stands in a path for any element of a list. */
const ELEMENT = Symbol("element");

export class Schema {
  #root;

  constructor(root) {
    this.#root = root;
  }

  /**
   * What a property of an object may be: `{name, about, type, schemas}`, without those that are there, but
   * for the one that is being typed.
   */
  properties(text, object, typed = null) {
    const present = namesOf(text, object, typed);
    const properties = new Map();
    for (const schema of this.#alternatives(text, object, typed)) {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        if (present.includes(name) || properties.has(name)) continue;
        properties.set(name, { name, ...this.#about([property]) });
      }
    }
    return [...properties.values()];
  }

  /** What a property is: `{about, type, schemas}`; null for one that the schema does not know. */
  property(text, property) {
    const name = nameOf(text, property);
    const schemas = this.#alternatives(text, property.parent, property).flatMap((schema) => schema.properties?.[name] ?? []);
    return schemas.length > 0 ? this.#about(schemas) : null;
  }

  /**
   * The values that may stand as a property's value or in a list: `{value, about}`. Those that are in the
   * list are left out, but for the one that is being typed.
   */
  values(text, container, typed = null) {
    const schemas = this.#at(text, container);
    return container.name === "Array" ? this.#elements(text, container, typed, schemas) : this.#named(schemas);
  }

  #elements(text, list, typed, schemas) {
    const elements = this.#named(schemas.flatMap((schema) => schema.items ?? []));
    const named = schemas.flatMap((schema) => [...(schema.default ?? []), ...(schema.examples ?? []).flat()]);
    for (const value of named) {
      if (!elements.some((element) => element.value === value)) elements.push({ value, about: "" });
    }
    const present = membersOf(list).filter((member) => member.from !== typed?.from);
    const written = present.map((member) => text.slice(member.from, member.to));
    return elements.filter(({ value }) => !written.includes(JSON.stringify(value)));
  }

  /** How a value that is yet to be typed begins and ends. */
  skeleton(schemas) {
    const [first] = schemas.flatMap((schema) => this.#expanded(schema)).filter((schema) => schema.type !== "null");
    const type = [first?.type].flat()[0];
    if (type === "array") {
      const [before, after] = this.skeleton([first.items]);
      return [`[${before}`, `${after}]`];
    }
    return { object: ["{", "}"], string: ['"', '"'] }[type] ?? ["", ""];
  }

  #about(schemas) {
    const types = schemas.flatMap((schema) => this.#expanded(schema)).flatMap((schema) => schema.type ?? []);
    const [type] = types.filter((type) => type !== "null");
    const about = schemas.find((schema) => schema.description)?.description ?? "";
    return { about, type: WORDS[type] ?? "", schemas };
  }

  #named(schemas) {
    return schemas
      .flatMap((schema) => this.#expanded(schema))
      .flatMap((schema) => {
        if ("const" in schema) return [{ value: schema.const, about: schema.description ?? "" }];
        if (schema.type === "boolean") return [true, false].map((value) => ({ value, about: "" }));
        return [...(schema.enum ?? []), ...(schema.examples ?? [])].map((value) => ({ value, about: "" }));
      });
  }

  /** The schemas of an object that know all properties that it has; all of them where none does. */
  #alternatives(text, object, except = null) {
    const names = namesOf(text, object, except);
    const schemas = this.#at(text, object).filter((schema) => schema.type === "object");
    const fitting = schemas.filter(({ properties = {} }) => names.every((name) => name in properties));
    return fitting.length > 0 ? fitting : schemas;
  }

  /** The schemas of a value, or of a property's value. */
  #at(text, node) {
    const path = [];
    for (let at = node; at.parent; at = at.parent) {
      if (at.name === "Property") path.unshift(at);
      else if (at.parent.name === "Array" && isValue(at)) path.unshift(ELEMENT);
    }
    return path.reduce((schemas, step) => {
      const name = step === ELEMENT ? null : nameOf(text, step);
      const next = schemas.map((schema) => (step === ELEMENT ? schema.items : (schema.properties?.[name] ?? schema.additionalProperties)));
      return next.filter((schema) => typeof schema === "object").flatMap((schema) => this.#expanded(schema));
    }, [this.#root]);
  }

  /** The alternatives of a schema, each by itself. What is said beside a reference stays said. */
  #expanded({ $ref, anyOf, oneOf, ...schema }) {
    if ($ref) return this.#expanded({ ...this.#root.$defs[$ref.replace("#/$defs/", "")], ...schema });
    const alternatives = anyOf ?? oneOf;
    return alternatives ? alternatives.flatMap((alternative) => this.#expanded(alternative)) : [schema];
  }
}

/** The names that an object has, but for that of one property and those that are not whole yet. */
function namesOf(text, object, except) {
  const others = membersOf(object).filter((member) => member.from !== except?.from);
  const names = others.map((member) => nameOf(text, member));
  // A name without a colon is taken to have that of the property after it, whose name is then an error.
  return [...names, ...errorsIn(except).map((error) => stringOf(text, error))].filter((name) => name !== null);
}

const WORDS = { array: "list", boolean: "true or false", object: "object", string: "text", number: "number", integer: "number" };
