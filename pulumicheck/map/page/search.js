import { useState } from "preact/hooks";

import { Data, html } from "map/html.js";
import { Icon, kindWord } from "map/kinds.js";

const SHOWN = 8;

/** A search field with its finds below: a combobox as the ARIA practices describe it. */
export function Search({ model, query, onQuery, onSelect, input }) {
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const found = open ? model.search(query) : [];
  const shown = found.slice(0, SHOWN);
  const active = Math.min(at, shown.length - 1);
  const close = () => (setOpen(false), onQuery(""));
  const choose = (resource) => (close(), onSelect(resource.id, true));
  const keys = {
    ArrowDown: () => setAt((active + 1) % shown.length),
    ArrowUp: () => setAt((active + shown.length - 1) % shown.length),
    Enter: () => shown[active] && choose(shown[active]),
    Escape: () => (close(), input.current.blur()),
  };
  const option = (number) => ({ id: `found-${number}`, active: number === active, choose });
  return html`
    <div class="search" role="search">
      <${Icon} name="search" />
      <input
        ref=${input}
        type="text"
        role="combobox"
        aria-label="Search resources"
        aria-keyshortcuts="/"
        aria-expanded=${String(shown.length > 0)}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant=${shown[active] ? `found-${active}` : undefined}
        placeholder="Search  ( / )"
        autocomplete="off"
        spellcheck=${false}
        maxlength="100"
        value=${query}
        onInput=${(event) => (onQuery(event.target.value), setAt(0), setOpen(true))}
        onFocus=${() => setOpen(true)}
        onBlur=${close}
        onKeyDown=${(event) => keys[event.key] && (event.preventDefault(), event.stopPropagation(), keys[event.key]())}
      />
      <ul id="found" class="found" role="listbox" aria-label="Resources found" hidden=${shown.length === 0}>
        ${shown.map((each, number) => html`<${Find} key=${each.id} resource=${each} ...${option(number)} />`)}
      </ul>
      <p class="none" role="status">${open && query.trim() && !found.length ? "Nothing is called so." : ""}</p>
    </div>
  `;
}

function Find({ resource, id, active, choose }) {
  // Chosen before the field loses the focus, which closes the list.
  const take = (event) => (event.preventDefault(), choose(resource));
  return html`
    <li id=${id} role="option" aria-selected=${String(active)} onPointerDown=${take}>
      <${Icon} name=${resource.kind} />
      <span class="find-title"><${Data}>${resource.title}<//></span>
      ${resource.minor && html`<span class="find-id"><${Data}>${resource.id}<//></span>`}
      <span class="find-kind">${kindWord(resource.kind)}</span>
    </li>
  `;
}
