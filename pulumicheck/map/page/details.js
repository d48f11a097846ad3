import { BreakIt } from "map/break-it.js";
import { Data, html } from "map/html.js";
import { Icon, colour, kindWord } from "map/kinds.js";
import { Permissions } from "map/permissions.js";
import { Tabs } from "map/tabs.js";
import { WhatItIs } from "map/what-it-is.js";

const TITLES = [
  { id: "what", title: "What it is" },
  { id: "permissions", title: "Permissions" },
  { id: "break", title: "Break it" },
];
const CONTENTS = { what: WhatItIs, permissions: Permissions, break: BreakIt };

/** The panel about the selected resource. */
export function Details({ model, state, resource, tab, grant, panel, onTab, onGrant, onSelect, onClose }) {
  const group = model.groups.find((each) => each.id === resource.group);
  return html`
    <section class="details" aria-label="Details" ref=${panel}>
      <div class="details-head" style=${colour(resource.kind)}>
        <${Icon} name=${resource.kind} />
        <div class="details-title">
          <h2><${Data}>${resource.title}<//></h2>
          <p>${kindWord(resource.kind)}${group && html` in <${Data}>${group.title}<//>`}</p>
        </div>
        <button type="button" class="tool" aria-label="Close the details" title="Close (Escape)" onClick=${onClose}>
          <${Icon} name="close" />
        </button>
      </div>
      <${Tabs} label="About this resource" tabs=${TITLES.filter(({ id }) => id !== "break" || model.hasSymptoms)} selected=${tab} onTab=${onTab}>
        <${CONTENTS[tab]} ...${{ model, state, resource, grant, onGrant, onSelect }} />
      <//>
    </section>
  `;
}
