import { useEffect, useState } from "preact/hooks";

import { badgesOf } from "map/badges.js";

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
