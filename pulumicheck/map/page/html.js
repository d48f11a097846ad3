import { h } from "preact";
import htm from "htm";

/** Makes virtual elements from a template; every value becomes text or an attribute, never markup. */
export const html = htm.bind(h);

/** Text that came from outside: it keeps its writing direction to itself. */
export function Data({ children }) {
  return html`<bdi>${children}</bdi>`;
}

/** Joins the class names that are set. */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}

/** A way to another resource of the map. */
export function Link({ resource, onSelect }) {
  const select = () => onSelect(resource.id);
  return html`<button type="button" class="link" onClick=${select}><${Data}>${resource.title}<//></button>`;
}
