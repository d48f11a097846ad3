// The confirmation of a booking: the same bytes as the other peers write, from the same templates.
import type { SendEmailCommandInput } from "@aws-sdk/client-sesv2";
import type { Booking } from "./booking";
import htmlTemplate from "../../../apps/worker/confirmation.html";
import textTemplate from "../../../apps/worker/confirmation.txt";
import buttonTemplate from "../../../apps/worker/button.html";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January", "February", "March", "April", "May", "June",
  "July", "August", "September", "October", "November", "December",
];
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

function substitute(template: string, shown: Record<string, string>): string {
  return template.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced, plain) => shown[braced ?? plain] ?? "");
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

function shownOf(booking: Booking): Record<string, string> {
  const [year, month, day, hour, minute] = booking.event.startsAt.split(/[-T:]/).map(Number) as
    [number, number, number, number, number];
  const weekday = DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  const offset = /(?:Z|[+-]00:00)$/.test(booking.event.startsAt) ? "" : booking.event.startsAt.slice(-6);
  const two = (value: number) => String(value).padStart(2, "0");
  const one = booking.quantity === 1;
  return {
    name: booking.recipient.name,
    title: booking.event.title,
    venue: booking.event.venue,
    date: `${weekday}, ${day} ${MONTHS[month - 1]} ${year}`,
    time: `${two(hour)}:${two(minute)} (UTC${offset})`,
    tickets: one ? "1 ticket" : `${booking.quantity} tickets`,
    your_tickets: one ? "Your ticket" : `Your ${booking.quantity} tickets`,
    ready: one ? "ticket with its QR code is" : "tickets with their QR codes are",
    code: one ? "code" : "codes",
    booking_id: booking.bookingId,
    sender: process.env.SENDER_NAME || "MiniTickets",
    url: process.env.MY_TICKETS_URL ?? "",
  };
}

export function emailOf(booking: Booking): SendEmailCommandInput {
  const shown = shownOf(booking);
  const escaped = Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, escapeHtml(value)]));
  const link = shown.url ? `:\n\n  ${shown.url}\n` : ".";
  const button = shown.url ? substitute(buttonTemplate, escaped) : "";
  const part = (data: string) => ({ Data: data, Charset: "UTF-8" });
  return {
    FromEmailAddress: process.env.SENDER,
    Destination: { ToAddresses: [booking.recipient.email] },
    Content: {
      Simple: {
        Subject: part(`${shown.your_tickets} for ${booking.event.title}`),
        Body: {
          Text: part(substitute(textTemplate, { ...shown, link })),
          Html: part(substitute(htmlTemplate, { ...escaped, button })),
        },
      },
    },
  };
}
