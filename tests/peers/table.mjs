// Prints the matrix: a row for each combination, a column for each thing that was done.

/** `rows` are `{peer, version, binding, credential, cells: {column: {error?}}}`. */
export function printTable(columns, rows) {
  const notes = [];
  const mark = (cell) => {
    if (!cell) return "-";
    if (!cell.error) return "yes";
    const text = cell.error.split("\n")[0].slice(0, 200).replace(/127\.0\.0\.1:\d+/, "127.0.0.1:PORT");
    if (!notes.includes(text)) notes.push(text);
    return `(${notes.indexOf(text) + 1})`;
  };
  const head = ["peer", "version", "binding", "credential", ...columns];
  const lines = rows.map(({ peer, version, binding, credential, cells }) => [
    peer,
    version,
    binding,
    credential,
    ...columns.map((column) => mark(cells[column])),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column].length)));
  const print = (line) => console.log(line.map((word, column) => word.padEnd(widths[column])).join("  ").trimEnd());
  [head, ...lines].forEach(print);
  if (notes.length > 0) console.log("\nWhat is said where it cannot be done:");
  notes.forEach((text, index) => console.log(`(${index + 1}) ${text}`));
}
