import type { Motif } from '../stage.ts';
import { repeat, times } from '../stage.ts';
import {
  arc,
  circle,
  ellipse,
  num,
  path,
  polar,
  polygon,
  rect,
  ring,
  rotated,
  sector,
  stroke,
} from '../svg.ts';

// Motifs for science fiction: planets and space.

export const ringed: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.22, 0.3);
  const [x, y] = [w / 2, h / 2];
  const tilt = dice.pick([-24, -14, 18, 28]);
  const belt = (from: number, to: number): string => {
    const [rx, ry] = [radius * 1.75, radius * 0.42];
    const [x1, y1] = [x + rx * Math.cos((from * Math.PI) / 180), y + ry * Math.sin((from * Math.PI) / 180)];
    const [x2, y2] = [x + rx * Math.cos((to * Math.PI) / 180), y + ry * Math.sin((to * Math.PI) / 180)];
    return stroke(
      `M${num(x1)} ${num(y1)}A${num(rx)} ${num(ry)} 0 0 1 ${num(x2)} ${num(y2)}`,
      radius * 0.16,
      palette.b,
    );
  };
  return (
    circle(w * dice.between(0.12, 0.25), h * dice.between(0.12, 0.22), radius * 0.16, palette.c) +
    rotated(belt(180, 360) + circle(x, y, radius, palette.a) + belt(0, 180), tilt, x, y)
  );
};

const orbits: Motif = ({ w, h, palette, dice }) => {
  const count = dice.whole(3, 5);
  const reach = Math.min(w, h) * 0.46;
  const [x, y] = [w / 2, h / 2];
  return (
    repeat(count, (index) => {
      const radius = reach * (0.34 + (0.66 * index) / (count - 1));
      const [px, py] = polar(x, y, radius, dice.between(0, 360));
      return (
        ring(x, y, radius, 3, palette.c) +
        circle(px, py, reach * dice.between(0.05, 0.11), index % 2 ? palette.a : palette.b)
      );
    }) + circle(x, y, reach * 0.2, palette.a)
  );
};

const gridline: Motif = ({ w, h, palette, dice }) => {
  const line = h * 0.6;
  const radius = Math.min(w, h) * dice.between(0.26, 0.34);
  const slats = dice.whole(4, 6);
  const sun =
    sector(w / 2, line, radius, 180, 360, palette.a) +
    repeat(slats, (index) => {
      const y = line - (radius * 0.72 * index) / slats;
      return rect(
        w / 2 - radius,
        y - radius * 0.02,
        radius * 2,
        (radius * 0.1 * (slats - index)) / slats,
        palette.ground,
      );
    });
  const rays = repeat(11, (index) =>
    stroke(
      `M${num(w / 2 + (index - 5) * w * 0.035)} ${num(line)}L${num(w / 2 + (index - 5) * w * 0.34)} ${num(h)}`,
      3,
      palette.b,
    ),
  );
  const rows = repeat(5, (index) => rect(0, line + (h - line) * (index / 5) ** 2, w, 3, palette.b));
  return sun + rays + rows;
};

const beam: Motif = ({ w, h, palette, dice }) => {
  const [x, y] = [w * dice.between(0.4, 0.6), h * 0.24];
  const half = Math.min(w, h) * 0.27;
  const spread = half * dice.between(1, 1.5);
  return (
    polygon(
      [
        [x - half * 0.55, y],
        [x + half * 0.55, y],
        [x + spread, h * 0.88],
        [x - spread, h * 0.88],
      ],
      palette.c,
    ) +
    ellipse(x, h * 0.88, spread, spread * 0.16, palette.c) +
    sector(x, y, half * 0.5, 180, 360, palette.b) +
    ellipse(x, y, half, half * 0.22, palette.a) +
    rect(x - 5, h * 0.74, 10, h * 0.14, palette.ink) +
    circle(x, h * 0.715, 10, palette.ink)
  );
};

const eclipse: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.3, 0.38);
  const [dx, dy] = [radius * dice.between(-0.35, 0.35), radius * dice.between(-0.3, 0.3)];
  return (
    ring(w / 2, h / 2, radius * 1.22, 4, palette.c) +
    circle(w / 2, h / 2, radius, palette.a) +
    circle(w / 2 + dx, h / 2 + dy, radius * 0.82, palette.ground) +
    circle(w / 2 - dx * 3, h / 2 - dy * 3.4, radius * 0.12, palette.b)
  );
};

export const rocket: Motif = ({ w, h, palette, dice }) => {
  const unit = Math.min(w, h) * 0.1;
  const [x, y] = [w / 2, h / 2];
  const hull = path(
    `M${num(x)} ${num(y - unit * 3.4)}C${num(x + unit * 1.6)} ${num(y - unit * 1.8)} ${num(x + unit * 1.3)} ${num(y + unit)} ${num(x + unit * 0.8)} ${num(y + unit * 1.6)}H${num(x - unit * 0.8)}C${num(x - unit * 1.3)} ${num(y + unit)} ${num(x - unit * 1.6)} ${num(y - unit * 1.8)} ${num(x)} ${num(y - unit * 3.4)}Z`,
    palette.a,
  );
  const fin = (side: number): string =>
    polygon(
      [
        [x + side * unit * 0.9, y + unit * 0.2],
        [x + side * unit * 2, y + unit * 2.4],
        [x + side * unit * 0.7, y + unit * 1.6],
      ],
      palette.b,
    );
  const flame = polygon(
    [
      [x - unit * 0.6, y + unit * 1.8],
      [x + unit * 0.6, y + unit * 1.8],
      [x, y + unit * dice.between(3, 4.4)],
    ],
    palette.c,
  );
  return rotated(
    fin(1) + fin(-1) + flame + hull + circle(x, y - unit * 0.8, unit * 0.5, palette.ground),
    dice.pick([0, 28, 40, -24]),
    x,
    y,
  );
};

export const visor: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.3, 0.36);
  const [x, y] = [w / 2, h * 0.48];
  const shine = dice.between(200, 220);
  return (
    sector(x, h + radius * 0.35, radius * 1.45, 180, 360, palette.b) +
    circle(x, y, radius, palette.a) +
    ellipse(x, y + radius * 0.06, radius * 0.76, radius * 0.6, palette.ground) +
    arc(x, y + radius * 0.06, radius * 0.46, shine, shine + 60, radius * 0.09, palette.c)
  );
};

const monolith: Motif = ({ w, h, palette, dice }) => {
  const width = Math.min(w, h) * dice.between(0.16, 0.24);
  const x = w * dice.between(0.4, 0.6);
  const line = h * 0.8;
  return (
    circle(x, line, Math.min(w, h) * dice.between(0.36, 0.46), palette.a) +
    rect(0, line, w, h - line, palette.b) +
    rect(x - width / 2, h * dice.between(0.14, 0.24), width, h * 0.7, palette.ink)
  );
};

const signal: Motif = ({ w, h, palette, dice }) => {
  const rings = dice.whole(4, 6);
  const [x, y] = dice.pick([
    [w * 0.12, h * 0.9],
    [w * 0.88, h * 0.9],
    [w / 2, h * 0.92],
  ] as const);
  const reach = Math.min(w * 0.95, h * 0.85);
  return (
    repeat(rings, (index) =>
      arc(
        x,
        y,
        (reach * (index + 1.4)) / (rings + 1),
        190,
        350,
        reach * 0.035,
        index % 3 === 1 ? palette.c : palette.a,
      ),
    ) + circle(x, y, reach * 0.12, palette.b)
  );
};

const cells: Motif = ({ w, h, palette, dice }) => {
  const columns = w > h ? 8 : 5;
  const radius = w / columns / 1.5;
  const rise = radius * Math.sqrt(3);
  const rows = Math.ceil(h / rise) + 1;
  const colors = [palette.a, palette.b, palette.c] as const;
  return repeat((columns + 1) * rows, (index) => {
    const column = index % (columns + 1);
    const [x, y] = [
      column * radius * 1.5,
      Math.floor(index / (columns + 1)) * rise + (column % 2 ? rise / 2 : 0),
    ];
    return dice.chance(0.42)
      ? polygon(
          times(6, (corner) => polar(x, y, radius * 0.9, corner * 60)),
          dice.pick(colors),
        )
      : '';
  });
};

const twins: Motif = ({ w, h, palette, dice }) => {
  const size = Math.min(w, h);
  const line = h * dice.between(0.66, 0.76);
  const x = w * dice.between(0.32, 0.5);
  return (
    circle(x, line - size * 0.3, size * 0.17, palette.a) +
    circle(x + size * 0.3, line - size * 0.12, size * 0.1, palette.b) +
    path(
      `M0 ${num(line)}Q${num(w * 0.3)} ${num(line - h * 0.07)} ${num(w * 0.62)} ${num(line + h * 0.02)}T${num(w)} ${num(line - h * 0.02)}V${num(h)}H0Z`,
      palette.c,
    )
  );
};

export const SCIENCE_FICTION = [
  ringed,
  orbits,
  gridline,
  beam,
  eclipse,
  rocket,
  visor,
  monolith,
  signal,
  cells,
  twins,
] as const;
