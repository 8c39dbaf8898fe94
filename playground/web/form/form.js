// The profile as a form that is made from its schema. It holds nothing: what it shows stands in the text, and each
// change is a patch of the text, so that layout and what the form does not know stay as they are.

import { html, nothing, render } from "lit-html";
import { live } from "lit-html/directives/live.js";

import { prose } from "../editor/prose.js";
import { notesOf } from "./notes.js";
import { credentialKinds, fieldOf, properties } from "./shape.js";

/** What most clients have to say; the other fields are folded away. */
const FIRST = ["bindings", "versions", "credentials", "accepts", "sends", "delivery", "extensions"];

/** Stands for what is left out, in a choice. */
const LEFT_OUT = "";
/** Stands for a credential that is known by its name in the card. */
const BY_NAME = "name";

/** Shows the form of an editor's text in an element; gives what ends it. */
export function formOf(host, editor) {
  const form = new Form(host, editor);
  const draw = () => form.draw();
  const heard = ["text", "findings"];
  for (const event of heard) editor.addEventListener(event, draw);
  draw();
  return () => {
    for (const event of heard) editor.removeEventListener(event, draw);
  };
}

class Form {
  #host;
  #editor;
  #profile = {};
  /** What is said of its values, by their pointers. */
  #notes = new Map();

  constructor(host, editor) {
    this.#host = host;
    this.#editor = editor;
  }

  draw() {
    let profile = null;
    try {
      profile = JSON.parse(this.#editor.text);
    } catch {}
    const isReadable = isObject(profile);
    // What was read last stays, and cannot be changed until the text can be read again.
    if (isReadable) this.#profile = profile;
    this.#notes = isReadable ? notesOf(this.#editor.text, this.#editor.findings) : new Map();
    const rest = properties().filter(([name]) => !FIRST.includes(name));
    const set = rest.filter(([name]) => name in this.#profile).length;
    render(
      html`
        <p class="form-problem" role="status">${isReadable ? nothing : "The profile is no JSON object as it stands. The form shows it again once its JSON can be read."}</p>
        <fieldset class="form-fields" ?disabled=${!isReadable}>
          <legend class="form-hidden">The profile's fields</legend>
          ${FIRST.map((name) => this.#property(name, Object.fromEntries(properties())[name]))}
          <details>
            <summary>More fields${set > 0 ? ` (${set} set)` : ""}</summary>
            ${rest.map(([name, schema]) => this.#property(name, schema))}
          </details>
        </fieldset>
      `,
      this.#host,
    );
  }

  #property(name, schema) {
    return this.#field([name], fieldOf(schema), words(name));
  }

  /** A field with its name, what it means, and whether it is left out. */
  #field(path, field, label) {
    const value = this.#at(path);
    const about = field.about ? html`<p class="form-about" id="${idOf(path)}-about">${prose(field.about, "")}</p>` : nothing;
    if (field.kind === "flag") {
      return html`<div class="form-field">
        <label class="form-flag">
          <input type="checkbox" .checked=${live(value === true)} @change=${({ target }) => this.#set(path, target.checked || undefined)} aria-describedby="${idOf(path)}-about" />
          ${label}
        </label>
        ${about}
      </div>`;
    }
    if (!fits(field, value)) return html`<div class="form-field"><strong>${label}</strong>${about}<p class="form-about">What stands there is for the JSON to mend.</p></div>`;
    if (field.kind === "list" || field.kind === "group") {
      const inside = field.kind === "list" ? this.#list(path, field, value, label) : this.#group(path, field);
      return html`<fieldset class="form-field"><legend>${label}</legend>${about}${inside}${this.#note(path)}</fieldset>`;
    }
    if (field.kind === "other") {
      return html`<div class="form-field"><strong>${label}</strong>${about}<p class="form-about">${value === undefined ? "Left out." : "Set."} It is for the JSON to edit.</p></div>`;
    }
    return html`<div class="form-field"><label for=${idOf(path)}>${label}</label>${about}${this.#single(path, field, value, idOf(path), null)}${this.#note(path)}</div>`;
  }

  /** What is said of a value, below its field. */
  #note(path) {
    const notes = this.#notes.get(pointer(path));
    if (!notes) return nothing;
    return html`<div class="form-note" id="${idOf(path)}-note">${notes.map(({ severity, message }) => html`<div class=${severity}>${prose(message, "")}</div>`)}</div>`;
  }

  /** Where that is, for a field to refer to. */
  #noteId(path) {
    return this.#notes.has(pointer(path)) ? `${idOf(path)}-note` : nothing;
  }

  /** A text or a choice. */
  #single(path, field, value, id, label) {
    const named = label ?? nothing;
    if (field.kind === "choice") {
      const change = ({ target }) => this.#set(path, target.value === LEFT_OUT ? undefined : target.value);
      const leftOut = Number.isInteger(path.at(-1)) ? nothing : html`<option value=${LEFT_OUT}>${field.left ? `left out: ${field.left}` : "left out"}</option>`;
      return html`<select id=${id} aria-label=${named} aria-describedby=${this.#noteId(path)} .value=${live(value ?? LEFT_OUT)} @change=${change}>
        ${leftOut}${field.choices.map((choice) => html`<option value=${choice.value} title=${choice.about ?? ""} ?selected=${choice.value === value}>${choice.value}</option>`)}
      </select>`;
    }
    return html`<input id=${id} type="text" autocomplete="off" spellcheck="false" aria-label=${named} aria-describedby=${this.#noteId(path)} .value=${live(value ?? "")} @change=${({ target }) => this.#set(path, target.value.trim() || undefined)} />`;
  }

  #group(path, { schema }) {
    return html`<div class="form-group">${properties(schema).map(([name, inner]) => this.#field([...path, name], fieldOf(inner), words(name)))}</div>`;
  }

  /** A list in its order, each with what moves it up and takes it away, and what adds to it. */
  #list(path, field, value, label) {
    const items = value ?? field.left ?? [];
    const id = idOf(path);
    const row = (item, index) => html`<li class="form-item">
      ${this.#item([...path, index], field.item, item, `${label}, ${index + 1}`)}
      <button type="button" class="quiet-button" data-moves ?disabled=${index === 0} @click=${() => this.#move(path, items, index)} aria-label="Move ${nameOf(item)} up" title="Move up">↑</button>
      <button type="button" class="quiet-button" @click=${() => this.#remove(path, items, index)} aria-label="Remove ${nameOf(item)}" title="Remove">✕</button>
      ${this.#note([...path, index])}
    </li>`;
    const state = value === undefined ? (items.length > 0 ? "Left out, which means:" : "Left out: none.") : items.length === 0 ? "None." : nothing;
    return html`
      <p class="form-about">${state}</p>
      <ol class="form-items" id="${id}-items" role="list">${items.map(row)}</ol>
      ${this.#adder(path, field, items, id, label)}
    `;
  }

  #adder(path, { item, suggested = [] }, items, id, label) {
    if (item.kind === "credential" || item.kind === "group") {
      const fresh = item.kind === "credential" ? "bearer" : { binding: "JSONRPC", version: "1.0" };
      return html`<button type="button" class="quiet-button" id="${id}-add" @click=${() => this.#add(path, items, fresh)}>Add</button>`;
    }
    const known = item.kind === "choice" ? item.choices.map(({ value }) => value) : [...suggested, ...(item.suggested ?? [])];
    const left = [...new Set(known)].filter((value) => !items.includes(value));
    if (item.kind === "choice") {
      return html`${left.map((value) => html`<button type="button" class="quiet-button" @click=${() => this.#add(path, items, value)}>Add ${value}</button> `)}`;
    }
    const add = (input) => {
      const typed = input.value.trim();
      if (typed === "") return;
      input.value = "";
      this.#add(path, items, typed);
    };
    return html`<div class="form-item">
      <input type="text" id="${id}-add" list="${id}-known" autocomplete="off" spellcheck="false" aria-label="Add to ${label.toLowerCase()}"
        @keydown=${(event) => event.key === "Enter" && add(event.target)} />
      <datalist id="${id}-known">${left.map((value) => html`<option value=${value}></option>`)}</datalist>
      <button type="button" class="quiet-button" @click=${({ target }) => add(target.parentElement.querySelector("input"))}>Add</button>
    </div>`;
  }

  #item(path, field, value, label) {
    if (field.kind === "credential") return this.#credential(path, value, label);
    if (field.kind === "group" && isObject(value)) {
      return properties(field.schema).map(([name, inner]) => this.#single([...path, name], fieldOf(inner), value[name], nothing, `${label}: ${name}`));
    }
    return fits(field, value) && field.kind !== "group" ? this.#single(path, field, value, nothing, label) : html`<code>${JSON.stringify(value)}</code>`;
  }

  /** A credential by its name in the card, or any of a kind; with scopes, if it is not for any. */
  #credential(path, value, label) {
    const isNamed = typeof value === "string" || "name" in value;
    const name = typeof value === "string" ? value : value.name;
    const scopes = value.scopes?.join(" ") ?? "";
    const choose = ({ target }) => this.#set(path, target.value === BY_NAME ? "bearer" : { type: target.value });
    const rename = (typed) => typed && this.#set(typeof value === "string" ? path : [...path, "name"], typed);
    const scope = (typed) => {
      const list = typed ? typed.split(/\s+/) : undefined;
      if (typeof value === "string") return list && this.#set(path, { name: value, scopes: list });
      this.#set([...path, "scopes"], list);
    };
    const text = (title, shown, change) =>
      html`<input type="text" autocomplete="off" spellcheck="false" aria-label="${label}: ${title}" placeholder=${title} .value=${live(shown)} @change=${({ target }) => change(target.value.trim())} />`;
    return html`
      <select aria-label="${label}: known by" @change=${choose}>
        <option value=${BY_NAME} title="by its name in the card" ?selected=${isNamed}>by name</option>
        ${credentialKinds().map((kind) => html`<option value=${kind.value} title=${kind.about} ?selected=${!isNamed && value.type === kind.value}>any ${kind.value}</option>`)}
      </select>
      ${isNamed ? text("name", name, rename) : nothing}
      ${!isNamed && value.type === "http" ? text("scheme, or any", value.scheme ?? "", (typed) => this.#set([...path, "scheme"], typed || undefined)) : nothing}
      ${text("scopes, or any", scopes, scope)}
    `;
  }

  #at(path) {
    return path.reduce((value, part) => value?.[part] ?? undefined, this.#profile);
  }

  /** Sets a value, with the objects that it stands in; takes it out where it is undefined. */
  #set(path, value) {
    if (value === undefined) {
      if (this.#at(path) !== undefined) this.#patch([{ op: "remove", path: pointer(path) }]);
      return;
    }
    // The nearest that is not there yet is added with all below it.
    let at = path.length;
    while (at > 1 && this.#at(path.slice(0, at - 1)) === undefined) at -= 1;
    const added = path.slice(at).reduceRight((inner, part) => ({ [part]: inner }), value);
    // Within a list that is left out, the whole list is written, with what it means.
    if (typeof path[at] === "number") return this.#writeDefaults(path, at, value);
    const op = this.#at(path.slice(0, at)) === undefined ? "add" : "replace";
    this.#patch([{ op, path: pointer(path.slice(0, at)), value: added }]);
  }

  #writeDefaults(path, at, value) {
    const list = [...(fieldOf(Object.fromEntries(properties())[path[0]]).left ?? [])];
    list[path[at]] = value;
    this.#patch([{ op: "add", path: pointer(path.slice(0, at)), value: list }]);
  }

  #add(path, items, value) {
    const isThere = this.#at(path) !== undefined;
    this.#patch([isThere ? { op: "add", path: `${pointer(path)}/-`, value } : { op: "add", path: pointer(path), value: [...items, value] }]);
    this.#host.querySelector(`#${idOf(path)}-add`)?.focus();
  }

  #remove(path, items, index) {
    const isThere = this.#at(path) !== undefined;
    this.#patch([isThere ? { op: "remove", path: pointer([...path, index]) } : { op: "add", path: pointer(path), value: items.toSpliced(index, 1) }]);
    this.#host.querySelector(`#${idOf(path)}-add`)?.focus();
  }

  #move(path, items, index) {
    const isThere = this.#at(path) !== undefined;
    const moved = items.toSpliced(index, 1).toSpliced(index - 1, 0, items[index]);
    this.#patch(
      isThere
        ? [{ op: "remove", path: pointer([...path, index]) }, { op: "add", path: pointer([...path, index - 1]), value: items[index] }]
        : [{ op: "add", path: pointer(path), value: moved }],
    );
    // The focus goes along, so that the next press moves the same one on; the first can go no further.
    requestAnimationFrame(() => {
      const row = this.#host.querySelector(`#${idOf(path)}-items`)?.children[index - 1];
      row?.querySelector(index > 1 ? "[data-moves]" : ":is(input, select, button:enabled)")?.focus();
    });
  }

  #patch(patch) {
    // Where the text has changed since, the form is drawn anew anyway.
    this.#editor.patch(JSON.stringify(patch)).catch(() => this.draw());
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value can be shown in its field. */
function fits({ kind }, value) {
  if (value === undefined || kind === "other" || kind === "credential") return true;
  if (kind === "list") return Array.isArray(value);
  return kind === "group" ? isObject(value) : typeof value === "string";
}

const pointer = (path) => path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const idOf = (path) => `profile-${path.join("-")}`;

/** A name in camelCase as words. */
function words(name) {
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced[0].toUpperCase() + spaced.slice(1);
}

/** What an item of a list is called, for those who listen. */
const nameOf = (item) => (typeof item === "string" ? item : (item?.name ?? item?.type ?? item?.binding ?? "it"));
