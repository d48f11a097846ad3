import { useLayoutEffect, useState } from "preact/hooks";

export const TABS = ["what", "permissions", "break"];

/**
 * What the address names: `#orders-role/permissions@all`, each part optional.
 * What the document does not know counts as left out.
 * @returns {{resource: string | null, tab: string, state: string}}
 */
export function parseRoute(hash, model) {
  const [, resource = "", tab = "", state = ""] = /^#?([^/@]*)(?:\/([^@]*))?(?:@(.*))?$/.exec(hash) ?? [];
  const id = decode(resource);
  const known = TABS.includes(tab) && (tab !== "break" || model.hasSymptoms);
  return {
    resource: model.resource(id) ? id : null,
    tab: known ? tab : TABS[0],
    state: model.state(state) ? state : model.states[0].id,
  };
}

/** The address of a route, as short as it can be. */
export function formatRoute({ resource, tab, state }, model) {
  const place = resource ? encodeURIComponent(resource) + (tab === TABS[0] ? "" : `/${tab}`) : "";
  return `#${place}${state === model.states[0].id ? "" : `@${state}`}`;
}

/** The current route and a function that changes parts of it; the browser's history is the only memory. */
export function useRoute(model) {
  const [route, setRoute] = useState(() => parseRoute(location.hash, model));
  useLayoutEffect(() => {
    const read = () => setRoute(parseRoute(location.hash, model));
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [model]);
  return [route, (change) => go(change, model)];
}

/** Changes parts of the route; the same route again leaves no entry in the history. */
export function go(change, model) {
  const now = parseRoute(location.hash, model);
  const next = formatRoute({ ...now, ...change }, model);
  if (next !== formatRoute(now, model)) {
    location.hash = next;
  }
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
