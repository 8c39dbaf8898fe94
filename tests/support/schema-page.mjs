// The fields of our own documents as Markdown tables, from the JSON Schemas that the package ships.

/** The tables of a schema: its fields, and those of the objects that they hold. */
export function tables(schema) {
  const written = [];
  const waiting = [{ name: schema.title, object: schema }];
  for (const { name, object } of waiting) {
    const rows = Object.entries(object.properties).map(([field, value]) => {
      const needed = object.required?.includes(field) ? "needed" : fallback(value);
      return `| \`${field}\` | ${values(value)} | ${needed} | ${words(value.description)} |`;
    });
    const head = `### \`${name}\`\n\n${words(object.description)}\n\n| field | value | left out | meaning |\n|---|---|---|---|`;
    written.push([head, ...rows].join("\n"));
  }
  return written.join("\n\n");

  /** What a field may hold; objects get a table of their own. */
  function values(node) {
    if (node.$ref?.endsWith(".json")) return `what the schema \`${node.$ref}\` says`;
    if (node.$ref) return named(node.$ref.replace("#/$defs/", ""));
    if (node.anyOf) return node.anyOf.filter(({ type }) => type !== "null").map(values).join(", or ");
    const type = [node.type].flat().find((word) => word !== "null");
    if (type === "array") return `a list, each ${values(node.items)}`;
    if (type === "object" && node.additionalProperties) return `an object from name to ${values(node.additionalProperties)}`;
    if (type === "object") return `an object with ${Object.keys(node.properties).map((key) => `\`${key}\``).join(", ")}`;
    if (type === "boolean") return "`true` or `false`";
    if (type === "string") return "text";
    if (type === "integer") return "a whole number";
    throw new Error(`no words for ${JSON.stringify(node)}`);
  }

  function named(name) {
    const type = schema.$defs[name];
    if (type.oneOf) return type.oneOf.map((word) => `\`${word.const}\``).join(", ").replace(/, ([^,]*)$/, " or $1");
    if (type.anyOf) return type.anyOf.map((variant) => (variant.properties ? row(name, variant) : values(variant))).join(", or ");
    if (type.properties) return row(name, type);
    return type.examples.map((example) => `\`${example}\``).join(", ") + " and so on";
  }

  function row(name, object) {
    const full = schema.$defs[name] === object ? name : `${name} by ${Object.keys(object.properties)[0]}`;
    if (!waiting.some((known) => known.name === full)) waiting.push({ name: full, object });
    return `an object [\`${full}\`](#${full.toLowerCase().replaceAll(" ", "-")})`;
  }

  /** What holds where a field is left out. */
  function fallback(node) {
    const value = node.default;
    if (value === undefined || value === null) return "";
    if (Array.isArray(value) && value.length === 0) return "none";
    if (typeof value === "object" && Object.keys(value).length === 0) return "none";
    return [value].flat().map((word) => `\`${word}\``).join(", ");
  }
}

/** The words of each enumeration, with what each means. */
export function enumerations(schema) {
  return Object.entries(schema.$defs)
    .filter(([, type]) => type.oneOf)
    .map(([name, type]) => [`### \`${name}\`\n\n${words(type.description)}\n`, ...type.oneOf.map((word) => `- \`${word.const}\`: ${words(word.description)}`)].join("\n"))
    .join("\n\n");
}

function words(description) {
  return description.replaceAll("\n", " ").replaceAll("|", "\\|");
}
