import { CopyLine } from "map/copy.js";
import { Data, Link, html } from "map/html.js";
import { Icon } from "map/kinds.js";

/** The tab *What it is*: the facts about a resource, and where to find it in the code and in AWS. */
export function WhatItIs({ model, state, resource, onSelect }) {
  return html`
    ${resource.about && html`<p class="about"><${Data}>${resource.about}<//></p>`}
    <${Notes} model=${model} state=${state} resource=${resource} />
    <${Places} resource=${resource} />
    ${resource.cli && html`<h3>AWS CLI</h3><${CopyLine} text=${resource.cli} />`}
    <${Flows} model=${model} state=${state} resource=${resource} onSelect=${onSelect} />
    ${resource.properties.length > 0 && html`<${Properties} properties=${resource.properties} />`}
  `;
}

/** What deserves to be said first: that it is gone, protected, or costs money while idle. */
function Notes({ model, state, resource }) {
  const gone = !state.has.has(resource.id);
  const idle = model.idleCost(state, resource.id);
  return html`
    <ul class="notes">
      ${gone && html`<li><span class="mark ghost">gone</span> <span>Not there with ${switches(model, state)}.</span></li>`}
      ${resource.protected && html`<li><${Lock} /> <span>Protected: Pulumi refuses to delete it.</span></li>`}
      ${idle && html`<li><span class="mark idle">idle $</span> <span><${Data}>${idle}<//></span></li>`}
    </ul>
  `;
}

function Lock() {
  return html`<span class="mark lock"><${Icon} name="lock" /></span>`;
}

function switches(model, state) {
  return model.switches.map((name) => `${name} = ${state[name]}`).join(" and ");
}

function Places({ resource }) {
  const file = resource.file && `${resource.file}${resource.line ? `:${resource.line}` : ""}`;
  const rows = [
    ["Physical name", resource.physicalName],
    ["ARN", resource.arn],
    ["Pulumi name", resource.external ? null : resource.id],
    ["Type", resource.type],
    ["Declared in", file],
    ["Console", resource.console],
  ].filter(([, value]) => value);
  return html`
    <dl class="facts">
      ${rows.map(([name, value]) => html`<${Fact} key=${name} name=${name} value=${value} />`)}
    </dl>
  `;
}

function Fact({ name, value }) {
  const mono = name === "Console" ? "" : "mono";
  return html`<div><dt>${name}</dt><dd class=${mono}><${Data}>${value}<//></dd></div>`;
}

/** The arrows of the picture in words, for those who cannot see them, and as ways to the next box. */
function Flows({ model, state, resource, onSelect }) {
  const flows = model.flowsIn(state).filter((each) => each.from === resource.id || each.to === resource.id);
  const line = ({ id, from, to, label }) => {
    const incoming = to === resource.id;
    const other = model.resource(incoming ? from : to);
    return html`
      <li key=${id}>
        <span>${incoming ? "from" : "to"}</span> <${Link} resource=${other} onSelect=${onSelect} />
        ${label && html`<span class="muted">: <${Data}>${label}<//></span>`}
      </li>
    `;
  };
  return flows.length > 0 && html`<h3>Data flow</h3><ul class="flows">${flows.map(line)}</ul>`;
}

function Properties({ properties }) {
  return html`
    <h3>Properties</h3>
    <table class="properties">
      <thead class="unseen"><tr><th scope="col">Property</th><th scope="col">Value</th></tr></thead>
      <tbody>
        ${properties.map(({ name, value }) => html`<${Property} key=${name} name=${name} value=${value} />`)}
      </tbody>
    </table>
  `;
}

function Property({ name, value }) {
  return html`<tr><th scope="row"><${Data}>${name}<//></th><td><${Data}>${value}<//></td></tr>`;
}
