import { Data, html } from "map/html.js";
import { Card, Figures } from "live/figures.js";
import { Table } from "live/table.js";
import { number } from "live/words.js";

const COLUMNS = ["State", "Booking", "Received"];

/** What each queue holds; `passed` are the seconds since the snapshot. */
export function Queues({ snapshot, passed, titles, select }) {
  return html`<div class="live-cards">${snapshot.queues.map((queue) => html`<${Queue} key=${queue.id} queue=${queue} passed=${passed} titles=${titles} select=${select} />`)}</div>`;
}

function Queue({ queue, passed, titles, select }) {
  const figures = [["visible", queue.visible], ["in flight", queue.inFlight, "busy"], ["hidden", queue.hidden, "warn"]];
  return html`
    <${Card} id=${queue.id} name=${queue.name} titles=${titles} note=${queue.nextVisibleIn !== null && `The next hidden message comes back in ${left(queue.nextVisibleIn, passed)}.`} select=${select}>
      <${Figures} figures=${figures} />
      <${Table} caption=${`Messages in ${titles.get(queue.id) ?? queue.name}`} columns=${COLUMNS} rows=${queue.messages.map((message) => row(message, passed))} total=${queue.total} empty="Nothing in it." />
    <//>
  `;
}

function row(message, passed) {
  const state = message.state === "hidden" && message.visibleIn !== null ? `hidden, ${left(message.visibleIn, passed)}` : message.state;
  const booking = message.bookingId === null ? html`<span class="muted">no booking id</span>` : html`<code><${Data}>${message.bookingId}<//></code>`;
  return { key: message.messageId, cells: [html`<span class="live-state" data-state=${message.state}>${state}</span>`, booking, `${number(message.receiveCount)}×`] };
}

function left(seconds, passed) {
  return `${Math.max(0, Math.ceil(seconds - passed))} s`;
}
