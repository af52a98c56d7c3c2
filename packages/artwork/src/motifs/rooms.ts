import type { Motif } from '../stage.ts';
import { overprint, repeat } from '../stage.ts';
import { circle, num, path, polygon, rect, rotated, sector } from '../svg.ts';

// Motifs for drama: people and rooms.

const window: Motif = ({ w, h, palette, dice }) => {
  const width = Math.min(w, h) * dice.between(0.34, 0.46);
  const height = Math.min(h * 0.58, width * dice.between(1.2, 1.5));
  const x = w * dice.between(0.16, 0.8) - width / 2;
  const left = Math.max(w * 0.08, Math.min(x, w * 0.92 - width));
  const top = h * 0.1;
  const lean = w * dice.pick([-0.22, 0.22, 0.34]);
  const floor = h * 0.8;
  const bar = width * 0.05;
  return (
    rect(0, floor, w, h - floor, palette.c) +
    polygon(
      [
        [left + lean, floor],
        [left + width + lean, floor],
        [left + width * 1.25 + lean * 1.5, h],
        [left + width * 0.1 + lean * 1.5, h],
      ],
      palette.a,
    ) +
    rect(left, top, width, height, palette.a) +
    rect(left + width / 2 - bar / 2, top, bar, height, palette.ground) +
    rect(left, top + height * 0.42, width, bar, palette.ground)
  );
};

export const halves: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.34, 0.44);
  const shift = radius * dice.between(0.25, 0.6);
  const [x, y] = [w / 2, h / 2];
  return dice.chance(0.6)
    ? sector(x, y - shift / 2, radius, 90, 270, palette.a) +
        sector(x, y + shift / 2, radius, 270, 450, palette.b)
    : sector(x - shift / 2, y, radius, 180, 360, palette.a) +
        sector(x + shift / 2, y, radius, 0, 180, palette.b);
};

const horizon: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.22, 0.36);
  const line = h * dice.between(0.58, 0.72);
  const x = w * dice.between(0.25, 0.75);
  const figure = w * dice.between(0.2, 0.8);
  const tall = h * 0.16;
  return (
    circle(x, line - radius * dice.between(0.05, 0.5), radius, palette.a) +
    rect(0, line, w, h - line, palette.b) +
    rect(figure, line - tall, tall * 0.13, tall, palette.ink) +
    circle(figure + tall * 0.065, line - tall * 1.12, tall * 0.11, palette.ink)
  );
};

const stairs: Motif = ({ w, h, palette, dice }) => {
  const steps = dice.whole(5, 8);
  const flip = dice.chance(0.5);
  const [run, rise] = [w / steps, (h * 0.72) / steps];
  const treads = repeat(steps, (index) => {
    const height = rise * (index + 1);
    return rect((flip ? steps - 1 - index : index) * run - 0.5, h - height, run + 1, height, palette.a);
  });
  const radius = Math.min(w, h) * dice.between(0.1, 0.17);
  return treads + circle(flip ? w * 0.72 : w * 0.28, h * 0.26, radius, palette.b);
};

const doorway: Motif = ({ w, h, palette, dice }) => {
  const width = Math.min(w * 0.3, h * 0.3);
  const height = h * dice.between(0.56, 0.68);
  const x = w * dice.between(0.34, 0.66) - width / 2;
  const floor = h * 0.84;
  const lean = w * dice.pick([-0.3, -0.12, 0.12, 0.3]);
  return (
    rect(0, floor, w, h - floor, palette.b) +
    rect(x, floor - height, width, height, palette.a) +
    polygon(
      [
        [x, floor],
        [x + width, floor],
        [x + width + lean + width * 0.5, h],
        [x + lean - width * 0.5, h],
      ],
      palette.a,
    ) +
    rect(x + width * 0.42, floor - height * 0.46, width * 0.15, height * 0.46, palette.ink) +
    circle(x + width * 0.495, floor - height * 0.53, width * 0.1, palette.ink)
  );
};

const figures: Motif = ({ w, h, palette, dice }) => {
  const count = dice.whole(2, 4);
  const colors = [palette.a, palette.b, palette.c, palette.ink];
  const span = w / (count + 0.6);
  return repeat(count, (index) => {
    const half = span * dice.between(0.4, 0.52);
    const x = span * (index + 0.8);
    const shoulder = h * dice.between(0.46, 0.72);
    const head = half * 0.5;
    const fill = colors[index] ?? palette.a;
    return (
      path(
        `M${num(x - half)} ${num(h)}V${num(shoulder + half)}A${num(half)} ${num(half)} 0 0 1 ${num(x + half)} ${num(shoulder + half)}V${num(h)}Z`,
        fill,
      ) + circle(x, shoulder - head * 1.15, head, fill)
    );
  });
};

const overlap: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * 0.3;
  const [x, y] = [w / 2, h / 2];
  const turn = dice.between(0, 120);
  return rotated(
    circle(x - radius * 0.5, y - radius * 0.3, radius, palette.a) +
      overprint(circle(x + radius * 0.5, y - radius * 0.3, radius, palette.b), palette) +
      overprint(circle(x, y + radius * 0.55, radius, palette.c), palette),
    turn,
    x,
    y,
  );
};

export const DRAMA = [window, halves, horizon, stairs, doorway, figures, overlap] as const;
