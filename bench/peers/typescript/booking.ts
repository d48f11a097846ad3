// The message of a booking, read by hand: a library that checks it would only add to what this peer costs.
export type Booking = {
  type: string;
  bookingId: string;
  correlationId: string;
  userId: string;
  recipient: { email: string; name: string };
  event: { id: string; title: string; venue: string; startsAt: string };
  quantity: number;
};
export type SqsRecord = {
  messageId: string;
  receiptHandle: string;
  body: string;
  attributes: { ApproximateReceiveCount: string };
};
export type Batch = { Records: SqsRecord[] };
export type BatchAnswer = { batchItemFailures: { itemIdentifier: string }[] };

export class Poison extends Error {}

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

export function readBooking(body: string): Booking {
  try {
    const booking = JSON.parse(body) as Booking;
    const ids = [booking.bookingId, booking.correlationId, booking.userId, booking.event.id];
    const whole =
      booking.type === "booking.confirmed" &&
      ids.every((id) => ID.test(id)) &&
      booking.recipient.email.includes("@") &&
      [booking.recipient.name, booking.event.title, booking.event.venue].every((text) => text.trim() !== "") &&
      DATE_TIME.test(booking.event.startsAt) &&
      [1, 2, 3, 4].includes(booking.quantity);
    if (whole) return booking;
  } catch {
    // not JSON, or a field is missing: poison, as below
  }
  throw new Poison();
}
