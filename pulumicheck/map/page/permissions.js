import { Data, Link, classes, html } from "map/html.js";

// Those that could do something; of a table or a queue the question has no answer.
const ACTING = new Set(["role", "function", "mapping", "external"]);

/** The tab *Permissions*: what it may do, if it can do anything, and who can touch it. */
export function Permissions({ model, state, resource, grant, onGrant, onSelect }) {
  const statements = (grants, headingOf) =>
    grants.map(
      (each) => html`
        <${Statement}
          key=${each.id}
          grant=${each}
          heading=${headingOf(each, model)}
          pressed=${grant?.id === each.id}
          reached=${each.reaches.map((id) => model.resource(id)).filter(Boolean)}
          ...${{ onGrant, onSelect }}
        />
      `,
    );
  const mayDo = model.mayDo(state, resource.id);
  const unknown = (what) => model.cannotBeKnown(state, resource.id, what);
  return html`
    ${
      (mayDo.length > 0 || ACTING.has(resource.kind)) &&
      html`
      <${Statements}
        title="What it may do"
        empty="Nothing: no statement lets it do anything."
        unknown=${unknown("mayDo")}
      >
        ${statements(mayDo, byName)}
      <//>
    `
    }
    <${Statements}
      title="Who can touch me"
      empty="Nobody: no statement lets anybody touch it."
      unknown=${unknown("whoCanTouch")}
    >
      ${statements(model.whoCanTouch(state, resource.id), byPrincipal)}
    <//>
  `;
}

function byName(grant) {
  return grant.sid || grant.resources;
}

function byPrincipal(grant, model) {
  return model.resource(grant.principalId)?.title ?? grant.principal;
}

function Statements({ title, empty, unknown, children }) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return html`
    <h3 id=${id}>${title} <span class="muted">${children.length || ""}</span></h3>
    ${children.length === 0 && unknown.length === 0 && html`<p class="muted">${empty}</p>`}
    ${
      children.length > 0 &&
      html`
      <table class="grants" aria-labelledby=${id}>
        <colgroup><col class="names" /><col /></colgroup>
        ${children}
      </table>
    `
    }
    ${unknown.map((why) => html`<p key=${why} class="muted">Cannot be known: <${Data}>${why}<//>.</p>`)}
  `;
}

/** One statement: its heading lights what it reaches, its rows say what, when and why. */
function Statement({ grant, heading, pressed, reached, onGrant, onSelect }) {
  const press = () => onGrant(pressed ? null : grant);
  return html`
    <tbody class=${classes("grant", pressed && "pressed")} data-grant=${grant.id}>
      <tr>
        <th colspan="2" scope="rowgroup">
          <button type="button" class="grant-button" aria-pressed=${String(pressed)} onClick=${press}>
            <span class="grant-name"><${Data}>${heading}<//></span>
            <span class="grant-hint">${pressed ? "lit on the map" : "show"}</span>
          </button>
        </th>
      </tr>
      ${rowsOf(grant).map(([name, values]) => html`<${Row} key=${name} name=${name} values=${values} />`)}
      ${reached.length > 0 && html`<${Reaches} resources=${reached} onSelect=${onSelect} />`}
    </tbody>
  `;
}

function rowsOf(grant) {
  return [
    ["Principal", [grant.principal]],
    ["Actions", grant.actions],
    ["Resources", [grant.resources]],
    ["Condition", grant.conditions],
    ["Sid", [grant.sid]],
    ["Policy", [grant.policyType]],
    ["Through", [grant.through]],
    ["Used by", grant.usedBy],
    ["Why only this", [grant.why]],
    ["Never", grant.never],
  ].filter(([, values]) => values.some(Boolean));
}

const CODE = new Set(["Principal", "Actions", "Resources", "Condition", "Sid", "Through"]);

function Row({ name, values }) {
  return html`
    <tr class=${classes(CODE.has(name) && "code", name === "Never" && "never")}>
      <th scope="row">${name}</th>
      <td>${values.map((value) => html`<div key=${value}><${Data}>${value}<//></div>`)}</td>
    </tr>
  `;
}

function Reaches({ resources, onSelect }) {
  const link = (each) => html`<div key=${each.id}><${Link} resource=${each} onSelect=${onSelect} /></div>`;
  return html`<tr><th scope="row">Reaches</th><td>${resources.map(link)}</td></tr>`;
}
