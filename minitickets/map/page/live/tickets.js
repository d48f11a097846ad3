import { useState } from "preact/hooks";

import { Data, html } from "minitickets/html.js";
import { ask } from "minitickets/live/requests.js";
import { count } from "minitickets/live/words.js";

/** A user's tickets as the api reads them: with one Query, and with no other permission. */
export function Tickets({ snapshot }) {
  const [user, setUser] = useState("");
  const [shown, show] = useState(null);
  const look = async (event) => {
    event.preventDefault();
    show(await ask("/live/tickets", { userId: user || snapshot.users[0] }));
  };
  return html`
    <form class="live-row" onSubmit=${look}>
      <label for="live-user">User</label>
      <input id="live-user" list="live-users" autocomplete="off" placeholder=${snapshot.users[0] ?? "usr_01"} value=${user} onInput=${(event) => setUser(event.currentTarget.value)} />
      <datalist id="live-users">${snapshot.users.map((each) => html`<option key=${each} value=${each} />`)}</datalist>
      <button type="submit" class="live-button">Show the tickets</button>
    </form>
    <div aria-live="polite">${shown && html`<${Found} found=${shown} />`}</div>
  `;
}

function Found({ found: { answer, error } }) {
  if (error) {
    return html`<p class="live-error"><${Data}>${error}<//></p>`;
  }
  return html`
    <p class="live-note"><${Data}>${answer.userId}<//> has ${count(answer.tickets.length, "ticket")}.</p>
    <ul class="live-tickets">${answer.tickets.map((ticket) => html`<li key=${ticket.ticketId}><${Ticket} ticket=${ticket} /></li>`)}</ul>
  `;
}

function Ticket({ ticket }) {
  return html`
    ${ticket.qr
      ? html`<img src=${ticket.qr} width="128" height="128" alt=${`QR code of ticket ${ticket.ticketId}`} loading="lazy" />`
      : html`<p class="live-no-code">The QR code is on its way.</p>`}
    <div>
      <p class="live-entry-title"><${Data}>${ticket.eventTitle}<//></p>
      <p><${Data}>${ticket.venue}<//></p>
      <p><${Data}>${start(ticket.startsAt)}<//></p>
      <p class="muted"><code><${Data}>${ticket.ticketId}<//></code> · ${ticket.status}</p>
    </div>
  `;
}

/** An ISO date and time with its parts apart: 2026-12-24 19:30:00 +05:30. */
function start(moment) {
  return moment.replace("T", " ").replace(/(Z|[+-]\d\d:\d\d)$/, " $1");
}
