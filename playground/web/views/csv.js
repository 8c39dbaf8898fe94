// Rows as CSV (RFC 4180).

/** What comes from a document must not be taken for a formula by a program that opens it. */
const FORMULA = /^[=+\-@\t\r]/;

export function csv(rows) {
  const cell = (value) => {
    const text = String(value);
    const safe = FORMULA.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
