import { useRef, useState } from "preact/hooks";

import { html } from "map/html.js";
import { Field } from "live/field.js";
import { post } from "live/requests.js";

const FIELDS = [
  ["recipient.name", "Recipient's name", "Ada Lovelace"],
  ["recipient.email", "Recipient's email", "ada@example.com"],
  ["userId", "User id", "usr_42"],
  ["quantity", "Tickets (1 to 4)", "2"],
  ["event.title", "Event", "Night of Engines"],
  ["event.venue", "Venue", "Hall 2"],
  ["event.startsAt", "Starts at (ISO 8601, with offset)", "2027-12-24T19:30:00+05:30"],
  ["event.id", "Event id", "evt_9"],
  ["bookingId", "Booking id", ""],
  ["correlationId", "Correlation id", ""],
];

/** Publishes one booking; the message's own model says what is wrong with which field. */
export function BookingForm({ tell }) {
  const [values, setValues] = useState(() => withNewIds(Object.fromEntries(FIELDS.map(([name, , value]) => [name, value]))));
  const [problems, setProblems] = useState(new Map());
  const form = useRef(null);
  const change = (name, value) => setValues({ ...values, [name]: value });
  const publish = async (event) => {
    event.preventDefault();
    const { answer, error, problems: found = [] } = await post("/live/bookings", toMessage(values));
    setProblems(new Map(found.map(({ field, problem }) => [field, problem])));
    tell(answer ? { text: `Published ${answer.bookingId} to both queues.` } : { text: error, wrong: true });
    if (answer) {
      setValues((now) => withNewIds(now));
    } else if (found.length) {
      form.current.elements.namedItem(found[0].field)?.focus();
    }
  };
  return html`
    <form class="live-form" noValidate ref=${form} onSubmit=${publish} aria-label="A booking">
      ${FIELDS.map(([name, label]) => html`<${Field} key=${name} name=${name} label=${label} value=${values[name]} problem=${problems.get(name)} onInput=${change} />`)}
      <p class="live-submit"><button type="submit" class="live-button live-primary">Publish the booking</button></p>
    </form>
  `;
}

function withNewIds(values) {
  const token = crypto.randomUUID().slice(0, 8);
  return { ...values, bookingId: `bkg_${token}`, correlationId: `c-${token}` };
}

/** The flat fields as the message has them; a quantity that is no number is sent as it was typed, to be refused. */
function toMessage(values) {
  const message = { type: "booking.confirmed" };
  for (const [path, value] of Object.entries(values)) {
    const [name, inner] = path.split(".");
    if (inner) {
      message[name] = { ...message[name], [inner]: value };
    } else {
      message[name] = value;
    }
  }
  return { ...message, quantity: /^\d{1,9}$/.test(values.quantity) ? Number(values.quantity) : values.quantity };
}
