// Whether a text holds a key that nobody but its owner should have.

/** The members of a JSON Web Key that are private or, of a symmetric one, secret (RFC 7518). */
const SECRET_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];

export function holdsSecretKey(text) {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY/.test(text)) return true;
  try {
    return hasSecret(JSON.parse(text));
  } catch {
    // Half a key is one too.
    return new RegExp(`"(?:${SECRET_MEMBERS.join("|")})"\\s*:\\s*"[\\w-]{16,}`).test(text);
  }
}

function hasSecret(value) {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasSecret);
  return "kty" in value && SECRET_MEMBERS.some((name) => name in value) ? true : Object.values(value).some(hasSecret);
}
