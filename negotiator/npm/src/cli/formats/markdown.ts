// Markdown of what others have written. Needs nothing of Node.js.

import { onOneLine, printable } from "../printable.js";

/** A table; its cells are texts of others, or made by {@link code}. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |\n`;
  return [line(head), `|${"---|".repeat(head.length)}\n`, ...rows.map(line)].join("");
}

/** Within the row and the column that it is meant for. */
function cell(text: string): string {
  return onOneLine(text).replaceAll("|", "\\|");
}

/** A text of others as code. */
export function code(text: string): string {
  return `\`${printable(text).replaceAll("`", "'")}\``;
}
