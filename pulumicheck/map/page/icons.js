import { html } from "map/html.js";

/** One drawing of 16 by 16 for each kind, as strokes. */
const STROKES = {
  queue: "M1.5 4.5h13v7h-13zM5 4.5v7M8.3 4.5v7M11.6 4.5v7",
  dlq: "M1.5 4.5h8M1.5 11.5h8M1.5 4.5v7M5 4.5v7M10.5 5.5l4 5M14.5 5.5l-4 5",
  table: "M2 3h12v10H2zM2 6.3h12M2 9.6h12M6.5 6.3V13",
  function: "M4 2.5h2l5.5 11M7.3 6.2 3.5 13.5M11.5 13.5H13",
  mapping: "M1.5 8h4M10.5 8h4M12.5 6l2 2-2 2M8 5.2 10.8 8 8 10.8 5.2 8z",
  role:
    "M8 1.8 13.5 4v4c0 3-2.3 5.2-5.5 6.3C4.8 13.2 2.5 11 2.5 8V4z" +
    "M8 5.5a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8M5.6 11c.6-1.4 4.2-1.4 4.8 0",
  policy: "M4 2h6l2.5 2.5V14H4zM6 7h4.5M6 9.5h4.5M6 12h2.5",
  secret: "M5.5 7.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M7.5 8 13.5 2M11 4.5l2 2",
  bucket: "M2.5 4.5 4 13.5h8l1.5-9M8 2.7c3 0 5.5.7 5.5 1.7S11 6 8 6 2.5 5.3 2.5 4.4 5 2.7 8 2.7",
  identity: "M1.5 3.5h13v9h-13zM1.5 4l6.5 5 6.5-5",
  "log-group": "M2.5 3.5h11M2.5 6.5h8M2.5 9.5h11M2.5 12.5h6",
  alarm: "M4 11V7.5a4 4 0 0 1 8 0V11l1.5 1.5h-11zM6.7 14.3h2.6M8 3.5V2",
  topic: "M2 6.5v3h2.5L10.5 13V3L4.5 6.5zM12.5 6a3 3 0 0 1 0 4",
  repository: "M8 1.8 14 5v6l-6 3.2L2 11V5zM2 5l6 3.2L14 5M8 8.2v6",
  metric: "M2 2.5v11h12M4.5 10.5 7.5 7l2.5 2 3.5-4.5",
  setting:
    "M2 4.5h6M11.5 4.5H14M8.3 4.5a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 0 0-3.2 0" +
    "M2 11.5h2.5M8 11.5h6M4.7 11.5a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 0 0-3.2 0",
  external: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M1.8 8h12.4M8 1.8c-4 4-4 8.4 0 12.4M8 1.8c4 4 4 8.4 0 12.4",
  lock: "M3.5 7.5h9v6.5h-9zM5.3 7.5V5a2.7 2.7 0 0 1 5.4 0v2.5M8 10v1.5",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3 14 14",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
};

/** The drawing of a kind; beside it always stands its word, so it is hidden from screen readers. */
export function Icon({ name }) {
  return html`
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${STROKES[name] ?? STROKES.external} /></svg>
  `;
}
