import { useState } from "preact/hooks";

import { CopyLine } from "map/copy.js";
import { Data, html } from "map/html.js";
import { post } from "live/requests.js";

/** One button for each symptom of the runbook: makes it happen here, shows it, and undoes it. */
export function Drills({ snapshot, symptoms }) {
  const [error, setError] = useState("");
  const running = snapshot.drills.find((drill) => drill.running);
  const start = async (name) => setError((await post(`/live/drills/${encodeURIComponent(name)}`)).error ?? "");
  return html`
    <p class="live-note">A drill makes a symptom happen for real in this system, shows where to look, and undoes it. One at a time.</p>
    <p class="live-told" role="status" data-wrong=${error !== ""}><${Data}>${error || (running ? `The drill ${running.name} is running.` : "")}<//></p>
    <ul class="live-drills">
      ${snapshot.drills.map((drill) => html`<li key=${drill.name}><${Drill} drill=${drill} symptom=${symptoms[drill.name]} busy=${running !== undefined} start=${start} /></li>`)}
    </ul>
  `;
}

function Drill({ drill, symptom, busy, start }) {
  const { name, result, told } = drill;
  return html`
    <div class="live-drill-head">
      <h3><${Data}>${symptom?.symptom ?? name}<//></h3>
      <button type="button" class="live-button" aria-disabled=${String(busy)} aria-label=${`Run the drill ${name}`} onClick=${() => busy || start(name)}>${drill.running ? "Running …" : "Run the drill"}</button>
    </div>
    ${symptom && html`<p class="live-note"><${Data}>${symptom.cause}<//></p>`}
    ${(result || told.length > 0) && html`
      <div class="live-outcome">
        ${result && html`<${Outcome} result=${result} />`}
        <ol class="live-steps" aria-label="Steps">${told.map((sentence, at) => html`<li key=${at}><${Data}>${sentence}<//></li>`)}</ol>
        ${result && html`<${Evidence} result=${result} told=${told} />`}
        ${symptom && result && html`<p><strong>What to do:</strong> <${Data}>${symptom.cure}<//></p>`}
      </div>
    `}
  `;
}

function Outcome({ result }) {
  const good = result.reproduced && result.undone;
  const text = `${result.reproduced ? "Reproduced" : "Not reproduced"}, ${result.undone ? "and undone" : "not undone"}.`;
  return html`<p><span class="live-state" data-state=${good ? "ok" : "danger"}>${text}</span></p>`;
}

/** What the steps have not said yet: the rest of what was seen, the log lines, and how to find them on AWS. */
function Evidence({ result: { evidence = [], logLines = [], find = [], leftOver = [] }, told }) {
  const unsaid = [...evidence.filter((sentence) => !told.includes(sentence)), ...leftOver];
  return html`
    ${unsaid.length > 0 && html`<ul class="live-steps" aria-label="What was seen">${unsaid.map((sentence, at) => html`<li key=${at}><${Data}>${sentence}<//></li>`)}</ul>`}
    ${logLines.length > 0 && html`
      <ol class="live-log" aria-label="Log lines">
        ${logLines.map((each, at) => html`<li key=${at}><span class="muted"><${Data}>${each.logGroup}<//></span><code><${Data}>${each.line}<//></code></li>`)}
      </ol>
    `}
    ${find.map((line) => html`<${CopyLine} key=${line} text=${line} />`)}
  `;
}
