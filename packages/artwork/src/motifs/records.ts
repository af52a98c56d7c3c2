import type { Motif } from '../stage.ts';
import { repeat } from '../stage.ts';
import { blob, circle, num, path, polar, polygon, rect, sector, stroke } from '../svg.ts';

// Motifs for documentary and history: cameras and records.

const aperture: Motif = ({ w, h, palette, dice }) => {
  const blades = dice.pick([6, 7, 8]);
  const radius = Math.min(w, h) * 0.43;
  const [x, y] = [w / 2, h / 2];
  const open = radius * dice.between(0.26, 0.42);
  const turn = dice.between(0, 60);
  return (
    circle(x, y, radius, palette.a) +
    repeat(blades, (index) => {
      const angle = turn + (index * 360) / blades;
      const [x1, y1] = polar(x, y, open, angle);
      const [x2, y2] = polar(x, y, radius * 1.01, angle + 74);
      return stroke(`M${num(x1)} ${num(y1)}L${num(x2)} ${num(y2)}`, radius * 0.035, palette.ground);
    }) +
    polygon(
      Array.from({ length: blades }, (_, index) => polar(x, y, open, turn + (index * 360) / blades)),
      palette.b,
    )
  );
};

const halftone: Motif = ({ w, h, palette, dice }) => {
  const columns = w > h ? 20 : 11;
  const step = w / columns;
  const rows = Math.ceil(h / step);
  const [fx, fy] = [w * dice.between(0.2, 0.8), h * dice.between(0.2, 0.8)];
  const reach = Math.max(w, h) * 0.62;
  return repeat(rows * columns, (index) => {
    const [x, y] = [((index % columns) + 0.5) * step, (Math.floor(index / columns) + 0.5) * step];
    const radius = step * 0.56 * Math.max(0, 1 - Math.hypot(x - fx, y - fy) / reach);
    return radius < 2 ? '' : circle(x, y, radius, radius > step * 0.42 ? palette.b : palette.a);
  });
};

const contours: Motif = ({ w, h, palette, dice }) => {
  const lines = dice.whole(6, 8);
  const reach = Math.min(w, h) * 0.6;
  const shape = Array.from({ length: 10 }, () => dice.between(0.72, 1.12));
  const [x, y] = [w * dice.between(0.35, 0.65), h * dice.between(0.4, 0.6)];
  return repeat(lines, (index) => {
    const size = reach * (1 - index / lines);
    const radii = shape.map((share) => share * size);
    const fill =
      index % 2 ? palette.ground : index === lines - 1 || index === lines - 2 ? palette.b : palette.a;
    return blob(x + index * 4, y - index * 5, radii, fill);
  });
};

const lens: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * 0.38;
  const [x, y] = [w / 2, h / 2];
  return (
    circle(x, y, radius, palette.a) +
    circle(x, y, radius * 0.72, palette.ground) +
    circle(x, y, radius * 0.52, palette.b) +
    sector(x, y, radius * 0.52, dice.between(180, 230), dice.between(290, 330), palette.c)
  );
};

const strata: Motif = ({ w, h, palette, dice }) => {
  const bands = dice.whole(4, 5);
  const colors = [palette.c, palette.a, palette.b];
  const top = h * 0.42;
  return (
    circle(w * dice.between(0.3, 0.7), h * 0.3, Math.min(w, h) * 0.2, palette.b) +
    repeat(bands, (index) => {
      const y = top + ((h - top) * index) / bands;
      const swell = h * dice.between(0.03, 0.08);
      return path(
        `M0 ${num(y)}C${num(w * 0.3)} ${num(y - swell)} ${num(w * 0.6)} ${num(y + swell)} ${num(w)} ${num(y - swell / 2)}V${num(h)}H0Z`,
        colors[index % 3] ?? palette.a,
      );
    })
  );
};

const frameMarks: Motif = ({ w, h, palette, dice }) => {
  const size = Math.min(w, h);
  const [inset, arm] = [size * 0.12, size * 0.13];
  const corner = (x: number, y: number, dx: number, dy: number): string =>
    stroke(`M${num(x + dx * arm)} ${num(y)}H${num(x)}V${num(y + dy * arm)}`, size * 0.018, palette.ink);
  return (
    circle(w * dice.between(0.4, 0.6), h * 0.5, size * dice.between(0.2, 0.28), palette.a) +
    rect(0, h * dice.between(0.56, 0.66), w, h, palette.b) +
    corner(inset, inset, 1, 1) +
    corner(w - inset, inset, -1, 1) +
    corner(inset, h - inset, 1, -1) +
    corner(w - inset, h - inset, -1, -1)
  );
};

export const columns: Motif = ({ w, h, palette, dice }) => {
  const count = dice.whole(3, 4);
  const span = Math.min(w * 0.84, h * 0.9);
  const left = (w - span) / 2;
  const step = span / count;
  const base = h * 0.9;
  return (
    polygon(
      [
        [left - step * 0.1, h * 0.34],
        [w / 2, h * 0.14],
        [left + span + step * 0.1, h * 0.34],
      ],
      palette.b,
    ) +
    rect(left, h * 0.36, span, h * 0.04, palette.a) +
    repeat(count, (index) =>
      rect(left + step * (index + 0.26), h * 0.42, step * 0.48, base - h * 0.44, palette.a),
    ) +
    rect(left - step * 0.1, base - h * 0.02, span + step * 0.2, h * 0.05, palette.b)
  );
};

export const arcade: Motif = ({ w, h, palette, dice }) => {
  const count = w > h ? dice.whole(5, 6) : 3;
  const step = w / count;
  const half = step * 0.38;
  const row = (top: number, bottom: number, fill: string): string =>
    repeat(count, (index) => {
      const x = step * (index + 0.5);
      return path(
        `M${num(x - half)} ${num(bottom)}V${num(top + half)}A${num(half)} ${num(half)} 0 0 1 ${num(x + half)} ${num(top + half)}V${num(bottom)}Z`,
        fill,
      );
    });
  return (
    row(h * 0.1, h * 0.46, palette.a) +
    row(h * 0.54, h * 0.9, palette.b) +
    circle(step * (dice.whole(0, count - 1) + 0.5), h * 0.78, half * 0.5, palette.c)
  );
};

const coin: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * 0.38;
  const [x, y] = [w / 2, h / 2];
  const head = radius * 0.34;
  return (
    circle(x, y, radius, palette.a) +
    repeat(36, (index) => {
      const [px, py] = polar(x, y, radius * 0.9, index * 10);
      return circle(px, py, radius * 0.025, palette.ground);
    }) +
    circle(x + head * dice.pick([-0.2, 0.2]), y - head * 0.6, head, palette.b) +
    path(
      `M${num(x - radius * 0.52)} ${num(y + radius * 0.6)}A${num(radius * 0.54)} ${num(radius * 0.5)} 0 0 1 ${num(x + radius * 0.52)} ${num(y + radius * 0.6)}A${num(radius * 0.8)} ${num(radius * 0.8)} 0 0 1 ${num(x - radius * 0.52)} ${num(y + radius * 0.6)}Z`,
      palette.b,
    )
  );
};

const hourglass: Motif = ({ w, h, palette, dice }) => {
  const half = Math.min(w, h) * 0.26;
  const tall = h * 0.36;
  const [x, y] = [w / 2, h / 2];
  const level = dice.between(0.35, 0.7);
  return (
    polygon(
      [
        [x - half, y - tall],
        [x + half, y - tall],
        [x, y],
      ],
      palette.c,
    ) +
    polygon(
      [
        [x - half * level, y - tall * level],
        [x + half * level, y - tall * level],
        [x, y],
      ],
      palette.a,
    ) +
    polygon(
      [
        [x - half, y + tall],
        [x + half, y + tall],
        [x, y],
      ],
      palette.c,
    ) +
    polygon(
      [
        [x - half, y + tall],
        [x + half, y + tall],
        [x, y + tall * level],
      ],
      palette.a,
    ) +
    rect(x - half * 1.2, y - tall - h * 0.04, half * 2.4, h * 0.04, palette.b) +
    rect(x - half * 1.2, y + tall, half * 2.4, h * 0.04, palette.b)
  );
};

export const DOCUMENTARY = [aperture, halftone, contours, lens, strata, frameMarks] as const;
export const HISTORY = [columns, arcade, coin, hourglass] as const;
export const ANY = [strata, frameMarks, contours, halftone] as const;
