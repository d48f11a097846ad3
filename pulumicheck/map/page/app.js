import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { useBadges } from "map/badges.js";
import { around } from "map/camera.js";
import { Canvas } from "map/canvas.js";
import { Details } from "map/details.js";
import { Footer } from "map/footer.js";
import { Header } from "map/header.js";
import { html } from "map/html.js";
import { Picture } from "map/picture.js";
import { useRoute } from "map/route.js";
import { useShortcuts } from "map/shortcuts.js";

/** The whole page; `snapshots` is a channel of what a running system looks like. */
export function App({ model, snapshots }) {
  const [route, go] = useRoute(model);
  const [grant, setGrant] = useState(null);
  const [query, setQuery] = useState("");
  const badges = useBadges(snapshots);
  const [panel, searchInput, controls] = [useRef(null), useRef(null), useRef({}).current];
  const state = model.state(route.state);
  const resource = model.resource(route.resource);
  const arrows = arrowsOf(model, state, resource, grant);
  const targets = useTargets(model, resource, grant, route.tab === "permissions" ? arrows : []);

  useEffect(() => setGrant(null), [route.resource, route.tab, route.state]);
  // Who opens the details by keyboard goes on there, as soon as they are drawn.
  const awaited = useRef(null);
  const follow = () => {
    if (awaited.current !== null && awaited.current === route.resource) {
      awaited.current = null;
      panel.current.querySelector('[role="tab"][aria-selected="true"]').focus();
    }
  };
  useLayoutEffect(follow);
  const select = (id, byKeyboard) => {
    awaited.current = byKeyboard ? id : null;
    go({ resource: id });
    follow();
  };
  const back = () => (grant ? setGrant(null) : close(route.resource, panel.current, go));
  useShortcuts({
    "/": () => searchInput.current.focus(),
    "+": () => controls.zoomIn(),
    "=": () => controls.zoomIn(), // the plus sign without Shift
    "-": () => controls.zoomOut(),
    0: () => controls.fit(),
    Escape: back,
  });

  const shared = { model, state, onSelect: select };
  return html`
    <${Header}
      ...${{ ...shared, query, searchInput }}
      onQuery=${setQuery}
      onState=${(next) => next && go({ state: next.id })}
    />
    <main class="stage">
      <${Canvas} size=${model.size} covered=${() => panel.current} onBackground=${back} ...${{ targets, controls }}>
        <${Picture} ...${shared} selected=${route.resource} lit=${litOf(model, grant, query)} ...${{ arrows, badges }} />
      <//>
      ${
        resource &&
        html`
        <${Details}
          ...${{ ...shared, resource, grant, panel }}
          tab=${route.tab}
          onTab=${(tab) => go({ tab })}
          onGrant=${setGrant}
          onClose=${() => close(route.resource, panel.current, go)}
        />
      `
      }
    </main>
    <div id="live"></div>
    <${Footer} controls=${controls} switched=${model.switches.length > 0} />
  `;
}

/** Closes the details; the focus goes back to the box that they were about, if it was inside. */
function close(id, panel, go) {
  if (id && panel?.contains(document.activeElement)) {
    document.querySelector(`[data-resource="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  }
  go({ resource: null, tab: "what" });
}

/** What stands out: what the chosen statement reaches, or else what the search finds; null when nothing was asked. */
function litOf(model, grant, query) {
  const ids = grant ? grant.reaches : query.trim() ? model.search(query).map((each) => each.id) : null;
  return ids && new Set(ids);
}

/** The permissions to draw, as pairs of resource ids: those of one statement, or all of the selected resource. */
function arrowsOf(model, state, resource, grant) {
  if (!resource) {
    return [];
  }
  const from = model.mayDo(state, resource.id).flatMap((each) => each.reaches.map((id) => [resource.id, id, each.id]));
  const to = model.whoCanTouch(state, resource.id).map((each) => [each.principalId, resource.id, each.id]);
  const known = ([a, b, id]) => a !== b && model.resource(a) && model.resource(b) && (!grant || grant.id === id);
  const pairs = [...from, ...to].filter(known).map(([a, b]) => [a, b]);
  return [...new Map(pairs.map((pair) => [pair.join(" "), pair])).values()];
}

/** What is to be seen: the selected box with what it reaches and the ends of its arrows, or at least its chief part. */
function useTargets(model, resource, grant, arrows) {
  const reached = grant ? grant.reaches : [];
  const ids = resource ? [resource.id, ...reached, ...arrows.flat()] : [];
  const boxes = (names) => names.map((id) => model.resource(id)).filter(Boolean);
  return useMemo(
    () =>
      [ids, reached, ids.slice(0, 1)]
        .map(boxes)
        .filter((each) => each.length)
        .map(around),
    [model, ids.join(" ")],
  );
}
