/**
 * What each box shows of a running system.
 * @param {object} snapshot as the server pushes it
 * @returns {Map<string, string>} a short line by resource id
 */
export function badgesOf(snapshot, passed = 0) {
  const badges = new Map();
  for (const queue of snapshot.queues ?? []) {
    badges.set(queue.id, queueBadge(queue, passed));
  }
  for (const each of snapshot.functions ?? []) {
    badges.set(each.id, functionBadge(each));
  }
  badges.set("processed-jobs-table", count(snapshot.processedJobs?.total, "item"));
  badges.set("ses", count(snapshot.emails?.total, "email"));
  return badges;
}

function queueBadge({ visible, inFlight, hidden, nextVisibleIn }, passed) {
  const seconds =
    nextVisibleIn === null || nextVisibleIn === undefined ? null : Math.max(0, Math.ceil(nextVisibleIn - passed));
  const parts = [
    visible && `${number(visible)} visible`,
    inFlight && `${number(inFlight)} in flight`,
    hidden && `${number(hidden)} hidden${seconds === null ? "" : ` (${seconds} s)`}`,
  ];
  return parts.filter(Boolean).join(" · ") || "empty";
}

function functionBadge({ invocations, cold, errors }) {
  const parts = [
    `${count(invocations, "invocation")}${cold ? `, ${number(cold)} cold` : ""}`,
    errors && count(errors, "error"),
  ];
  return parts.filter(Boolean).join(" · ");
}

function count(amount = 0, noun) {
  return `${number(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}

function number(amount) {
  return amount.toLocaleString("en");
}
