import { Data, html } from "map/html.js";

/** A way to another resource of the map. */
export function Link({ resource, onSelect }) {
  const select = () => onSelect(resource.id);
  return html`<button type="button" class="link" onClick=${select}><${Data}>${resource.title}<//></button>`;
}
