/** Figures and moments as people read them; the same in every locale, as the rest of the page. */

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

export function number(amount) {
  return amount.toLocaleString("en");
}

export function count(amount, noun) {
  return `${number(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Epoch seconds as the time of day. */
export function time(moment) {
  return TIME.format(new Date(moment * 1000));
}

/** Epoch seconds as a date. */
export function date(moment) {
  return DATE.format(new Date(moment * 1000));
}

/** Milliseconds. */
export function duration(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}
