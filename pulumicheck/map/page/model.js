import { kindWord } from "map/kinds.js";

/** The map document with the questions that the page asks of it. */
export class MapModel {
  #byId;
  #states;

  constructor(document) {
    Object.assign(this, document);
    this.#byId = new Map(document.resources.map((each) => [each.id, each]));
    this.#states = new Map(document.states.map((each) => [each.id, { ...each, has: new Set(each.present) }]));
    this.groupsInOrder = inOrder(document.groups).map((group) => ({
      ...group,
      boxes: inOrder(document.resources.filter((each) => each.group === group.id)),
    }));
  }

  resource(id) {
    return this.#byId.get(id);
  }

  state(id) {
    return this.#states.get(id);
  }

  /** The state that turning a switch leads to, or undefined when the document has none. */
  switched(state, name, on) {
    const wanted = { ...state, [name]: on };
    return this.states.find((each) => this.switches.every((key) => each[key] === wanted[key]));
  }

  /** Whether anything is known to go wrong. */
  get hasSymptoms() {
    return Object.keys(this.symptoms).length > 0;
  }

  /** Why the resource costs money while nothing happens, or null. */
  idleCost(state, id) {
    return state.idleCost.find((each) => each.id === id)?.why ?? null;
  }

  /** The statements by which the resource may do something in this state. */
  mayDo(state, id) {
    return this.#grants(state.mayDo[id]);
  }

  /** The statements by which somebody may touch the resource in this state. */
  whoCanTouch(state, id) {
    return this.#grants(state.whoCanTouch[id]);
  }

  /** Why there may be more than the statements of `mayDo` or `whoCanTouch`, which is named by `what`. */
  cannotBeKnown(state, id, what) {
    return state.cannotBeKnown[id]?.[what] ?? [];
  }

  /** The flows whose two ends are there in this state. */
  flowsIn(state) {
    return this.flows.filter((each) => state.has.has(each.from) && state.has.has(each.to));
  }

  /** The resources that a search finds, best first: by title, then by name, type and physical name. */
  search(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.resources.filter((each) => words.every((word) => searchable(each).includes(word)));
    const rank = (each) => (each.title.toLowerCase().includes(words[0]) ? 0 : each.id.includes(words[0]) ? 1 : 2);
    return words.length ? found.sort((a, b) => rank(a) - rank(b) || a.minor - b.minor) : [];
  }

  #grants(ids = []) {
    return ids.map((id) => ({ id, ...this.grants[id] }));
  }
}

/** In data-flow order: from left to right, and from top to bottom where two stand above each other. */
function inOrder(places) {
  return [...places].sort((a, b) => a.x - b.x || a.y - b.y);
}

function searchable({ title, id, type, kind, physicalName }) {
  return [title, id, type, kindWord(kind), physicalName].join(" ").toLowerCase();
}
