import { html } from "map/html.js";
import { Icon } from "map/kinds.js";

/** The line below the map: zoom, and what the signs mean. */
export function Footer({ controls, switched }) {
  return html`
    <footer class="bottom">
      <div class="zoom" role="group" aria-label="Zoom">
        <${Zoom} icon="minus" name="Zoom out" shortcut="-" act=${() => controls.zoomOut()} />
        <${Zoom} icon="plus" name="Zoom in" shortcut="+" act=${() => controls.zoomIn()} />
        <${Zoom} icon="fit" name="Show everything" shortcut="0" act=${() => controls.fit()} />
      </div>
      <details class="legend" open=${wide()}>
        <summary>Legend</summary>
        <ul aria-label="Legend">
          <li><${Line} name="flow" /> data flows</li>
          <li><${Line} name="permission" /> may touch, once a box is selected</li>
          <li><span class="mark lock"><${Icon} name="lock" /></span> protected from deletion</li>
          <li><span class="mark idle">idle $</span> costs money while nothing happens</li>
          ${switched && html`<li><span class="mark ghost">gone</span> not there with these switches</li>`}
        </ul>
      </details>
    </footer>
  `;
}

/** Whether the legend has room beside the zoom; on a narrow screen, and beside the live part, it opens on demand. */
function wide() {
  return !matchMedia("(max-width: 720px)").matches && !("live" in document.body.dataset);
}

function Zoom({ icon, name, shortcut, act }) {
  return html`
    <button
      type="button"
      class="tool"
      aria-label=${name}
      aria-keyshortcuts=${shortcut}
      title=${`${name} (${shortcut})`}
      onClick=${act}
    >
      <${Icon} name=${icon} />
    </button>
  `;
}

function Line({ name }) {
  return html`
    <svg class="legend-line" viewBox="0 0 30 10" aria-hidden="true">
      <path class=${name} d="M1 5H26" marker-end=${`url(#head-${name})`} />
    </svg>
  `;
}
