import type { Motif } from '../stage.ts';
import { repeat, times } from '../stage.ts';
import { arc, circle, num, path, polar, polygon, rect, ring, rotated, starPoints } from '../svg.ts';

// Motifs for fantasy, western and war: landscapes.

const peaks: Motif = ({ w, h, palette, dice }) => {
  const summit = w * dice.between(0.35, 0.65);
  const top = h * dice.between(0.26, 0.36);
  const other = summit + w * dice.pick([-0.34, 0.34]);
  return (
    circle(w - summit, h * 0.24, Math.min(w, h) * 0.13, palette.b) +
    polygon(
      [
        [other - w * 0.55, h],
        [other, h * 0.46],
        [other + w * 0.55, h],
      ],
      palette.c,
    ) +
    polygon(
      [
        [summit - w * 0.52, h],
        [summit, top],
        [summit + w * 0.52, h],
      ],
      palette.a,
    ) +
    polygon(
      [
        [summit - w * 0.104, top + (h - top) * 0.2],
        [summit, top],
        [summit + w * 0.104, top + (h - top) * 0.2],
        [summit + w * 0.04, top + (h - top) * 0.15],
        [summit - w * 0.02, top + (h - top) * 0.24],
      ],
      palette.ink,
    )
  );
};

export const tower: Motif = ({ w, h, palette, dice }) => {
  const unit = Math.min(w, h) * 0.075;
  const x = w * dice.between(0.4, 0.6);
  const keep = (middle: number, half: number, top: number, fill: string): string =>
    rect(middle - half, h * top, half * 2, h * (1 - top), fill) +
    repeat(3, (index) =>
      rect(
        middle - half + (index * half * 2 * 2) / 5,
        h * top - unit * 0.6,
        (half * 2) / 5,
        unit * 0.7,
        fill,
      ),
    );
  return (
    circle(x + unit * dice.pick([-3, 3]), h * 0.3, unit * 2.6, palette.b) +
    keep(x - unit * 3, unit * 1.2, 0.56, palette.c) +
    keep(x + unit * 3, unit * 1.2, 0.62, palette.c) +
    keep(x, unit * 1.8, 0.38, palette.a) +
    path(
      `M${num(x - unit * 0.6)} ${num(h)}V${num(h * 0.82)}A${num(unit * 0.6)} ${num(unit * 0.6)} 0 0 1 ${num(x + unit * 0.6)} ${num(h * 0.82)}V${num(h)}Z`,
      palette.ground,
    )
  );
};

const crescent: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.3, 0.36);
  const [x, y] = [w / 2, h / 2];
  const star = (sx: number, sy: number, size: number): string =>
    polygon(starPoints(sx, sy, size, size * 0.34, 4, -90), palette.b);
  return (
    circle(x, y, radius, palette.a) +
    circle(x + radius * 0.42, y - radius * 0.2, radius * 0.82, palette.ground) +
    star(x + radius * 0.5, y - radius * 0.15, radius * 0.36) +
    star(x + radius * dice.between(0.9, 1.2), y + radius * 0.7, radius * 0.16) +
    star(x - radius * dice.between(0.9, 1.2), y - radius * 0.8, radius * 0.14)
  );
};

export const gate: Motif = ({ w, h, palette, dice }) => {
  const depth = dice.whole(4, 6);
  const colors = [palette.a, palette.ground, palette.b, palette.ground, palette.c, palette.ground];
  const half = Math.min(w * 0.5, h * 0.62);
  return repeat(depth, (index) => {
    const share = half * (1 - index / depth);
    const top = h * 0.08 + half + (index * h * 0.06) / depth;
    const fill = index === depth - 1 ? palette.ink : (colors[index] ?? palette.a);
    return path(
      `M${num(w / 2 - share)} ${num(h)}V${num(top)}A${num(share)} ${num(share)} 0 0 1 ${num(w / 2 + share)} ${num(top)}V${num(h)}Z`,
      fill,
    );
  });
};

export const sword: Motif = ({ w, h, palette, dice }) => {
  const [x, wide] = [w / 2, Math.min(w, h) * 0.045];
  return (
    circle(x, h * 0.46, Math.min(w, h) * dice.between(0.28, 0.36), palette.a) +
    polygon(
      [
        [x - wide, h * 0.26],
        [x + wide, h * 0.26],
        [x + wide, h * 0.82],
        [x, h * 0.93],
        [x - wide, h * 0.82],
      ],
      palette.ink,
    ) +
    rect(x - wide * 4, h * 0.24, wide * 8, wide * 0.9, palette.b) +
    rect(x - wide * 0.6, h * 0.12, wide * 1.2, h * 0.12, palette.b) +
    circle(x, h * 0.11, wide * 1.1, palette.b)
  );
};

const mesa: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.26, 0.36);
  const line = h * 0.74;
  const butte = (x: number, half: number, top: number, fill: string): string =>
    polygon(
      [
        [x - half, line],
        [x - half * 0.72, top],
        [x + half * 0.72, top],
        [x + half, line],
      ],
      fill,
    );
  return (
    circle(w * dice.between(0.35, 0.65), line - radius * 0.7, radius, palette.a) +
    butte(w * 0.2, w * 0.2, h * dice.between(0.44, 0.52), palette.b) +
    butte(w * 0.82, w * 0.14, h * dice.between(0.52, 0.6), palette.b) +
    rect(0, line - 1, w, h - line + 1, palette.c)
  );
};

const badge: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * 0.4;
  const corners = dice.pick([5, 6]);
  const [x, y] = [w / 2, h / 2];
  const tips = times(corners, (index) => polar(x, y, radius, -90 + (index * 360) / corners));
  return (
    polygon(starPoints(x, y, radius, radius * 0.46, corners), palette.a) +
    tips.map(([tx, ty]) => circle(tx, ty, radius * 0.09, palette.a)).join('') +
    circle(x, y, radius * 0.26, palette.b)
  );
};

const wheel: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * 0.36;
  const spokes = dice.pick([8, 10, 12]);
  const [x, y] = [w * dice.between(0.42, 0.58), h * 0.54];
  return (
    rect(0, h * 0.86, w, h * 0.14, palette.b) +
    repeat(spokes, (index) =>
      rotated(rect(x, y - radius * 0.035, radius, radius * 0.07, palette.a), (index * 360) / spokes, x, y),
    ) +
    ring(x, y, radius, radius * 0.15, palette.a) +
    circle(x, y, radius * 0.2, palette.b)
  );
};

const cactus: Motif = ({ w, h, palette, dice }) => {
  const unit = Math.min(w, h) * 0.075;
  const x = w * dice.between(0.4, 0.6);
  const line = h * 0.84;
  const limb = (side: number, low: number, high: number): string =>
    `<path d="M${num(x)} ${num(low)}H${num(x + side * unit * 2.2)}V${num(high)}" fill="none" stroke="${palette.b}" stroke-width="${num(unit)}" stroke-linecap="round" stroke-linejoin="round"/>`;
  return (
    circle(w - x, h * 0.36, unit * 2.8, palette.a) +
    rect(0, line, w, h - line, palette.c) +
    `<path d="M${num(x)} ${num(line)}V${num(h * 0.22)}" stroke="${palette.b}" stroke-width="${num(unit * 1.3)}" stroke-linecap="round"/>` +
    limb(-1, h * 0.58, h * 0.42) +
    limb(1, h * 0.5, h * 0.34)
  );
};

const searchlights: Motif = ({ w, h, palette, dice }) => {
  const cross = h * dice.between(0.3, 0.44);
  const cone = (x: number, lean: number, fill: string): string =>
    polygon(
      [
        [x - 8, h],
        [x + 8, h],
        [x + lean + w * 0.13, -2],
        [x + lean - w * 0.13, -2],
      ],
      fill,
    );
  return (
    cone(w * 0.22, w * 0.5, palette.c) +
    cone(w * 0.78, -w * 0.46, palette.a) +
    circle(w * 0.5, cross, Math.min(w, h) * 0.08, palette.b)
  );
};

const medal: Motif = ({ w, h, palette, dice }) => {
  const stripes = dice.pick([3, 5]);
  const width = Math.min(w, h) * 0.34;
  const [x, y] = [w / 2, h * 0.66];
  const colors = [palette.b, palette.c];
  return (
    repeat(stripes, (index) =>
      rect(
        x - width / 2 + (index * width) / stripes,
        -1,
        width / stripes + 0.5,
        h * 0.46,
        colors[index % 2] ?? palette.b,
      ),
    ) + polygon(starPoints(x, y, width * 0.66, width * 0.28, 5), palette.a)
  );
};

export const formation: Motif = ({ w, h, palette, dice }) => {
  const size = Math.min(w, h) * 0.1;
  const plane = (x: number, y: number, fill: string): string =>
    polygon(
      [
        [x, y - size],
        [x + size * 0.22, y],
        [x + size, y + size * 0.4],
        [x + size * 0.22, y + size * 0.4],
        [x, y + size],
        [x - size * 0.22, y + size * 0.4],
        [x - size, y + size * 0.4],
        [x - size * 0.22, y],
      ],
      fill,
    );
  const spread = Math.min(w * 0.16, h * 0.24);
  const planes = [0, 1, 2].flatMap((row) => times(row + 1, (column) => [column * 2 - row, row] as const));
  return rotated(
    circle(w / 2, h / 2, Math.min(w, h) * 0.4, palette.a) +
      planes
        .map(([column, row], index) =>
          plane(
            w / 2 + column * spread * 0.75,
            h * 0.3 + row * spread * 1.1,
            index === 0 ? palette.b : palette.ground,
          ),
        )
        .join(''),
    dice.pick([0, 30, -30]),
    w / 2,
    h / 2,
  );
};

export const trench: Motif = ({ w, h, palette, dice }) => {
  const line = h * 0.7;
  const posts = dice.whole(3, 4);
  return (
    circle(w * dice.between(0.3, 0.7), line, Math.min(w, h) * 0.3, palette.a) +
    rect(0, line, w, h - line, palette.b) +
    repeat(posts, (index) => {
      const x = ((index + 0.5) * w) / posts;
      return (
        rect(x - 5, line - h * 0.2, 10, h * 0.22, palette.ink) +
        arc(x + w / posts / 2, line - h * 0.2, w / posts / 2, 20, 160, 4, palette.ink)
      );
    })
  );
};

export const FANTASY = [peaks, tower, crescent, gate, sword] as const;
export const WESTERN = [mesa, badge, wheel, cactus] as const;
export const WAR = [searchlights, medal, formation, trench] as const;
