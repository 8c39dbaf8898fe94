import type { Misuse } from "./misuse.js";
import { onOneLine } from "./terminal.js";
import type { Paint } from "./terminal.js";

/** A misuse as the program tells it. */
export function told({ message, help, place }: Misuse, paint: Paint): string {
  const where = place === undefined ? "" : `${place}: `;
  return `${where}${paint("red", "error")}: ${onOneLine(message)}\n  what to do: ${onOneLine(help)}\n`;
}
