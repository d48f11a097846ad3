import { useState } from "preact/hooks";

import { Data, html } from "map/html.js";
import { ask } from "live/requests.js";
import { count } from "live/words.js";

/** A user's tickets as the api reads them: with one Query, and with no other permission. */
export function Tickets({ snapshot }) {
  const [user, setUser] = useState("");
  const [shown, show] = useState(null);
  const look = async (userId) => show({ userId, ...(await ask("/live/tickets", { userId })) });
  return html`
    <div class="live-split">
      <div>
        <${Named} user=${user} setUser=${setUser} example=${snapshot.users[0]} look=${look} />
        <div aria-live="polite">${shown && html`<${Told} found=${shown} />`}</div>
        <${Recent} users=${snapshot.users} shown=${shown?.userId} look=${look} />
      </div>
      ${shown?.answer ? html`<${List} tickets=${shown.answer.tickets} />` : html`<p class="live-empty">Choose a user to see the tickets with their QR codes.</p>`}
    </div>
  `;
}

function Named({ user, setUser, example = "", look }) {
  const submit = (event) => {
    event.preventDefault();
    look(user || example);
  };
  return html`
    <form class="live-row" onSubmit=${submit}>
      <label for="live-user">User</label>
      <input id="live-user" autocomplete="off" spellcheck=${false} placeholder=${example} value=${user} onInput=${(event) => setUser(event.currentTarget.value)} />
      <button type="submit" class="live-button">Show the tickets</button>
    </form>
  `;
}

/** A button for each user who has tickets. */
function Recent({ users, shown, look }) {
  if (!users.length) {
    return html`<p class="live-empty">Nobody has tickets yet. Publish a booking, and its user appears here.</p>`;
  }
  return html`
    <ul class="live-users" aria-label="Users who have tickets">
      ${users.map((each) => html`
        <li key=${each}><button type="button" class="live-button" aria-pressed=${String(each === shown)} onClick=${() => look(each)}><${Data}>${each}<//></button></li>
      `)}
    </ul>
  `;
}

function Told({ found: { answer, error } }) {
  return error
    ? html`<p class="live-error"><${Data}>${error}<//></p>`
    : html`<p class="live-note"><${Data}>${answer.userId}<//> has ${count(answer.tickets.length, "ticket")}.</p>`;
}

function List({ tickets }) {
  return html`<ul class="live-tickets">${tickets.map((ticket) => html`<li key=${ticket.ticketId}><${Ticket} ticket=${ticket} /></li>`)}</ul>`;
}

/** Its QR code at half its size: four pixels to a module, which a camera reads from the screen. */
function Ticket({ ticket }) {
  return html`
    ${ticket.qr
      ? html`<img src=${ticket.qr} alt=${`QR code of ticket ${ticket.ticketId}`} loading="lazy" onLoad=${halve} />`
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

function halve({ currentTarget: image }) {
  image.width = image.naturalWidth / 2;
}
