import { html } from "map/html.js";
import { number } from "live/words.js";

/** Figures side by side, as `[name, amount, tone]`; the tone counts only where the amount is not 0. */
export function Figures({ figures }) {
  return html`
    <dl class="live-figures">
      ${figures.map(([name, amount, tone]) => html`
        <div key=${name} data-tone=${amount ? tone : undefined}><dt>${name}</dt><dd>${number(amount)}</dd></div>
      `)}
    </dl>
  `;
}

/** A card about one resource of the map, under its title and its physical name; the title selects it there. */
export function Card({ id, name, titles, note, select, children }) {
  return html`
    <article class="live-card">
      <h3>
        <button type="button" class="link live-title" title="Select it in the map" onClick=${() => select(id)}>${titles.get(id) ?? name}</button>
        <code class="live-name">${name}</code>
      </h3>
      ${note && html`<p class="live-note">${note}</p>`}
      ${children}
    </article>
  `;
}
