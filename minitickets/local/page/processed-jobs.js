import { Data, html } from "map/html.js";
import { Table } from "live/table.js";
import { date } from "live/words.js";

/** The jobs that are known to be done, so that no email goes out twice. */
export function ProcessedJobs({ snapshot }) {
  const { items, total } = snapshot.processedJobs;
  const rows = items.map((item) => ({ key: item.jobKey, cells: [html`<code><${Data}>${item.jobKey}<//></code>`, date(item.expiresAt)] }));
  return html`
    <p class="live-note">A job in this table is done: the worker sends no second email for it. Newest first.</p>
    <${Table} caption="Processed jobs" columns=${["Job key", "Kept until"]} rows=${rows} total=${total} empty="No job was processed yet. Publish a booking, and it appears here." />
  `;
}
