import { Data, html } from "map/html.js";
import { Search } from "map/search.js";

/** The line above the map: which stack it shows, the search, and the switches. */
export function Header({ model, state, query, onQuery, onSelect, onState, searchInput }) {
  const turn = (name) => (on) => onState(model.switched(state, name, on));
  return html`
    <header class="top">
      <h1>
        <span class="project"><${Data}>${model.project}<//></span>
        <span class="stack" title="Pulumi stack and region">
          <${Data}>${model.stack}<//> <span class="region"><${Data}>${model.region}<//></span>
        </span>
      </h1>
      <p class="state" role="status" data-refused=${String(state.refused !== null)}>
        ${state.refused !== null && html`<strong>Refused: </strong>`}<${Data}>${state.refused ?? state.title}<//>
      </p>
      <${Search} model=${model} query=${query} onQuery=${onQuery} onSelect=${onSelect} input=${searchInput} />
      ${
        model.switches.length > 0 &&
        html`
        <div class="switches" role="group" aria-label="Switches of the stack">
          ${model.switches.map((name) => html`<${Switch} key=${name} name=${name} on=${state[name]} turn=${turn(name)} />`)}
        </div>
      `
      }
    </header>
  `;
}

function Switch({ name, on, turn }) {
  return html`
    <button type="button" class="switch" role="switch" aria-checked=${String(on)} onClick=${() => turn(!on)}>
      <span class="track" aria-hidden="true"><span class="thumb"></span></span>
      <span class="switch-name">${name}</span>
      <span class="switch-value" aria-hidden="true">${on ? "true" : "false"}</span>
    </button>
  `;
}
