import type { Motif } from '../stage.ts';
import { repeat } from '../stage.ts';
import { blob, circle, ellipse, num, path, polygon, rect, ring, rotated, sector, stroke } from '../svg.ts';

// Motifs for animation, family and music: toys and instruments.

const tiles: Motif = ({ w, h, palette, dice }) => {
  const columns = w > h ? 7 : 4;
  const size = w / columns;
  const rows = Math.ceil(h / size);
  const colors = [palette.a, palette.b, palette.c] as const;
  return repeat(rows * columns, (index) => {
    const [x, y] = [(index % columns) * size, Math.floor(index / columns) * size];
    const fill = dice.pick(colors);
    const corner = dice.whole(0, 3);
    const [cx, cy] = [x + (corner % 2) * size, y + (corner > 1 ? size : 0)];
    const start = [0, 90, 270, 180][corner] ?? 0;
    const kind = dice.whole(0, 5);
    if (kind <= 2) return sector(cx, cy, size, start, start + 90, fill);
    if (kind === 3) return circle(x + size / 2, y + size / 2, size * 0.36, fill);
    return kind === 4 ? rect(x, y, size + 0.5, size + 0.5, fill) : '';
  });
};

const hills: Motif = ({ w, h, palette, dice }) => {
  const sun = Math.min(w, h) * dice.between(0.15, 0.2);
  return (
    circle(w * dice.between(0.25, 0.75), h * 0.3, sun, palette.a) +
    ellipse(w * 0.2, h * 1.06, w * 0.62, h * 0.46, palette.c) +
    ellipse(w * 0.85, h * 1.1, w * 0.6, h * 0.4, palette.b)
  );
};

const balloons: Motif = ({ w, h, palette, dice }) => {
  const size = Math.min(w, h) * 0.15;
  const colors = [palette.a, palette.b, palette.c];
  const hand = [w / 2, h * 1.02] as const;
  return repeat(3, (index) => {
    const [x, y] = [
      w / 2 + (index - 1) * size * dice.between(1.5, 2.1),
      h * (index === 1 ? 0.26 : dice.between(0.34, 0.46)),
    ];
    return (
      stroke(
        `M${num(x)} ${num(y + size)}Q${num(x)} ${num(h * 0.8)} ${num(hand[0])} ${num(hand[1])}`,
        3,
        palette.ink,
      ) +
      ellipse(x, y, size * 0.94, size * 1.12, colors[index] ?? palette.a) +
      polygon(
        [
          [x, y + size],
          [x - size * 0.16, y + size * 1.3],
          [x + size * 0.16, y + size * 1.3],
        ],
        colors[index] ?? palette.a,
      )
    );
  });
};

const blocks: Motif = ({ w, h, palette, dice }) => {
  const unit = Math.min(w, h) * 0.25;
  const [x, base] = [w / 2, h * 0.9];
  const lean = dice.between(-0.3, 0.3) * unit;
  return (
    rect(x - unit * 1.25, base - unit, unit, unit, palette.a) +
    path(
      `M${num(x + unit * 0.1)} ${num(base)}V${num(base - unit / 2)}A${num(unit / 2)} ${num(unit / 2)} 0 0 1 ${num(x + unit * 1.1)} ${num(base - unit / 2)}V${num(base)}Z`,
      palette.b,
    ) +
    rect(x - unit * 0.9 + lean, base - unit * 1.5, unit * 1.8, unit * 0.5, palette.c) +
    circle(x - unit * 0.35 + lean, base - unit * 1.98, unit * 0.48, palette.b) +
    polygon(
      [
        [x + unit * 0.2 + lean, base - unit * 1.5],
        [x + unit * 0.9 + lean, base - unit * 1.5],
        [x + unit * 0.55 + lean, base - unit * 2.4],
      ],
      palette.a,
    )
  );
};

export const creature: Motif = ({ w, h, palette, dice }) => {
  const size = Math.min(w, h) * 0.4;
  const [x, y] = [w / 2, h * 0.58];
  const radii = Array.from({ length: 9 }, () => size * dice.between(0.86, 1.22));
  const eye = size * dice.between(0.17, 0.26);
  const one = dice.chance(0.25);
  const look = eye * 0.3;
  const ball = (ex: number, radius: number): string =>
    circle(ex, y - size * 0.24, radius, palette.c) +
    circle(ex + look, y - size * 0.24, radius * 0.45, palette.ground);
  return (
    blob(x, y, radii, palette.a) +
    (one
      ? ball(x, eye * 1.6)
      : ball(x - size * 0.34, eye) + ball(x + size * 0.3, eye * dice.between(0.8, 1.2))) +
    sector(x, y + size * 0.22, size * 0.3, 0, 180, palette.b)
  );
};

export const boat: Motif = ({ w, h, palette, dice }) => {
  const unit = Math.min(w, h) * 0.3;
  const x = w * dice.between(0.42, 0.58);
  const sea = h * 0.74;
  return (
    polygon(
      [
        [x - unit * 0.06, sea - unit * 1.75],
        [x - unit * 0.06, sea - unit * 0.32],
        [x - unit * 0.9, sea - unit * 0.32],
      ],
      palette.a,
    ) +
    polygon(
      [
        [x + unit * 0.06, sea - unit * 1.45],
        [x + unit * 0.06, sea - unit * 0.32],
        [x + unit * 0.7, sea - unit * 0.32],
      ],
      palette.b,
    ) +
    path(
      `M${num(x - unit)} ${num(sea - unit * 0.24)}H${num(x + unit)}L${num(x + unit * 0.6)} ${num(sea + unit * 0.12)}H${num(x - unit * 0.6)}Z`,
      palette.ink,
    ) +
    rect(0, sea, w, h - sea, palette.c)
  );
};

const vinyl: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.42, 0.52);
  const [x, y] = [w * dice.pick([0.5, 0.5, 0.72, 0.28]), h / 2];
  return (
    circle(x, y, radius, palette.a) +
    repeat(4, (index) => ring(x, y, radius * (0.52 + index * 0.12), 2.5, palette.ground)) +
    circle(x, y, radius * 0.36, palette.b) +
    circle(x, y, radius * 0.06, palette.ground)
  );
};

const levels: Motif = ({ w, h, palette, dice }) => {
  const count = w > h ? 15 : 9;
  const step = w / (count + 1);
  return repeat(count, (index) => {
    const tall = h * dice.between(0.12, 0.72);
    const x = step * (index + 0.72);
    return (
      rect(x, h / 2 - tall / 2, step * 0.56, tall, index % 4 === 2 ? palette.b : palette.a) +
      (index % 4 === 2 ? circle(x + step * 0.28, h / 2 - tall / 2 - step * 0.6, step * 0.28, palette.c) : '')
    );
  });
};

const staff: Motif = ({ w, h, palette, dice }) => {
  const gap = h * 0.09;
  const top = h / 2 - gap * 2;
  const head = gap * 0.62;
  return (
    repeat(5, (index) => rect(0, top + index * gap - 2, w, 4, palette.c)) +
    repeat(3, (index) => {
      const x = w * (0.24 + index * 0.26);
      const y = top + gap * dice.whole(1, 7) * 0.5;
      const fill = index === 1 ? palette.b : palette.a;
      return (
        rotated(ellipse(x, y, head * 1.35, head, fill), -20, x, y) +
        rect(x + head * 1.02, y - gap * 3, head * 0.3, gap * 3, fill)
      );
    })
  );
};

const waves: Motif = ({ w, h, palette, dice }) => {
  const lines = dice.whole(4, 6);
  const step = h / (lines + 1);
  const colors = [palette.a, palette.b, palette.c];
  return repeat(lines, (index) => {
    const y = step * (index + 1);
    const swell = step * dice.between(0.6, 1.1);
    return stroke(
      `M-20 ${num(y)}Q${num(w * 0.125)} ${num(y - swell)} ${num(w * 0.25)} ${num(y)}T${num(w * 0.5)} ${num(y)}T${num(w * 0.75)} ${num(y)}T${num(w + 20)} ${num(y)}`,
      step * 0.34,
      colors[index % 3] ?? palette.a,
    );
  });
};

const keys: Motif = ({ w, h, palette, dice }) => {
  const count = w > h ? 12 : 7;
  const step = w / count;
  const pressed = dice.whole(1, count - 2);
  const top = h * 0.3;
  const sharps = [0, 1, 3, 4, 5];
  return (
    circle(w * dice.between(0.3, 0.7), top, Math.min(w, h) * 0.24, palette.b) +
    repeat(count, (index) =>
      rect(index * step + 2, top, step - 4, h, index === pressed ? palette.a : palette.c),
    ) +
    repeat(count, (index) =>
      sharps.includes(index % 7)
        ? rect(
            (index + 0.68) * step,
            top,
            step * 0.64,
            (h - top) * 0.58,
            palette.ink === palette.c ? palette.a : palette.ground,
          )
        : '',
    )
  );
};

export const ANIMATION = [creature, tiles, hills, balloons, blocks] as const;
export const FAMILY = [hills, balloons, blocks, boat, tiles] as const;
export const MUSIC = [vinyl, levels, staff, waves, keys] as const;
