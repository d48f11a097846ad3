import { useState } from "preact/hooks";

import { Data, html } from "map/html.js";
import { ask } from "live/requests.js";
import { Shown } from "live/table.js";
import { count, time } from "live/words.js";

/** The messages that were given up, why, and what was logged about each. */
export function DeadLetters({ snapshot, titles }) {
  const { items, total } = snapshot.deadLetters;
  if (!items.length) {
    return html`<p class="live-empty">No message was given up. Publish poison, and one appears here after its last receive.</p>`;
  }
  return html`
    <${Shown} shown=${items.length} total=${total} />
    <ul class="live-letters">${items.map((letter) => html`<li key=${letter.messageId}><${Letter} letter=${letter} queue=${titles.get(letter.queue) ?? letter.queue} /></li>`)}</ul>
  `;
}

function Letter({ letter, queue }) {
  const [log, setLog] = useState(null);
  const toggle = async () => setLog(log ? null : await ask("/live/logs", { correlationId: letter.correlationId, messageId: letter.messageId }));
  const id = `live-log-${letter.messageId}`;
  return html`
    <div class="live-letter">
      <p><strong><${Data}>${letter.bookingId ?? "No booking id"}<//></strong> in the ${queue}, received ${count(letter.receiveCount, "time")}</p>
      <p class="live-reason"><${Data}>${letter.reason}<//></p>
      <p class="muted">Message <code>${letter.messageId}</code></p>
      <button type="button" class="live-button" aria-expanded=${String(log !== null)} aria-controls=${log ? id : undefined} onClick=${toggle}>${log ? "Hide the log lines" : "Log lines"}</button>
    </div>
    ${log && html`<div id=${id}><${LogLines} log=${log} /></div>`}
  `;
}

function LogLines({ log: { answer, error } }) {
  if (error || !answer.lines.length) {
    return html`<p class="live-empty">${error ?? "Nothing was logged about it."}</p>`;
  }
  return html`
    <ol class="live-log">
      ${answer.lines.map((each, at) => html`<li key=${at}><span class="muted">${time(each.at)} ${each.group}</span><code><${Data}>${each.line}<//></code></li>`)}
    </ol>
  `;
}
