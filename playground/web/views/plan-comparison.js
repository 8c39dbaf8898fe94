// A plan beside the one before it, part by part.

import { html } from "lit-html";

import { shown } from "./shown.js";

export function planComparison(before, now) {
  const [old, current] = [new Map(partsOf(before)), new Map(partsOf(now))];
  const names = [...old.keys(), ...[...current.keys()].filter((name) => !old.has(name))];
  return html`<table class="plan plan-comparison">
    <thead>
      <tr><td></td><th scope="col">Plan before</th><th scope="col">Plan now</th></tr>
    </thead>
    <tbody>
      ${names.map((name) => row(name, old.get(name) ?? ["nothing"], current.get(name) ?? ["nothing"]))}
    </tbody>
  </table>`;
}

function row(name, before, now) {
  if (before.join("\n") === now.join("\n")) {
    return html`<tr><th scope="row">${name}</th><td>${values(before)}</td><td><span class="quiet-word">the same</span></td></tr>`;
  }
  return html`<tr class="is-changed">
    <th scope="row">${name} <span class="status accent">changed</span></th>
    <td data-label="before">${values(before)}</td>
    <td data-label="now">${values(now)}</td>
  </tr>`;
}

const values = (texts) => html`<ul class="lines">${texts.map((text) => html`<li>${shown(text)}</li>`)}</ul>`;

/** The parts of a plan that a person wants to see, each with its values. */
function partsOf(plan) {
  const { delivery, headers } = plan;
  return [
    ["Call", [plan.url]],
    ["Binding", [`${plan.binding} ${plan.version}`]],
    ...(plan.tenant ? [["Tenant", [plan.tenant]]] : []),
    ["Credentials", plan.credentials.length > 0 ? plan.credentials.map(credential) : ["none"]],
    ["May send", plan.inputModes],
    ["Ask for", plan.acceptedOutputModes],
    ["Progress", [[delivery.mode, ...delivery.fallbacks].join(", then ")]],
    ...(plan.extensions.length > 0 ? [["Extensions", plan.extensions]] : []),
    ["Headers", Object.entries(headers).map(([name, value]) => `${name}: ${value}`)],
    ...(plan.fetchExtendedCard ? [["Next", ["fetch the extended agent card after authenticating, and negotiate again with it"]]] : []),
  ];
}

/** A credential with where it goes. There never is a secret to show. */
function credential({ scheme, placement, scopes }) {
  const where = {
    header: ({ name, prefix }) => ` in ${name}: ${prefix}…`,
    query: ({ name }) => ` as query parameter ${name}`,
    cookie: ({ name }) => ` as cookie ${name}`,
    tls: () => " as client certificate (mutual TLS)",
  };
  return `${scheme}${placement ? (where[placement.location]?.(placement) ?? "") : ""}${scopes.length > 0 ? ` with scope ${scopes.join(" ")}` : ""}`;
}
