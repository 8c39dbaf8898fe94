/**
 * The text of an object with a member more, unless it has one of that name. At the end, so that everything
 * else stays in its place. What is no object is given back, for the core to say what is wrong with it.
 */
export function withMember(text: string, name: string, value: unknown): string {
  let members: unknown;
  try {
    members = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof members !== "object" || members === null || Array.isArray(members) || name in members) return text;
  const comma = Object.keys(members).length > 0 ? "," : "";
  return `${text.slice(0, text.lastIndexOf("}"))}${comma}${JSON.stringify(name)}:${JSON.stringify(value)}}`;
}
