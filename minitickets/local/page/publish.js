import { useState } from "preact/hooks";

import { Data, html } from "map/html.js";
import { BookingForm } from "live/booking-form.js";
import { Field } from "live/field.js";
import { post } from "live/requests.js";
import { count, number } from "live/words.js";

const IDLE = "A booking goes to both queues, as the outbox publishes it.";
const LONGEST_BURST = 10_000; // bookings; the server refuses more

/** Sends bookings: one of your own, duplicates, poison, and many at once. */
export function Publish({ snapshot }) {
  const [told, tell] = useState(null);
  return html`
    <p class="live-told" role="status" data-wrong=${told?.wrong ?? false} data-quiet=${told === null}><${Data}>${told?.text ?? IDLE}<//></p>
    <div class="live-split live-even">
      <${BookingForm} tell=${tell} />
      <div class="live-actions">
        <${Duplicates} tell=${tell} />
        <${Action} title="Poison" text="A message that no retry makes good, for 99 tickets: SQS moves it to the dead-letter queue." button="Publish poison" path="/live/poison" say=${(answer) => `Published ${answer.bookingId}, which the functions will refuse.`} tell=${tell} />
        <${Burst} burst=${snapshot.burst} tell=${tell} />
      </div>
    </div>
  `;
}

function Duplicates({ tell }) {
  const [bookingId, setBookingId] = useState("");
  const say = (answer) => `Published ${count(answer.messages, "message")} of ${answer.bookingId}; one email is to come of it.`;
  return html`
    <${Action} title="Duplicates" text="The outbox publishes a booking again, under a new message id." button="Publish duplicates" path="/live/duplicates" body=${{ bookingId: bookingId || null }} say=${say} tell=${tell}>
      <${Field} name="duplicateOf" label="Booking id (empty: a new one, twice)" value=${bookingId} onInput=${(_, value) => setBookingId(value)} />
    <//>
  `;
}

function Burst({ burst, tell }) {
  const [size, setSize] = useState("100");
  const text = `Many bookings at once, up to ${number(LONGEST_BURST)}.`;
  return html`
    <${Action} title="Burst" text=${text} button="Publish the burst" path="/live/burst" body=${{ count: Number(size) }} say=${(answer) => `${count(answer.count, "booking")} are on their way.`} tell=${tell}>
      <${Field} name="count" label="Bookings" type="number" min="1" max=${LONGEST_BURST} value=${size} onInput=${(_, value) => setSize(value)} />
      ${burst && html`<p class="live-note"><progress max=${burst.count} value=${burst.sent} aria-label="Bookings of the burst that are published"></progress> ${number(burst.sent)} of ${number(burst.count)} published</p>`}
    <//>
  `;
}

function Action({ title, text, button, path, body = {}, say, tell, children }) {
  const act = async (event) => {
    event.preventDefault();
    const { answer, error } = await post(path, body);
    tell(answer ? { text: say(answer) } : { text: error, wrong: true });
  };
  return html`
    <form class="live-action" noValidate onSubmit=${act}>
      <h3>${title}</h3>
      <p class="live-note">${text}</p>
      ${children}
      <button type="submit" class="live-button">${button}</button>
    </form>
  `;
}
