import { kindWord } from "map/kinds.js";

/** What a box says about itself besides its name, in words. */
export function marksOf(resource, state, model) {
  const gone = !state.has.has(resource.id);
  return {
    gone,
    idle: !gone && model.idleCost(state, resource.id) !== null,
    locked: resource.protected,
  };
}

/** The name of a box for those who cannot see it. */
export function spokenName(resource, marks, badge) {
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
