import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { fit, home, reveal, zoom } from "map/camera.js";
import { listenToGestures } from "map/gestures.js";
import { classes, html } from "map/html.js";

/**
 * The window through which the map is seen.
 * @param {object} props `size` of the map; `targets`, rectangles of the map to be seen, the widest first; `covered()`,
 *   the element that lies over the canvas, or null; `controls`, an object that receives `fit`, `zoomIn` and `zoomOut`.
 */
export function Canvas({ size, targets, covered, controls, onBackground, children }) {
  const element = useRef(null);
  const resting = useRef(home); // where the camera stands by itself; null once somebody has moved it
  const [camera, setCamera] = useState(null);
  const move = (change) => {
    resting.current = null;
    setCamera((now) => ({ ...change(now), glides: false }));
  };
  const settle = () => {
    const place = resting.current;
    setCamera((now) => ({
      ...show(place ? place(size, areaOf(element.current)) : now, targets, element.current, covered()),
      glides: now !== null,
    }));
  };
  const rest = (place) => {
    resting.current = place;
    setCamera({ ...place(size, areaOf(element.current)), glides: true });
  };
  useLayoutEffect(() => listenToGestures(element.current, move), []);
  useLayoutEffect(() => {
    settle();
    return watchSize(element.current, settle);
  }, [targets]);
  Object.assign(controls, {
    fit: () => rest(everything),
    zoomIn: () => move((now) => zoom(now, 1.25, middleOf(element.current))),
    zoomOut: () => move((now) => zoom(now, 0.8, middleOf(element.current))),
  });
  return html`
    <div
      class="canvas"
      ref=${element}
      tabindex="0"
      role="group"
      aria-label="Map. Arrow keys move it, plus and minus zoom, 0 shows everything; Tab goes through the resources."
      onClick=${(event) => event.target.closest("button") || onBackground()}
      onFocusCapture=${(event) => follow(event.target, element.current, covered(), setCamera)}
    >
      <div class=${classes("world", camera?.glides && "glide")} style=${styleOf(camera, size)}>${children}</div>
    </div>
  `;
}

function show(camera, targets, element, cover) {
  return targets.length ? reveal(camera, targets, freeArea(element, cover)) : camera;
}

function everything(size, area) {
  return fit({ x: 0, y: 0, ...size }, area);
}

function styleOf(camera, { width, height }) {
  const place = camera
    ? { transform: `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})` }
    : { visibility: "hidden" };
  return { ...place, width: `${width}px`, height: `${height}px` };
}

/** Keeps the box in view to which the keyboard has gone. */
function follow(target, element, cover, setCamera) {
  if (target.matches("[data-resource]:focus-visible")) {
    const { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height } = target;
    setCamera((now) => show(now, [{ x, y, width, height }], element, cover));
  }
}

function watchSize(element, changed) {
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  return () => observer.disconnect();
}

function areaOf(element) {
  return { x: 0, y: 0, width: element.clientWidth, height: element.clientHeight };
}

function middleOf(element) {
  return { x: element.clientWidth / 2, y: element.clientHeight / 2 };
}

/** The part of the canvas that nothing lies over: left of the panel, or above it on a narrow screen. */
function freeArea(element, cover) {
  const area = areaOf(element);
  if (!cover) {
    return area;
  }
  const [canvas, panel] = [element.getBoundingClientRect(), cover.getBoundingClientRect()];
  const beside = panel.left - canvas.left > 0.2 * canvas.width;
  return beside ? { ...area, width: panel.left - canvas.left } : { ...area, height: panel.top - canvas.top };
}
