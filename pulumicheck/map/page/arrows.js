import { Data, classes, html } from "map/html.js";

/** The arrow heads that all arrows of the page share. */
export function Heads() {
  return html`<defs>${["flow", "near", "permission"].map((name) => html`<${Head} key=${name} name=${name} />`)}</defs>`;
}

function Head({ name }) {
  return html`
    <marker
      id=${`head-${name}`}
      class=${`head ${name}`}
      viewBox="0 0 10 10"
      refX="9"
      refY="5"
      markerWidth="9"
      markerHeight="9"
      markerUnits="userSpaceOnUse"
      orient="auto-start-reverse"
    >
      <path d="M1 1 9 5 1 9z" />
    </marker>
  `;
}

/** Data on its way from one box to another: a solid arrow. */
export function Flow({ flow, near }) {
  const name = classes("flow", near && "near");
  const head = `url(#head-${near ? "near" : "flow"})`;
  return html`<path class=${name} data-flow=${flow.id} d=${flow.points} marker-end=${head} />`;
}

/** What moves along an arrow, in words. */
export function FlowLabel({ flow, near }) {
  const place = { left: `${flow.labelX}px`, top: `${flow.labelY}px`, "max-width": `${flow.labelWidth}px` };
  return (
    flow.label &&
    html`<div class=${classes("flow-label", near && "near")} style=${place}><${Data}>${flow.label}<//></div>`
  );
}

/** Who may touch what: a dashed arrow, drawn only when somebody asks. */
export function PermissionArrow({ from, to }) {
  const [way, head] = [curve(from, to), "url(#head-permission)"];
  return html`<path class="permission" data-from=${from.id} data-to=${to.id} d=${way} marker-end=${head} />`;
}

/** A slight bow from the border of one box to the border of the other. */
function curve(from, to) {
  const [a, b] = [middle(from), middle(to)];
  const bow = Math.min(40, Math.hypot(b.x - a.x, b.y - a.y) / 6);
  const turn = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const over = { x: (a.x + b.x) / 2 - ((b.y - a.y) / turn) * bow, y: (a.y + b.y) / 2 + ((b.x - a.x) / turn) * bow };
  const [start, end] = [border(from, over), border(to, over)];
  return `M${round(start.x)} ${round(start.y)}Q${round(over.x)} ${round(over.y)} ${round(end.x)} ${round(end.y)}`;
}

function middle({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where the line from the middle of a box towards a point leaves the box. */
function border(box, point) {
  const { x, y } = middle(box);
  const [dx, dy] = [point.x - x, point.y - y];
  const reach = Math.min(box.width / 2 / (Math.abs(dx) || 1e-9), box.height / 2 / (Math.abs(dy) || 1e-9), 1);
  return { x: x + dx * reach, y: y + dy * reach };
}

function round(value) {
  return Math.round(value * 10) / 10;
}
