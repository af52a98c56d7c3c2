import type { Motif } from '../stage.ts';
import { repeat } from '../stage.ts';
import { arc, circle, ellipse, num, path, polygon, rect, ring, rotated, sector } from '../svg.ts';

import { halves } from './rooms.ts';

// Motifs for romance and comedy.

const vesica: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w * 0.34, h * 0.36);
  const apart = radius * dice.between(0.5, 0.75);
  const tilt = dice.pick([0, 0, 90, 35, -35]);
  const [x, y] = [w / 2, h / 2];
  const reach = Math.sqrt(radius * radius - apart * apart);
  const lens = path(
    `M${num(x)} ${num(y - reach)}A${num(radius)} ${num(radius)} 0 0 1 ${num(x)} ${num(y + reach)}A${num(radius)} ${num(radius)} 0 0 1 ${num(x)} ${num(y - reach)}Z`,
    palette.c,
  );
  return rotated(
    circle(x - apart, y, radius, palette.a) + circle(x + apart, y, radius, palette.b) + lens,
    tilt,
    x,
    y,
  );
};

const petals: Motif = ({ w, h, palette, dice }) => {
  const count = dice.pick([5, 6, 8]);
  const reach = Math.min(w, h) * 0.25;
  const [x, y] = [w / 2, h * 0.48];
  const turn = dice.between(0, 60);
  return (
    rect(x - 4, y, 8, h - y, palette.b) +
    repeat(count, (index) =>
      rotated(ellipse(x + reach, y, reach, reach * 0.42, palette.a), turn + (index * 360) / count, x, y),
    ) +
    circle(x, y, reach * 0.34, palette.c)
  );
};

const meeting: Motif = ({ w, h, palette, dice }) => {
  const rings = dice.whole(3, 5);
  const radius = Math.min(w, h) * 0.46;
  const width = radius / (rings * 2);
  const y1 = h * dice.between(0.38, 0.5);
  const y2 = h - y1;
  return repeat(
    rings,
    (index) =>
      arc(0, y1, radius - index * width * 2, -90, 90, width, palette.a) +
      arc(w, y2, radius - index * width * 2, 90, 270, width, palette.b),
  );
};

const moonlight: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.18, 0.26);
  const x = w * dice.between(0.35, 0.65);
  const line = h * 0.58;
  const rows = dice.whole(5, 7);
  return (
    circle(x, line - radius * dice.between(0.6, 1.2), radius, palette.a) +
    rect(0, line, w, h - line, palette.b) +
    repeat(rows, (index) => {
      const width = radius * 2 * (1 - index / (rows + 1)) * dice.between(0.7, 1.15);
      const step = (h - line) / rows;
      return rect(
        x - width / 2 + dice.between(-12, 12),
        line + step * (index + 0.3),
        width,
        step * 0.28,
        palette.a,
      );
    })
  );
};

const heart: Motif = ({ w, h, palette, dice }) => {
  const size = Math.min(w, h) * dice.between(0.3, 0.4);
  const [x, y] = [w / 2 + w * dice.between(-0.08, 0.08), h * 0.5];
  const half = (turn: number, fill: string): string =>
    rotated(
      path(
        `M${num(x)} ${num(y + size)}V${num(y - size * 0.1)}A${num(size / 2)} ${num(size / 2)} 0 0 1 ${num(x + size)} ${num(y - size * 0.1)}V${num(y)}A${num(size)} ${num(size)} 0 0 1 ${num(x)} ${num(y + size)}Z`,
        fill,
      ),
      turn,
      x,
      y,
    );
  const mirrored = `<g transform="translate(${num(2 * x)} 0) scale(-1 1)">${half(0, palette.b)}</g>`;
  return mirrored + half(dice.pick([0, 0, 10]), palette.a);
};

const smile: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.34, 0.42);
  const [x, y] = [w / 2, h * 0.52];
  const eye = radius * dice.between(0.16, 0.24);
  return rotated(
    sector(x, y, radius, 0, 180, palette.a) +
      sector(x, y + radius * 0.62, radius * 0.46, 180, 360, palette.b) +
      circle(x - radius * 0.5, y - radius * 0.48, eye, palette.ink) +
      circle(x + radius * 0.5, y - radius * 0.48, eye, palette.ink),
    dice.pick([0, -14, 12]),
    x,
    y,
  );
};

const bounce: Motif = ({ w, h, palette, dice }) => {
  const hops = dice.whole(3, 4);
  const floor = h * 0.84;
  const ball = Math.min(w, h) * 0.1;
  let x = -w * 0.08;
  let hop = w * 0.2;
  let arcs = '';
  for (let index = 0; index < hops; index += 1) {
    arcs += arc(x + hop, floor, hop, 180, 360, ball * 0.24, palette.b);
    x += hop * 2;
    hop *= 0.78;
  }
  return (
    rect(0, floor, w, h - floor, palette.c) +
    arcs +
    circle(w * 0.32, floor - w * 0.2 - ball, ball * 1.6, palette.a)
  );
};

const bowtie: Motif = ({ w, h, palette, dice }) => {
  const half = Math.min(w * 0.42, h * 0.5);
  const [x, y] = [w / 2, h / 2];
  const tall = half * dice.between(0.5, 0.66);
  return rotated(
    polygon(
      [
        [x, y],
        [x - half, y - tall],
        [x - half, y + tall],
      ],
      palette.a,
    ) +
      polygon(
        [
          [x, y],
          [x + half, y - tall],
          [x + half, y + tall],
        ],
        palette.b,
      ) +
      circle(x, y, half * 0.2, palette.ink),
    dice.pick([0, -12, 90]),
    x,
    y,
  );
};

const spectacles: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w * 0.2, h * 0.22);
  const y = h * dice.between(0.36, 0.44);
  const left = w / 2 - radius * 1.25;
  const right = w / 2 + radius * 1.25;
  const lip = h * 0.76;
  return (
    circle(left, y, radius, palette.a) +
    circle(right, y, radius, palette.b) +
    arc(w / 2, y, radius * 0.3, 180, 360, radius * 0.16, palette.ink) +
    ring(left, y, radius, radius * 0.16, palette.ink) +
    ring(right, y, radius, radius * 0.16, palette.ink) +
    sector(w / 2 - radius * 0.75, lip, radius * 0.75, 180, 360, palette.ink) +
    sector(w / 2 + radius * 0.75, lip, radius * 0.75, 180, 360, palette.ink)
  );
};

const zigzag: Motif = ({ w, h, palette, dice }) => {
  const teeth = dice.whole(3, 5);
  const step = w / teeth;
  const tall = h * 0.17;
  const band = (y: number, fill: string): string => {
    const top = Array.from(
      { length: teeth * 2 + 1 },
      (_, index) => [(index * step) / 2, y + (index % 2 ? tall : 0)] as const,
    );
    const bottom = [...top].reverse().map(([px, py]) => [px, py + h * 0.13] as const);
    return polygon([...top, ...bottom], fill);
  };
  return (
    circle(w * dice.between(0.3, 0.7), h * 0.3, Math.min(w, h) * 0.2, palette.c) +
    band(h * 0.38, palette.a) +
    band(h * 0.6, palette.b)
  );
};

export const ROMANCE = [vesica, petals, meeting, moonlight, heart, halves] as const;
export const COMEDY = [smile, bounce, bowtie, spectacles, zigzag] as const;
