// The look. It follows the page by `color-scheme` and inherited fonts; a page changes colours by the properties that
// start with `--a2a-`.

let sheet: CSSStyleSheet | undefined;

/** One style sheet for all elements. It is constructed, which a strict content security policy allows. */
export function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
  }
  return sheet;
}

const CSS = `
:host {
  --ink: var(--a2a-ink, light-dark(#1a1d23, #e9ebee));
  --ink-soft: var(--a2a-ink-soft, light-dark(#474e59, #b9c0ca));
  --paper: var(--a2a-paper, light-dark(#ffffff, #191d23));
  --line: var(--a2a-line, light-dark(#dcdfe5, #2c323b));
  --control-line: var(--a2a-control-line, light-dark(#858c98, #75808f));
  --accent: var(--a2a-accent, light-dark(#2f4fc4, #93b1ff));
  --passed: var(--a2a-passed, light-dark(#0f6a3a, #72d69d));
  --refused: var(--a2a-refused, light-dark(#b0211a, #ff9d94));
  --escalated: var(--a2a-escalated, light-dark(#6a3ab2, #cbb0ff));
  --on-status: var(--a2a-on-status, light-dark(#ffffff, #0f1216));
  display: block;
  margin: 1rem 0;
  color: var(--ink);
  font-size: 0.9375rem;
  line-height: 1.5;
}
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host([theme="auto"]) { color-scheme: light dark; }

.negotiation { overflow: hidden; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper); }
p, dl, dd, ul, ol { margin: 0; padding: 0; }
ul, ol { list-style: none; }
b { font-weight: 600; }
code, textarea { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.875em; }
code { overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.mark { flex: none; width: 1.25rem; color: var(--ink-soft); font-weight: 700; text-align: center; }

.verdict { --verdict: var(--passed); display: grid; gap: 0.5rem; padding: 0.875rem 1rem; border-left: 6px solid var(--verdict); background: color-mix(in srgb, var(--verdict) 9%, var(--paper)); }
.verdict.reject { --verdict: var(--refused); }
.verdict.escalate { --verdict: var(--escalated); }
.headline { display: flex; gap: 0.625rem; font-weight: 600; }
.headline .mark { width: 1.5rem; height: 1.5rem; border-radius: 50%; background: var(--verdict); color: var(--on-status); }
.headline > span:last-child { min-width: 0; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.125rem 1rem; }
dl:empty { display: none; }
dt { color: var(--ink-soft); }
dd { overflow-wrap: anywhere; }
.fixes > p { font-weight: 600; }
.fixes li { padding-left: 1rem; text-indent: -1rem; }
.fixes li::before { color: var(--ink-soft); content: "→ " / ""; }
.target { color: var(--ink-soft); }

details.folded { border-top: 1px solid var(--line); }
.folded > summary { padding: 0.5rem 1rem; font-weight: 600; }
summary { cursor: pointer; }
summary:hover { text-decoration: underline; text-underline-offset: 3px; }
.folded > ul { padding: 0 1rem 0.75rem; }
.folded > ul > li + li { margin-top: 0.375rem; }
.ladder > li { border-top: 1px solid var(--line); }
.ladder .head { display: flex; gap: 0.5rem; padding: 0.375rem 1rem; }
.ladder .head > span:last-child { min-width: 0; overflow-wrap: anywhere; }
.ladder summary::after { margin-left: auto; color: var(--ink-soft); content: "▸" / ""; }
.ladder details[open] > summary::after { content: "▾" / ""; }
.ladder summary::-webkit-details-marker { display: none; }
.passed > .head .mark, .passed > details > .head .mark, .taken .mark { color: var(--passed); }
.rejected { background: color-mix(in srgb, var(--refused) 7%, var(--paper)); }
.rejected > .head .mark, .rejected > details > .head .mark { color: var(--refused); }
.escalated { background: color-mix(in srgb, var(--escalated) 7%, var(--paper)); }
.escalated > .head .mark, .escalated > details > .head .mark { color: var(--escalated); }
.candidates { padding: 0 1rem 0.5rem 2.5rem; font-size: 0.9375em; }
.candidates li { display: flex; gap: 0.5rem; padding: 0.125rem 0; color: var(--ink-soft); }
.candidates li > span:last-child { min-width: 0; overflow-wrap: anywhere; }
.candidates b { color: var(--ink); }

button { padding: 0; border: 0; background: none; color: var(--accent); font: inherit; text-decoration: underline; text-underline-offset: 2px; cursor: pointer; }
.places { font-size: 0.9375em; }
.places button { white-space: nowrap; }
.playground { display: block; padding: 0.5rem 1rem; border-top: 1px solid var(--line); color: var(--accent); }
.playground[hidden] { display: none; }
.documents > button { margin: 0 1rem 0.75rem; }
.editors { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 0.75rem; padding: 0 1rem 0.75rem; }
.editors > div { display: grid; gap: 0.25rem; }
.editors span { color: var(--ink-soft); }
textarea { box-sizing: border-box; width: 100%; padding: 0.5rem; border: 1px solid var(--control-line); border-radius: 0.375rem; background: var(--paper); color: var(--ink); line-height: 1.45; resize: vertical; tab-size: 2; white-space: pre; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
summary:focus-visible { outline-offset: -2px; }
.misuse { padding: 0.5rem 1rem; border-bottom: 1px solid var(--line); color: var(--refused); font-weight: 600; }
.misuse:empty { display: none; }
.stale .verdict { border-left-style: dashed; }
`;
