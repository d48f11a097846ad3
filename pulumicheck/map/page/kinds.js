import DRAWINGS from "map/drawings.js";

/** AWS's word for a kind of resource. */
export function kindWord(kind) {
  return DRAWINGS[kind]?.word ?? kind;
}

/** What gives a kind its colour. */
export function family(kind) {
  return DRAWINGS[kind]?.family ?? "outside";
}

/** The strokes of a kind's drawing of 16 by 16. */
export function strokes(kind) {
  return DRAWINGS[kind]?.icon ?? DRAWINGS.external.icon;
}
