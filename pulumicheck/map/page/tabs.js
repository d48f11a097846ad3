import { useRef } from "preact/hooks";

import { html } from "map/html.js";

/**
 * Tabs as the ARIA practices describe them: arrow keys, Home and End choose, the Tab key goes on to the panel.
 * @param {object} props `tabs` is a list of `{id, title}`, `label` names the list.
 */
export function Tabs({ label, tabs, selected, onTab, children }) {
  const list = useRef(null);
  const at = tabs.findIndex((each) => each.id === selected);
  const keys = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  const press = (event) => {
    if (event.key in keys) {
      event.preventDefault();
      event.stopPropagation();
      const next = tabs.at(keys[event.key] % tabs.length);
      onTab(next.id);
      list.current.querySelector(`#tab-${next.id}`).focus();
    }
  };
  return html`
    <div class="tabs" role="tablist" aria-label=${label} ref=${list} onKeyDown=${press}>
      ${tabs.map((each) => html`<${Tab} key=${each.id} tab=${each} selected=${each.id === selected} onTab=${onTab} />`)}
    </div>
    <div
      class="tab-panel"
      key=${selected}
      id=${`panel-${selected}`}
      role="tabpanel"
      aria-labelledby=${`tab-${selected}`}
      tabindex="0"
    >${children}</div>
  `;
}

function Tab({ tab, selected, onTab }) {
  return html`
    <button
      type="button"
      role="tab"
      id=${`tab-${tab.id}`}
      aria-selected=${String(selected)}
      aria-controls=${selected ? `panel-${tab.id}` : undefined}
      tabindex=${selected ? "0" : "-1"}
      onClick=${() => onTab(tab.id)}
    >${tab.title}</button>
  `;
}
