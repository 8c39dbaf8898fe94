// What kind of field a JSON Schema asks for, of schemas the part that schemars writes.

import root from "../../../target/schemas/input/client-profile.json";

/** The fields of a profile: `[name, schema]`. */
export const properties = (schema = root) => Object.entries(schema.properties);

/**
 * A schema as a field: `{kind, about}`, with `choices` for a choice, `item` for a list, `schema` for a group.
 * What no field is made for is of the kind `other`.
 */
export function fieldOf(schema) {
  if (schema.$ref?.endsWith("/CredentialHeld")) return { kind: "credential" };
  const { anyOf, oneOf, ...resolved } = whole(schema);
  const about = (resolved.description ?? "").replace(/\s+/g, " ");
  const present = { about, left: resolved.default ?? null };
  if (oneOf) return { ...present, kind: "choice", choices: oneOf.map((choice) => ({ value: choice.const, about: choice.description })) };
  if (anyOf) {
    const [only, other] = anyOf.filter(({ type }) => type !== "null");
    return other ? { ...present, kind: "other" } : { ...fieldOf(only), ...present };
  }
  const [type] = [resolved.type].flat();
  switch (type) {
    case "boolean":
      return { ...present, kind: "flag" };
    case "string":
      return { ...present, kind: "text", suggested: resolved.examples ?? [] };
    case "array": {
      const item = fieldOf(resolved.items);
      return { ...present, kind: "list", item, suggested: [...(resolved.default ?? []), ...(resolved.examples ?? []).flat()] };
    }
    case "object":
      return { ...present, kind: resolved.properties ? "group" : "other", schema: resolved };
    default:
      return { ...present, kind: "other" };
  }
}

/** The kinds of credentials, as choices. */
export const credentialKinds = () => fieldOf({ $ref: "#/$defs/CredentialKind" }).choices;

/** A schema with what it refers to. What is said beside a reference stays said. */
function whole({ $ref, ...schema }) {
  return $ref ? { ...root.$defs[$ref.replace("#/$defs/", "")], ...schema } : schema;
}
