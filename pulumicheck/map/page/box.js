import { Data, classes, html } from "map/html.js";
import { Icon, colour } from "map/kinds.js";

/** One resource: a button at its place, with its name, its kind and its marks in words. */
export function Box({ resource, look, onSelect }) {
  const { id, x, y, width, height } = resource;
  const name = classes(
    resource.minor ? "chip" : "box",
    look.gone && "gone",
    look.badge && "badged",
    look.selected && "selected",
    look.lit && "lit",
    look.dim && "dim",
  );
  return html`
    <button
      type="button"
      class=${name}
      data-resource=${id}
      title=${`${resource.title} (${look.kind})`}
      aria-label=${look.name}
      aria-pressed=${String(look.selected)}
      style=${{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`, ...colour(resource.kind) }}
      onClick=${(event) => onSelect(id, event.detail === 0)}
    >
      <${Icon} name=${resource.kind} />
      <span class="box-text">
        <span class="box-title"><${Data}>${resource.title}<//></span>
        ${!resource.minor && !look.badge && html`<${Second} look=${look} />`}
      </span>
      <${Marks} look=${look} />
      ${look.badge && html`<${Badge} parts=${look.badge} />`}
    </button>
  `;
}

/** Below the title: what it is or, where it is not, that. */
function Second({ look }) {
  return look.gone ? html`<span class="mark ghost">gone</span>` : html`<span class="box-kind">${look.kind}</span>`;
}

/** Live figures; a line ends between two of them only. */
function Badge({ parts }) {
  const last = parts.length - 1;
  const quiet = /^(empty$|0 )/.test(parts[0]);
  return html`
    <span class=${classes("badge", quiet && "quiet")}>
      ${parts.map((part, at) => html`<span key=${at}>${at < last ? `${part} · ` : part}</span>`)}
    </span>
  `;
}

function Marks({ look }) {
  return html`
    <span class="marks">
      ${look.idle && html`<span class="mark idle">idle $</span>`}
      ${look.locked && html`<span class="mark lock"><${Icon} name="lock" /></span>`}
    </span>
  `;
}
