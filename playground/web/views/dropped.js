// What is dropped onto the page: texts, files, and folders with all that is in them.

const CARDS = /\.(json|ndjson|jsonl)$/i;

/** The files as `{name, content}`, those of a folder in the order of their paths. */
export async function filesOf(transfer) {
  // The list is empty as soon as something is awaited.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const files = [...transfer.files];
  const text = transfer.getData("text");
  if (entries.some((entry) => entry.isDirectory)) return (await Promise.all(entries.map(below))).flat();
  if (files.length > 0) return files.map((file) => ({ name: file.name, content: file }));
  return text ? [{ name: "dropped", content: text }] : [];
}

async function below(entry) {
  if (entry.isFile) {
    if (!CARDS.test(entry.name)) return [];
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ name: entry.fullPath.replace(/^\//, ""), content: file }];
  }
  const reader = entry.createReader();
  const entries = [];
  // A folder gives its entries a hundred at a time.
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    entries.push(...some);
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return (await Promise.all(entries.map(below))).flat();
}
