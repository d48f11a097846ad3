import { html } from "map/html.js";
import { Card, Figures } from "live/figures.js";
import { Table } from "live/table.js";
import { duration, number, time } from "live/words.js";

const COLUMNS = ["At", "Took", "Cold start", "Messages", "Outcome"];

/** What each function did. */
export function Functions({ snapshot, titles, select }) {
  return html`<div class="live-cards">${snapshot.functions.map((each) => html`<${Function} key=${each.id} each=${each} titles=${titles} select=${select} />`)}</div>`;
}

function Function({ each, titles, select }) {
  const figures = [
    ["invocations", each.invocations],
    ["cold", each.cold],
    ["warm", each.warm],
    ["errors", each.errors, "danger"],
    ["timeouts", each.timeouts, "danger"],
    ["throttles", each.throttles, "warn"],
  ];
  const note = `${number(each.environments)} execution ${each.environments === 1 ? "environment" : "environments"}, ${number(each.running)} at work.`;
  return html`
    <${Card} id=${each.id} name=${each.name} titles=${titles} note=${note} select=${select}>
      <${Figures} figures=${figures} />
      <${Table} caption=${`Latest invocations of ${titles.get(each.id) ?? each.name}`} columns=${COLUMNS} rows=${each.recent.map(row)} total=${each.invocations} empty="Not invoked yet." />
    <//>
  `;
}

function row(invocation) {
  const cold = invocation.initMs === null ? "" : duration(invocation.initMs);
  return { key: invocation.requestId, cells: [time(invocation.at), duration(invocation.durationMs), cold, number(invocation.messages), outcome(invocation)] };
}

function outcome({ outcome: word, failed, messages }) {
  const state = word === "succeeded" ? "ok" : word === "some failed" ? "warn" : "danger";
  const text = word === "some failed" ? `${number(failed)} of ${number(messages)} failed` : word;
  return html`<span class="live-state" data-state=${state}>${text}</span>`;
}
