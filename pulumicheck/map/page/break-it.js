import { CopyLine } from "map/copy.js";
import { Data, html } from "map/html.js";

/** The tab *Break it*: what can go wrong here, how it shows, and what to do. */
export function BreakIt({ model, resource }) {
  const symptoms = resource.breakIt.map((name) => ({ name, ...model.symptoms[name] }));
  return html`
    ${symptoms.length === 0 && html`<p class="muted">The runbook knows no symptom that shows here.</p>`}
    ${symptoms.map((each) => html`<${Symptom} key=${each.name} symptom=${each} />`)}
  `;
}

function Symptom({ symptom: { symptom, cause, where, cure, reproduction } }) {
  return html`
    <article class="symptom">
      <h3><${Data}>${symptom}<//></h3>
      <dl class="facts">
        <div><dt>Cause</dt><dd><${Data}>${cause}<//></dd></div>
        <div>
          <dt>Where to look</dt>
          <dd>${where.map((place) => html`<div key=${place}><${Data}>${place}<//></div>`)}</dd>
        </div>
        <div><dt>Cure</dt><dd><${Data}>${cure}<//></dd></div>
      </dl>
      ${reproduction && html`<h4><${Data}>${reproduction.heading}<//></h4><${CopyLine} text=${reproduction.line} />`}
    </article>
  `;
}
