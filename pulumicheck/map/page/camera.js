/** How the map lies on the screen: a point (x, y) of the map is at (x * scale + camera.x, y * scale + camera.y). */

/** At this scale the smallest text of the map, 11.5 pixels, is 11 CSS pixels high. */
export const READABLE = 11 / 11.5;
const LEGIBLE = 0.65; // the scale below which titles can no longer be read
const [SMALLEST, LARGEST] = [0.2, 3];
const MARGIN = 8;

/** The whole rectangle, as large as it goes, in the middle of the area. */
export function fit(rect, area, largest = 1.6) {
  const room = { width: area.width - 2 * MARGIN, height: area.height - 2 * MARGIN };
  const scale = clamp(Math.min(room.width / rect.width, room.height / rect.height), SMALLEST, largest);
  return centred(rect, area, scale);
}

/** Where the page starts: everything, or, on a small screen, the beginning of the data flow at a readable size. */
export function home(size, area) {
  const whole = { x: 0, y: 0, ...size };
  const all = fit(whole, area);
  if (all.scale >= READABLE) {
    return all;
  }
  const close = centred(whole, area, READABLE);
  return { ...close, x: Math.max(close.x, MARGIN), y: Math.max(close.y, MARGIN) };
}

/** Zooms by a factor around a point of the screen. */
export function zoom(camera, factor, point) {
  const scale = clamp(camera.scale * factor, SMALLEST, LARGEST);
  const ratio = scale / camera.scale;
  return { scale, x: point.x - (point.x - camera.x) * ratio, y: point.y - (point.y - camera.y) * ratio };
}

export function pan(camera, dx, dy) {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Moves as little as is needed to show the first of the rectangles that fits, zoomed out a little where that helps. */
export function reveal(camera, rects, area) {
  const fits = (each) => fit(each, area, camera.scale).scale >= Math.min(camera.scale, LEGIBLE);
  const rect = rects.find(fits) ?? rects.at(-1);
  const { scale, x, y } = zoom(camera, fit(rect, area, camera.scale).scale / camera.scale, { x: 0, y: 0 });
  const [left, top, width, height] = [rect.x * scale + x, rect.y * scale + y, rect.width * scale, rect.height * scale];
  return pan(
    { scale, x, y },
    clamp(left, area.x + MARGIN, area.x + area.width - MARGIN - width) - left,
    clamp(top, area.y + MARGIN, area.y + area.height - MARGIN - height) - top,
  );
}

/** The smallest rectangle around all of them. */
export function around(rects) {
  const x = Math.min(...rects.map((each) => each.x));
  const y = Math.min(...rects.map((each) => each.y));
  const right = Math.max(...rects.map((each) => each.x + each.width));
  const bottom = Math.max(...rects.map((each) => each.y + each.height));
  return { x, y, width: right - x, height: bottom - y };
}

function centred(rect, area, scale) {
  return {
    scale,
    x: (area.x ?? 0) + (area.width - rect.width * scale) / 2 - rect.x * scale,
    y: (area.y ?? 0) + (area.height - rect.height * scale) / 2 - rect.y * scale,
  };
}

function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
