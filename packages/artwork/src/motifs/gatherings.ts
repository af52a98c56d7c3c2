import type { Motif } from '../stage.ts';
import { overprint, repeat } from '../stage.ts';
import { arc, circle, num, polygon, rect, ring, rotated, sector, stroke } from '../svg.ts';

// Motifs for sport and reality: groups of people.

export const lanes: Motif = ({ w, h, palette, dice }) => {
  const count = dice.whole(4, 6);
  const [x, y] = dice.pick([
    [0, h],
    [w, h],
    [w / 2, h * 1.05],
  ] as const);
  const reach = Math.min(w, h) * 0.98;
  const width = reach / (count * 2);
  return repeat(count, (index) =>
    ring(x, y, reach - index * width * 1.9, width, index % 2 ? palette.b : palette.a),
  );
};

export const ball: Motif = ({ w, h, palette, dice }) => {
  const radius = Math.min(w, h) * dice.between(0.32, 0.4);
  const [x, y] = [w / 2, h / 2];
  const seam = radius * 1.1;
  const chord = radius * 0.09;
  return (
    rotated(
      circle(x, y, radius, palette.a) +
        arc(x - radius * 1.25, y, seam, -41, 41, chord, palette.ground) +
        arc(x + radius * 1.25, y, seam, 139, 221, chord, palette.ground) +
        (dice.chance(0.5) ? rect(x - radius, y - chord / 2, radius * 2, chord, palette.ground) : ''),
      dice.between(-50, 50),
      x,
      y,
    ) + rect(0, h * 0.93, w, h * 0.07, palette.b)
  );
};

const pennants: Motif = ({ w, h, palette, dice }) => {
  const colors = [palette.a, palette.b, palette.c];
  const pole = w * 0.16;
  return (
    rect(pole - 6, h * 0.06, 12, h * 0.94, palette.ink) +
    repeat(3, (index) => {
      const y = h * (0.1 + index * 0.27);
      return polygon(
        [
          [pole + 6, y],
          [pole + 6, y + h * 0.22],
          [w * dice.between(0.72, 0.95), y + h * 0.11],
        ],
        colors[index] ?? palette.a,
      );
    })
  );
};

export const court: Motif = ({ w, h, palette, dice }) => {
  const line = Math.min(w, h) * 0.014;
  const radius = Math.min(w, h) * 0.2;
  return (
    rect(w * 0.08, h * 0.08, w * 0.84, h * 0.84, palette.a) +
    rect(w / 2 - line / 2, h * 0.08, line, h * 0.84, palette.ground) +
    ring(w / 2, h / 2, radius, line, palette.ground) +
    sector(w * 0.08, h / 2, radius * 1.1, -90, 90, palette.b) +
    sector(w * 0.92, h / 2, radius * 1.1, 90, 270, palette.b) +
    circle(w * dice.between(0.3, 0.7), h * dice.between(0.25, 0.75), radius * 0.22, palette.c)
  );
};

const portraits: Motif = ({ w, h, palette, dice }) => {
  const across = w > h ? 4 : 2;
  const down = 2;
  const [cw, ch] = [w / across, h / down];
  const colors = [palette.a, palette.b, palette.c] as const;
  return repeat(across * down, (index) => {
    const [x, y] = [(index % across) * cw, Math.floor(index / across) * ch];
    const radius = Math.min(cw, ch) * 0.17;
    const fill = dice.pick(colors);
    const filled = index % 2 === Math.floor(index / across) % 2;
    const figure = filled ? palette.ground : fill;
    const shoulders = radius * 1.85;
    return (
      (filled ? rect(x, y, cw + 0.5, ch + 0.5, fill) : '') +
      circle(x + cw / 2, y + ch * 0.42, radius, figure) +
      sector(x + cw / 2, y + ch, Math.min(shoulders, ch * 0.36), 180, 360, figure)
    );
  });
};

const talk: Motif = ({ w, h, palette, dice }) => {
  const size = Math.min(w, h);
  const bubble = (x: number, y: number, radius: number, side: number, fill: string): string =>
    circle(x, y, radius, fill) +
    polygon(
      [
        [x + side * radius * 0.2, y + radius * 0.8],
        [x + side * radius * 0.96, y + radius * 0.2],
        [x + side * radius * 0.98, y + radius * 1.25],
      ],
      fill,
    );
  const big = size * dice.between(0.26, 0.32);
  return (
    bubble(w * 0.38, h * 0.38, big, -1, palette.a) +
    overprint(bubble(w * 0.64, h * 0.58, big * 0.82, 1, palette.b), palette)
  );
};

const screen: Motif = ({ w, h, palette, dice }) => {
  const width = Math.min(w * 0.74, h * 0.95);
  const tall = width * 0.66;
  const [x, y] = [(w - width) / 2, (h - tall) / 2];
  const lines = dice.whole(5, 7);
  return (
    `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(tall)}" rx="${num(width * 0.09)}" fill="${palette.a}"/>` +
    repeat(lines, (index) =>
      rect(
        x + width * 0.1,
        y + tall * (0.14 + (index * 0.74) / lines),
        width * 0.8 * dice.between(0.4, 1),
        (tall * 0.4) / lines,
        index % 3 === 1 ? palette.b : palette.ground,
      ),
    ) +
    stroke(
      `M${num(w / 2 - width * 0.2)} ${num(y - tall * 0.24)}L${num(w / 2)} ${num(y)}L${num(w / 2 + width * 0.2)} ${num(y - tall * 0.24)}`,
      width * 0.03,
      palette.b,
    )
  );
};

export const SPORT = [lanes, ball, pennants, court] as const;
export const REALITY = [portraits, talk, screen] as const;
