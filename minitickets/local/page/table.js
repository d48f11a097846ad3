import { html } from "map/html.js";
import { number } from "live/words.js";

/**
 * A table that says how much of the whole it shows.
 * @param {object} props `columns` are its heads, `rows` have a `key` and `cells`; `empty` is said where there are none.
 */
export function Table({ caption, columns, rows, total = rows.length, empty }) {
  if (!rows.length) {
    return html`<p class="live-empty">${empty}</p>`;
  }
  return html`
    <${Shown} shown=${rows.length} total=${total} />
    <table class="live-table">
      <caption class="unseen">${caption}</caption>
      <thead><tr>${columns.map((column) => html`<th scope="col" key=${column}>${column}</th>`)}</tr></thead>
      <tbody>
        ${rows.map((row) => html`<tr key=${row.key}>${row.cells.map((cell, at) => html`<td key=${at} data-column=${columns[at]}>${cell}</td>`)}</tr>`)}
      </tbody>
    </table>
  `;
}

/** Says so where a list is longer than what is shown of it. */
export function Shown({ shown, total }) {
  return total > shown && html`<p class="live-shown">${number(shown)} of ${number(total)} shown</p>`;
}
