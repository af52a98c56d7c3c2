import type { Motif } from '../stage.ts';
import { repeat, times } from '../stage.ts';
import { arc, circle, ellipse, num, path, polygon, rect, rotated, sector } from '../svg.ts';

// Motifs for thriller, crime and mystery: night scenes.

const spiral: Motif = ({ w, h, palette, dice }) => {
  const turns = dice.whole(6, 9);
  const radius = Math.min(w, h) * 0.52;
  const angle = dice.between(0, 360);
  let [x, y] = [w / 2, h / 2];
  return times(turns, (index) => {
    const size = radius * (1 - index / turns);
    const drift = (radius / turns) * 0.55;
    x += drift * Math.cos(((angle + index * 34) * Math.PI) / 180);
    y += drift * Math.sin(((angle + index * 34) * Math.PI) / 180);
    return circle(x, y, size, index === turns - 1 ? palette.b : index % 2 ? palette.ground : palette.a);
  }).join('');
};

const keyhole: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.16, 0.2);
  const [x, y] = [w / 2, h * 0.36];
  const eye = dice.chance(0.6) ? circle(x, y, radius * 0.42, palette.b) : '';
  return (
    circle(x, h * 0.5, Math.min(w, h) * 0.46, palette.c) +
    circle(x, y, radius, palette.a) +
    polygon(
      [
        [x - radius * 0.34, y],
        [x + radius * 0.34, y],
        [x + radius * 0.95, h * 0.82],
        [x - radius * 0.95, h * 0.82],
      ],
      palette.a,
    ) +
    eye
  );
};

const searchlight: Motif = ({ w, h, palette, dice }) => {
  const from = w * dice.pick([0.05, 0.3, 0.7, 0.95]);
  const to = w * dice.between(0.35, 0.65);
  const reach = Math.min(w, h) * 0.34;
  const floor = h * 0.82;
  const tall = h * 0.2;
  return (
    polygon(
      [
        [from - 8, -4],
        [from + 8, -4],
        [to + reach, floor],
        [to - reach, floor],
      ],
      palette.a,
    ) +
    ellipse(to, floor, reach, reach * 0.22, palette.a) +
    rect(to - tall * 0.09, floor - tall, tall * 0.18, tall * 1.04, palette.ground) +
    circle(to, floor - tall * 1.16, tall * 0.13, palette.ground) +
    ellipse(to, floor + tall * 0.05, tall * 0.32, tall * 0.05, palette.b)
  );
};

const displaced: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.34, 0.42);
  const strips = dice.whole(6, 9);
  const top = h / 2 - radius;
  const band = (radius * 2) / strips;
  return repeat(strips, (index) => {
    const middle = top + band * (index + 0.5) - h / 2;
    const half = Math.sqrt(Math.max(0, radius * radius - middle * middle));
    const shift = index % 3 === 1 ? radius * dice.between(0.2, 0.5) * dice.pick([-1, 1]) : 0;
    return rect(
      w / 2 - half + shift,
      top + band * index,
      half * 2,
      band + 0.6,
      index % 3 === 1 ? palette.b : palette.a,
    );
  });
};

const watching: Motif = ({ w, h, palette, dice }) => {
  const half = Math.min(w * 0.44, h * 0.62);
  const [x, y] = [w / 2, h / 2];
  const bend = half * dice.between(1.05, 1.3);
  const iris = half * 0.42;
  return (
    path(
      `M${num(x - half)} ${num(y)}A${num(bend)} ${num(bend)} 0 0 1 ${num(x + half)} ${num(y)}A${num(bend)} ${num(bend)} 0 0 1 ${num(x - half)} ${num(y)}Z`,
      palette.a,
    ) +
    circle(x, y, iris, palette.b) +
    circle(x + iris * dice.between(-0.2, 0.2), y, iris * 0.5, palette.ground) +
    arc(x, y + half * 0.2, half * 1.06, 215, 325, half * 0.06, palette.c)
  );
};

const corridor: Motif = ({ w, h, palette, dice }) => {
  const depth = dice.whole(5, 7);
  const [fx, fy] = [w * dice.between(0.35, 0.65), h * dice.between(0.38, 0.6)];
  const frames = repeat(depth, (index) => {
    const share = 1 - index / depth;
    const fill = index % 2 ? palette.ground : index === 0 ? palette.c : palette.a;
    return rect(fx - fx * share, fy - fy * share, w * share, h * share, fill);
  });
  const door = 1 / depth;
  return frames + rect(fx - fx * door * 0.8, fy - fy * door * 0.8, w * door * 0.8, h * door * 0.8, palette.b);
};

const blinds: Motif = ({ w, h, palette, dice }) => {
  const slats = dice.whole(8, 12);
  const step = h / slats;
  const radius = Math.min(w, h) * dice.between(0.3, 0.4);
  return (
    circle(w * dice.between(0.4, 0.6), h / 2, radius, palette.a) +
    rotated(
      repeat(slats + 8, (index) => rect(-w, (index - 4) * step, w * 3, step * 0.46, palette.ground)),
      dice.pick([0, 0, -12, 12]),
      w / 2,
      h / 2,
    ) +
    rect(0, h - step * 0.5, w, step * 0.5, palette.b)
  );
};

const fingerprint: Motif = ({ w, h, palette, dice }) => {
  const lines = dice.whole(7, 9);
  const reach = Math.min(w * 0.4, h * 0.42);
  const step = reach / lines;
  const [x, y] = [w / 2, h * 0.52];
  return rotated(
    repeat(lines, (index) => {
      const radius = step * (index + 0.5);
      const tail = step * (lines - index) * dice.between(0.2, 0.9);
      const d = `M${num(x - radius)} ${num(y + tail + reach * 0.18)}V${num(y)}A${num(radius)} ${num(radius * 1.15)} 0 0 1 ${num(x + radius)} ${num(y)}V${num(y + tail * 0.8 + reach * 0.18)}`;
      return `<path d="${d}" fill="none" stroke="${index % 4 === 2 ? palette.b : palette.a}" stroke-width="${num(step * 0.52)}" stroke-linecap="round"/>`;
    }),
    dice.between(-16, 16),
    x,
    y,
  );
};

export const city: Motif = ({ w, h, palette, dice }) => {
  const towers = dice.whole(4, 6);
  const width = w / towers;
  const lit = dice.whole(0, towers - 1);
  return (
    circle(w * dice.between(0.25, 0.75), h * 0.3, Math.min(w, h) * 0.16, palette.b) +
    repeat(towers, (index) => {
      const height = h * dice.between(0.3, 0.74);
      const x = index * width;
      const pane = width * 0.16;
      const windows = repeat(dice.whole(1, 3), (row) =>
        rect(
          x + width * (index === lit ? 0.3 : 0.56),
          h - height + pane * (1.4 + row * 2.2),
          pane,
          pane * 1.3,
          palette.b,
        ),
      );
      return rect(x - 0.5, h - height, width + 1, height, index % 2 ? palette.c : palette.a) + windows;
    })
  );
};

export const bars: Motif = ({ w, h, palette, dice }) => {
  const count = dice.whole(5, 7);
  const step = w / count;
  const radius = Math.min(w, h) * 0.2;
  return (
    circle(w / 2, h * 0.4, radius, palette.a) +
    sector(w / 2, h, radius * 2.1, 180, 360, palette.a) +
    repeat(count, (index) => rect(step * (index + 0.36), 0, step * 0.28, h, palette.b))
  );
};

export const diamond: Motif = ({ w, h, palette, dice }) => {
  const [x, y] = [w / 2, h / 2];
  const tall = h * 0.42;
  const half = Math.min(w * 0.36, tall * 0.72);
  const slip = tall * dice.between(0.1, 0.25);
  return (
    polygon(
      [
        [x, y - tall],
        [x + half, y],
        [x - half, y],
      ],
      palette.a,
    ) +
    polygon(
      [
        [x - half + slip, y + slip * 0.2],
        [x + half + slip, y + slip * 0.2],
        [x + slip, y + tall],
      ],
      palette.b,
    )
  );
};

const hook: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * 0.22;
  const width = radius * dice.between(0.5, 0.62);
  const [x, y] = [w / 2, h * 0.34];
  return rotated(
    arc(x, y, radius, 180, 415, width, palette.a) +
      rect(x - width / 2, y + radius * 0.72, width, radius * 0.75, palette.a) +
      circle(x, y + radius * 2.05, width * 0.62, palette.b),
    dice.pick([0, 0, -10, 10]),
    x,
    h / 2,
  );
};

const fog: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * 0.28;
  const bands = dice.whole(4, 6);
  const top = h * 0.42;
  const step = (h - top) / bands;
  return (
    circle(w * dice.between(0.35, 0.65), h * 0.4, radius, palette.a) +
    repeat(bands, (index) => {
      const left = dice.chance(0.5);
      const width = w * dice.between(0.55, 0.9);
      return rect(
        left ? -20 : w - width + 20,
        top + index * step + step * 0.2,
        width,
        step * 0.5,
        index % 2 ? palette.c : palette.b,
      );
    })
  );
};

export const THRILLER = [spiral, keyhole, searchlight, displaced, watching, corridor] as const;
export const CRIME = [blinds, fingerprint, city, bars, diamond, searchlight] as const;
export const MYSTERY = [hook, fog, keyhole, watching, corridor] as const;
