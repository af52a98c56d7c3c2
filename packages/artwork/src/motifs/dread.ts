import type { Motif } from '../stage.ts';
import { repeat } from '../stage.ts';
import { circle, ellipse, num, path, polygon, rect, ring, rotated } from '../svg.ts';

// Motifs for horror.

export const fangs: Motif = ({ w, h, palette, dice }) => {
  const teeth = dice.whole(4, 6);
  const step = w / teeth;
  const upper = h * dice.between(0.3, 0.4);
  return (
    rect(0, 0, w, h, palette.a) +
    repeat(teeth, (index) =>
      polygon(
        [
          [index * step, -1],
          [(index + 1) * step, -1],
          [(index + 0.5) * step, upper * (index === 0 || index === teeth - 1 ? 1.25 : dice.between(0.7, 1))],
        ],
        palette.ground,
      ),
    ) +
    repeat(teeth + 1, (index) =>
      polygon(
        [
          [(index - 0.5) * step, h + 1],
          [(index + 0.5) * step, h + 1],
          [index * step, h - upper * dice.between(0.6, 0.95)],
        ],
        palette.ground,
      ),
    ) +
    circle(w / 2, h * 0.52, Math.min(w, h) * 0.07, palette.b)
  );
};

export const claws: Motif = ({ w, h, palette, dice }) => {
  const count = dice.whole(3, 4);
  const reach = Math.min(w, h);
  const slashes = repeat(count, (index) => {
    const x = w / 2 + (index - (count - 1) / 2) * reach * 0.17;
    const [top, bottom] = [h * dice.between(0.1, 0.18), h * dice.between(0.82, 0.94)];
    const fat = reach * 0.055;
    return path(
      `M${num(x)} ${num(top)}Q${num(x + fat * 2)} ${num(h / 2)} ${num(x - fat)} ${num(bottom)}Q${num(x - fat * 0.8)} ${num(h / 2)} ${num(x)} ${num(top)}Z`,
      palette.ground,
    );
  });
  return (
    circle(w / 2, h / 2, reach * 0.42, palette.a) + rotated(slashes, dice.pick([14, -14, 24]), w / 2, h / 2)
  );
};

const slit: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.3, 0.4);
  const [x, y] = [w / 2, h / 2];
  const lean = radius * 0.24;
  return (
    circle(x, y, radius, palette.a) +
    ring(x, y, radius * 0.8, radius * 0.07, palette.b) +
    path(
      `M${num(x)} ${num(y - radius * 0.94)}Q${num(x + lean * 1.6)} ${num(y)} ${num(x)} ${num(y + radius * 0.94)}Q${num(x - lean * 1.6)} ${num(y)} ${num(x)} ${num(y - radius * 0.94)}Z`,
      palette.ground,
    )
  );
};

const drips: Motif = ({ w, h, palette, dice }) => {
  const count = dice.whole(6, 8);
  const step = w / count;
  return (
    circle(w * dice.between(0.3, 0.7), h * 0.72, Math.min(w, h) * 0.14, palette.b) +
    rect(0, 0, w, h * 0.14, palette.a) +
    repeat(count, (index) => {
      const length = h * dice.between(0.14, 0.66);
      const half = step * 0.34;
      return index % 2 === 0 || dice.chance(0.5)
        ? rect(step * index + step / 2 - half, 0, half * 2, length, palette.a) +
            circle(step * index + step / 2, length, half, palette.a)
        : '';
    })
  );
};

export const house: Motif = ({ w, h, palette, dice }) => {
  const width = Math.min(w, h) * 0.26;
  const x = w * dice.between(0.35, 0.6);
  const ground = h * 0.78;
  const wall = h * 0.3;
  const roof = wall * dice.between(0.6, 0.9);
  const pane = width * 0.2;
  return (
    circle(x + width * dice.pick([-0.6, 1.2]), h * 0.36, Math.min(w, h) * 0.24, palette.a) +
    ellipse(w / 2, h * 1.02, w * 0.75, h - ground + h * 0.04, palette.b) +
    rect(x, ground - wall, width, wall * 1.3, palette.b) +
    polygon(
      [
        [x - width * 0.16, ground - wall],
        [x + width * 1.16, ground - wall],
        [x + width / 2, ground - wall - roof],
      ],
      palette.b,
    ) +
    rect(x + width * 0.42, ground - wall * 0.72, pane, pane * 1.4, palette.c)
  );
};

export const woods: Motif = ({ w, h, palette, dice }) => {
  const trunks = dice.whole(6, 9);
  return (
    circle(w * dice.between(0.3, 0.7), h * 0.42, Math.min(w, h) * 0.24, palette.a) +
    repeat(trunks, (index) => {
      const x = ((index + dice.between(0.2, 0.8)) * w) / trunks;
      const half = w * dice.between(0.008, 0.022);
      return polygon(
        [
          [x - half, h],
          [x + half, h],
          [x + half * 0.3 + dice.between(-14, 14), -2],
        ],
        index % 3 === 1 ? palette.c : palette.b,
      );
    }) +
    rect(0, h * 0.9, w, h * 0.1, palette.b)
  );
};

export const HORROR = [fangs, claws, slit, drips, house, woods] as const;
