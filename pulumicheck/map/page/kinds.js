import DRAWINGS from "map/drawings.js";
import { html } from "map/html.js";

/** Drawings of 16 by 16 that are of no kind of resource, as strokes. */
const SIGNS = {
  lock: "M3.5 7.5h9v6.5h-9zM5.3 7.5V5a2.7 2.7 0 0 1 5.4 0v2.5M8 10v1.5",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3 14 14",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
};

/** AWS's word for a kind of resource. */
export function kindWord(kind) {
  return DRAWINGS[kind]?.word ?? kind;
}

/** A kind's colour, as the style that what shows it has. */
export function colour(kind) {
  return { "--kind": `var(--kind-${DRAWINGS[kind]?.family ?? "outside"})` };
}

/** The drawing of a kind, or a sign; beside it always stands its word, so it is hidden from screen readers. */
export function Icon({ name }) {
  const { icon } = DRAWINGS[name] ?? DRAWINGS.external;
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${SIGNS[name] ?? icon} /></svg>`;
}
