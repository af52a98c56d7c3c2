/** SVG fragments as strings. Lengths are user units, and angles are degrees, clockwise from the right. */

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
// Characters that XML 1.0 forbids. An SVG file that contains such a character is invalid.
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes text for elements and for attributes in double or single quotes. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Formats a coordinate with at most one decimal. A tenth of a unit is not visible. */
export function num(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The pairs of x and y. */
export type Points = readonly (readonly [number, number])[];

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" fill="${fill}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${fill}"/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}"/>`;
}

/** Draws the outline of a circle. `radius` is the distance from the center to the middle of the line. */
export function ring(x: number, y: number, radius: number, width: number, stroke: string): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="none" stroke="${stroke}" stroke-width="${num(width)}"/>`;
}

export function polygon(points: Points, fill: string): string {
  return `<path d="M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}Z" fill="${fill}"/>`;
}

export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

export function stroke(d: string, width: number, color: string): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${num(width)}"/>`;
}

export function polar(x: number, y: number, radius: number, angle: number): [number, number] {
  const radians = (angle * Math.PI) / 180;
  return [x + radius * Math.cos(radians), y + radius * Math.sin(radians)];
}

/** Draws a sector of a circle from the angle `from` to the larger angle `to`. */
export function sector(x: number, y: number, radius: number, from: number, to: number, fill: string): string {
  const [x1, y1] = polar(x, y, radius, from);
  const [x2, y2] = polar(x, y, radius, to);
  const large = to - from > 180 ? 1 : 0;
  return path(
    `M${num(x)} ${num(y)}L${num(x1)} ${num(y1)}A${num(radius)} ${num(radius)} 0 ${large} 1 ${num(x2)} ${num(y2)}Z`,
    fill,
  );
}

/** Draws an arc with the given line width. */
export function arc(
  x: number,
  y: number,
  radius: number,
  from: number,
  to: number,
  width: number,
  color: string,
): string {
  const [x1, y1] = polar(x, y, radius, from);
  const [x2, y2] = polar(x, y, radius, to);
  const large = to - from > 180 ? 1 : 0;
  return stroke(
    `M${num(x1)} ${num(y1)}A${num(radius)} ${num(radius)} 0 ${large} 1 ${num(x2)} ${num(y2)}`,
    width,
    color,
  );
}

/**
 * Returns the corners of a star, alternately at the radii `outer` and `inner`. The first corner is at
 * `angle`.
 */
export function starPoints(
  x: number,
  y: number,
  outer: number,
  inner: number,
  corners: number,
  angle = -90,
): Points {
  return Array.from({ length: corners * 2 }, (_, index) =>
    polar(x, y, index % 2 === 0 ? outer : inner, angle + (index * 180) / corners),
  );
}

/** Draws a smooth closed shape through points at the given radii, at equal angles around `x`, `y`. */
export function blob(x: number, y: number, radii: readonly number[], fill: string): string {
  const count = radii.length;
  const points = radii.map((radius, index) => polar(x, y, radius, (index * 360) / count));
  const middle = (index: number): [number, number] => {
    const [x1, y1] = points[index % count] ?? [x, y];
    const [x2, y2] = points[(index + 1) % count] ?? [x, y];
    return [(x1 + x2) / 2, (y1 + y2) / 2];
  };
  const [startX, startY] = middle(count - 1);
  const curves = points.map(([px, py], index) => {
    const [mx, my] = middle(index);
    return `Q${num(px)} ${num(py)} ${num(mx)} ${num(my)}`;
  });
  return path(`M${num(startX)} ${num(startY)}${curves.join('')}Z`, fill);
}

export function rotated(content: string, angle: number, x: number, y: number): string {
  return `<g transform="rotate(${num(angle)} ${num(x)} ${num(y)})">${content}</g>`;
}

/** Returns a complete SVG file. Assistive technology reads the label when the file is opened as a page. */
export function picture(width: number, height: number, label: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(label)}">${content}</svg>`;
}
