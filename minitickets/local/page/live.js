import { render } from "preact";

import { html } from "map/html.js";
import { Connection } from "live/connection.js";
import { Dock } from "live/dock.js";

/**
 * Shows the running system under the map.
 * @param {HTMLElement} root where to
 * @param {object} page `document` is the map's, which names everything, `select` selects a resource in it, `onSnapshot` hears of each snapshot
 */
export function mountLive(root, { document: facts, select, onSnapshot }) {
  const titles = new Map(facts.resources.map((each) => [each.id, each.title]));
  let snapshot = null;
  const show = (told) => {
    render(html`<${Dock} told=${told} symptoms=${facts.symptoms} titles=${titles} select=${select} />`, root);
    if (told.snapshot !== snapshot) {
      snapshot = told.snapshot;
      onSnapshot({ ...snapshot, totals: totals(snapshot) });
    }
  };
  return new Connection("/live/events", show);
}

/** What the boxes beside queues and functions hold. */
function totals({ processedJobs, emails }) {
  return [
    { id: "processed-jobs-table", amount: processedJobs.total, noun: "item" },
    { id: "ses", amount: emails.total, noun: "email" },
  ];
}
