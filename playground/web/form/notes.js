// What is said of places in a text, by the pointers of the values that stand there.

import { membersOf, nameOf, rootOf, valueOf } from "../editor/json-tree.js";

/** The findings of a text by pointer: of a member that contains the beginning of what a finding is about, the innermost. */
export function notesOf(text, findings) {
  const notes = new Map();
  const root = rootOf(text);
  for (const { from, severity, message } of findings) {
    let at = "";
    for (let inner = root; inner; ) {
      const members = membersOf(inner);
      const index = members.findIndex((member) => member.from <= from && from < member.to);
      if (index < 0) break;
      at += `/${inner.name === "Object" ? escaped(nameOf(text, members[index]) ?? "") : index}`;
      inner = valueOf(members[index]);
    }
    notes.set(at, [...(notes.get(at) ?? []), { severity, message }]);
  }
  return notes;
}

const escaped = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");
