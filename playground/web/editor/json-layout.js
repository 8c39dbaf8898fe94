// How the author of a JSON text lays it out, so that what is new can be written in the same way: the
// indentation, the spaces, and what goes on one line.

import { membersOf, valueOf } from "./json-tree.js";

/** What goes on one line gets no longer than this. */
const LONGEST_LINE = 80;

export class Layout {
  #text;
  #isOneLine;
  #unit;
  #colon;
  #comma;
  /** By kind of container: what stands between bracket and member in the first that is on one line. */
  #padding = {};
  /** Whether any list or object is on one line; undefined where there is none to look at. */
  #hasInline;

  constructor(text, root) {
    this.#text = text;
    this.#isOneLine = membersOf(root).length > 0 && !text.slice(root.from, root.to).includes("\n");
    this.#look(root);
    this.#colon ??= ": ";
    this.#comma ??= this.#colon.endsWith(" ") ? ", " : ",";
    const indentation = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
    this.#unit = indentation.startsWith("\t") ? "\t" : indentation;
  }

  /** A value, all on one line where `indentation` is null. Others like it may stand beside it. */
  value(value, indentation, beside = []) {
    if (!isComposite(value) || Object.keys(value).length === 0) return JSON.stringify(value);
    if (indentation === null || this.#isInline(value, indentation, beside)) {
      const padding = this.#padding[kindOf(value)] ?? "";
      return inBrackets(value, padding + this.#members(value, null).join(this.#comma) + padding);
    }
    const deeper = indentation + this.#unit;
    return inBrackets(value, `\n${deeper}${this.#members(value, deeper).join(`,\n${deeper}`)}\n${indentation}`);
  }

  /** A member of a container: its name, if it has one, and its value. */
  member(name, value, indentation, beside) {
    const written = this.value(value, indentation, beside);
    return name === null ? written : JSON.stringify(name) + this.#colon + written;
  }

  /** What stands between a comma and the member that comes at `index` of these. */
  gap(container, members, index) {
    const next = Math.min(Math.max(index, 1), members.length - 1);
    const from = next === 0 ? container.from + 1 : members[next - 1].to;
    const gap = this.#text.slice(from, members[next].from);
    if (gap.includes("\n")) return gap.slice(gap.lastIndexOf("\n")).replace(",", "");
    return (next === 0 ? this.#comma : gap).replace(/^\s*,/, "");
  }

  /** The indentation under which further lines of a new value stand; null where all is on one line. */
  indentationAt(place) {
    return this.#isOneLine ? null : indentationAt(this.#text, place);
  }

  #members(value, indentation) {
    if (Array.isArray(value)) return value.map((element) => this.value(element, indentation));
    return Object.entries(value).map(([name, value]) => this.member(name, value, indentation));
  }

  #isInline(value, indentation, beside) {
    const like = beside.findLast((node) => node.name === kindOf(value) && membersOf(node).length > 0);
    if (like) return !this.#text.slice(like.from, like.to).includes("\n");
    const hasInline = this.#hasInline ?? (Array.isArray(value) && !value.some(isComposite));
    return hasInline && indentation.length + this.value(value, null).length <= LONGEST_LINE;
  }

  /** Notes how the first of each kind is written. */
  #look(node) {
    const members = membersOf(node);
    if (members.length === 0) return;
    const isInline = !this.#text.slice(node.from, node.to).includes("\n");
    if (isInline) this.#padding[node.name] ??= this.#text.slice(node.from + 1, members[0].from);
    this.#hasInline ||= isInline;
    members.forEach((member, index) => {
      if (index > 0) this.#comma ??= this.#sameLine(members[index - 1].to, member.from);
      const value = valueOf(member);
      if (member !== value) this.#colon ??= this.#sameLine(member.getChild("PropertyName").to, value.from);
      this.#look(value);
    });
  }

  #sameLine(from, to) {
    const text = this.#text.slice(from, to);
    return text.includes("\n") ? undefined : text;
  }
}

/** The indentation of the line that a place stands on. */
export function indentationAt(text, place) {
  const line = text.lastIndexOf("\n", place - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, place))[0];
}

function isComposite(value) {
  return typeof value === "object" && value !== null;
}

function kindOf(value) {
  return Array.isArray(value) ? "Array" : "Object";
}

function inBrackets(value, inside) {
  return Array.isArray(value) ? `[${inside}]` : `{${inside}}`;
}
