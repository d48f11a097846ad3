import { Flow, FlowLabel, Heads, PermissionArrow } from "map/arrows.js";
import { Box } from "map/box.js";
import { Data, html } from "map/html.js";
import { kindWord } from "map/kinds.js";

/**
 * The map itself, in its own units: lanes, groups, arrows, boxes.
 * @param {object} props `lit` is the set of resources that stand out, or null when all are equal; `arrows` are the
 *   permissions to draw, as pairs of resource ids.
 */
export function Picture({ model, state, selected, lit, arrows, badges, onSelect }) {
  const look = (resource) => lookOf(resource, { model, state, selected, lit, badges });
  const flows = model.flowsIn(state);
  const near = (flow) => (lit ? false : flow.from === selected || flow.to === selected);
  return html`
    <${Ground} model=${model} state=${state} flows=${flows} near=${near} faint=${lit !== null} />
    ${model.lanes.map((lane) => html`<${LaneTitle} key=${lane.id} lane=${lane} />`)}
    ${flows.map((flow) => html`<${FlowLabel} key=${flow.id} flow=${flow} near=${near(flow)} />`)}
    ${model.groupsInOrder.map(
      (group) => html`<${Group} key=${group.id} group=${group} look=${look} onSelect=${onSelect} />`,
    )}
    <svg class="arrows" width=${model.size.width} height=${model.size.height} aria-hidden="true">
      ${arrows.map(
        ([from, to]) =>
          html`<${PermissionArrow} key=${`${from} ${to}`} from=${model.resource(from)} to=${model.resource(to)} />`,
      )}
    </svg>
  `;
}

function lookOf(resource, { model, state, selected, lit, badges }) {
  const marks = marksOf(resource, state, model);
  const badge = marks.gone ? undefined : badges.get(resource.id);
  return {
    ...marks,
    badge,
    kind: kindWord(resource.kind),
    name: spokenName(resource, marks, badge),
    selected: resource.id === selected,
    lit: lit?.has(resource.id) ?? false,
    dim: lit !== null && !lit.has(resource.id),
  };
}

/** What a box says about itself besides its name, in words. */
function marksOf(resource, state, model) {
  const gone = !state.has.has(resource.id);
  return { gone, idle: !gone && model.idleCost(state, resource.id) !== null, locked: resource.protected };
}

/** The name of a box for those who cannot see it. */
function spokenName(resource, marks, badge) {
  const words = [
    resource.title,
    kindWord(resource.kind),
    marks.gone && "gone in this state",
    marks.idle && "costs money while idle",
    marks.locked && "protected",
    ...(badge ?? []),
  ];
  return words.filter(Boolean).join(", ");
}

/** What lies under the boxes. */
function Ground({ model, state, flows, near, faint }) {
  const { width, height } = model.size;
  return html`
    <svg class="ground" width=${width} height=${height} aria-hidden="true">
      <${Heads} />
      ${model.lanes.map(
        ({ id, x, width }) => html`<rect class="lane" key=${id} x=${x} width=${width} height=${height} rx="12" />`,
      )}
      ${model.groupsInOrder.map((group) => html`<${GroupFrame} key=${group.id} group=${group} state=${state} />`)}
      <g class=${faint ? "faint" : ""}>
        ${flows.map((flow) => html`<${Flow} key=${flow.id} flow=${flow} near=${near(flow)} />`)}
      </g>
    </svg>
  `;
}

function GroupFrame({ group, state }) {
  const gone = group.boxes.every((each) => !state.has.has(each.id));
  const { x, y, width, height } = group;
  return html`<rect class=${gone ? "group gone" : "group"} x=${x} y=${y} width=${width} height=${height} rx="10" />`;
}

function LaneTitle({ lane }) {
  const place = { left: `${lane.x}px`, width: `${lane.width}px` };
  return html`<div class="lane-title" style=${place}><${Data}>${lane.title}<//></div>`;
}

/** The boxes of one component, in the order in which the tabulator key visits them. */
function Group({ group, look, onSelect }) {
  const place = { left: `${group.x}px`, top: `${group.y}px`, width: `${group.width}px` };
  return html`
    <div role="group" aria-label=${group.title}>
      <div class="group-title" style=${place}><${Data}>${group.title}<//></div>
      ${group.boxes.map(
        (resource) =>
          html`<${Box} key=${resource.id} resource=${resource} look=${look(resource)} onSelect=${onSelect} />`,
      )}
    </div>
  `;
}
