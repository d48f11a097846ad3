import { useEffect, useState } from "preact/hooks";

const NONE = new Map();

/** The badges of the last snapshot; while messages are hidden, their seconds count down. */
export function useBadges(snapshots) {
  const [seen, setSeen] = useState(null);
  const [now, setNow] = useState(0);
  const counting = seen?.snapshot.queues?.some((each) => each.nextVisibleIn > 0) ?? false;
  useEffect(() => snapshots.subscribe((snapshot) => setSeen({ snapshot, at: performance.now() })), [snapshots]);
  useEffect(() => {
    const timer = counting ? setInterval(() => setNow(performance.now()), 1000) : undefined;
    return () => clearInterval(timer);
  }, [counting]);
  return seen ? badgesOf(seen.snapshot, Math.max(0, now - seen.at) / 1000) : NONE;
}

/**
 * What each box shows of a running system.
 * @param {object} snapshot `queues`, `functions`, and `totals` of what other boxes hold; each part optional
 * @param {number} passed seconds since then
 * @returns {Map<string, string[]>} a few words each, by resource id; they fit into two lines of a box
 */
function badgesOf(snapshot, passed = 0) {
  const badges = new Map();
  for (const queue of snapshot.queues ?? []) {
    badges.set(queue.id, queueBadge(queue, passed));
  }
  for (const each of snapshot.functions ?? []) {
    badges.set(each.id, functionBadge(each));
  }
  for (const { id, amount, noun } of snapshot.totals ?? []) {
    badges.set(id, [count(amount, noun)]);
  }
  return badges;
}

function queueBadge({ visible, inFlight, hidden, nextVisibleIn }, passed) {
  const back = nextVisibleIn ?? null;
  const seconds = back === null ? "" : ` (${Math.max(0, Math.ceil(back - passed))} s)`;
  const figures = [
    [visible, () => "visible"],
    [inFlight, () => "in flight"],
    [hidden, () => `hidden${seconds}`],
  ];
  return inWords(figures) ?? ["empty"];
}

function functionBadge({ invocations, cold, errors }) {
  const figures = [
    [invocations, (amount) => plural(amount, "invocation")],
    [cold, () => "cold"],
    [errors, (amount) => plural(amount, "error")],
  ];
  return inWords(figures) ?? ["0 invocations"];
}

/** The figures that are not 0, each with its word; null if all are. Three of them have room for short numbers only. */
function inWords(figures) {
  const told = figures.filter(([amount]) => amount);
  const exact = told.length < figures.length;
  return told.length ? told.map(([amount, word]) => `${number(amount, exact)} ${word(amount)}`) : null;
}

function count(amount = 0, noun) {
  return `${number(amount)} ${plural(amount, noun)}`;
}

function plural(amount, noun) {
  return amount === 1 ? noun : `${noun}s`;
}

/** An exact number or, where it would be too long for a box, one such as 99K, which never says too much. */
function number(amount, exact = true) {
  const short = amount >= (exact ? 100_000 : 1_000);
  return amount.toLocaleString("en", short ? { notation: "compact", maximumFractionDigits: 0, roundingMode: "floor" } : {});
}
