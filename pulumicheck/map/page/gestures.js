import { pan, zoom } from "map/camera.js";

const STEP = 60; // CSS pixels that an arrow key moves the map
const SLACK = 4; // CSS pixels that a click may shake before it is a drag
const ARROWS = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };

/**
 * Turns drags, pinches, wheels and arrow keys on an element into changes of the camera.
 * @param {HTMLElement} element
 * @param {(change: (camera: object) => object) => void} move
 * @returns {() => void} stops listening
 */
export function listenToGestures(element, move) {
  const stop = new AbortController();
  const on = (type, listener, options) => element.addEventListener(type, listener, { ...options, signal: stop.signal });
  const drag = new Drag(element, move);
  on("pointerdown", (event) => drag.down(event));
  on("pointermove", (event) => drag.move(event));
  on("pointerup", (event) => drag.up(event));
  on("pointercancel", (event) => drag.up(event));
  on("click", (event) => drag.moved && event.stopPropagation(), { capture: true });
  on("wheel", (event) => wheel(event, element, move), { passive: false });
  on("keydown", (event) => arrow(event, move));
  return () => stop.abort();
}

/** One finger or the mouse pans, two fingers zoom. */
class Drag {
  moved = false;
  #pointers = new Map();
  #element;
  #move;

  constructor(element, move) {
    this.#element = element;
    this.#move = move;
  }

  down(event) {
    if (event.button === 0) {
      this.moved &&= this.#pointers.size > 0;
      this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    }
  }

  move(event) {
    const before = this.#pointers.get(event.pointerId);
    const now = { x: event.clientX, y: event.clientY };
    if (!before || (!this.moved && distance(before, now) < SLACK)) {
      return;
    }
    // Only now, since a captured pointer takes the click away from the box under it.
    this.#element.setPointerCapture(event.pointerId);
    this.moved = true;
    this.#pointers.set(event.pointerId, now);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#move((camera) =>
      other ? this.#pinch(camera, before, now, other) : pan(camera, now.x - before.x, now.y - before.y),
    );
  }

  up(event) {
    this.#pointers.delete(event.pointerId);
  }

  #pinch(camera, before, now, other) {
    const moved = pan(camera, (now.x - before.x) / 2, (now.y - before.y) / 2);
    const { left, top } = this.#element.getBoundingClientRect();
    const middle = { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top };
    return zoom(moved, distance(now, other) / Math.max(distance(before, other), 1), middle);
  }
}

/** The wheel pans; with Ctrl, which is also how a touchpad reports a pinch, it zooms. */
function wheel(event, element, move) {
  event.preventDefault();
  const { left, top } = element.getBoundingClientRect();
  const point = { x: event.clientX - left, y: event.clientY - top };
  const zooms = event.ctrlKey || event.metaKey;
  move((camera) =>
    zooms ? zoom(camera, Math.exp(-event.deltaY / 300), point) : pan(camera, -event.deltaX, -event.deltaY),
  );
}

function arrow(event, move) {
  const by = ARROWS[event.key];
  if (by && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    move((camera) => pan(camera, ...by));
  }
}

function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
