import type { Motif } from '../stage.ts';
import { repeat } from '../stage.ts';
import { circle, num, polygon, rotated, sector, starPoints } from '../svg.ts';

// Motifs for action: movement.

const burst: Motif = ({ w, h, palette, dice }) => {
  const rays = dice.pick([9, 12, 16]);
  const [x, y] = [w * dice.between(0.25, 0.75), h * dice.between(0.35, 0.8)];
  const reach = w + h;
  const turn = dice.between(0, 40);
  return (
    repeat(rays, (index) => {
      const from = turn + (index * 360) / rays;
      return sector(x, y, reach, from, from + 180 / rays, palette.a);
    }) + circle(x, y, Math.min(w, h) * dice.between(0.12, 0.2), palette.b)
  );
};

const wedges: Motif = ({ w, h, palette, dice }) => {
  const flip = dice.chance(0.5);
  const slant = w * dice.between(0.3, 0.5);
  const colors = [palette.a, palette.b, palette.c];
  const bands = repeat(3, (index) => {
    const x = w * (0.02 + index * 0.33);
    const width = w * (0.26 - index * 0.06);
    return polygon(
      [
        [x + slant, -1],
        [x + slant + width, -1],
        [x + width - slant * 0.4, h + 1],
        [x - slant * 0.4, h + 1],
      ],
      colors[index] ?? palette.a,
    );
  });
  const disc = circle(w * 0.24, h * 0.3, Math.min(w, h) * 0.13, palette.ink);
  return flip ? `<g transform="translate(${num(w)} 0) scale(-1 1)">${bands}${disc}</g>` : bands + disc;
};

const chevrons: Motif = ({ w, h, palette, dice }) => {
  const count = dice.whole(3, 5);
  const turn = dice.pick([0, -90, -35]);
  const size = Math.min(w, h);
  const step = size / (count + 1);
  const thick = step * 0.6;
  const [x0, y] = [w / 2 - (step * count) / 2, h / 2];
  return rotated(
    repeat(count, (index) => {
      const x = x0 + index * step - step * 0.3;
      const tall = size * 0.42;
      return polygon(
        [
          [x, y - tall],
          [x + thick, y - tall],
          [x + thick + tall * 0.6, y],
          [x + thick, y + tall],
          [x, y + tall],
          [x + tall * 0.6, y],
        ],
        index === count - 1 ? palette.b : palette.a,
      );
    }),
    turn,
    w / 2,
    h / 2,
  );
};

const turbine: Motif = ({ w, h, palette, dice }) => {
  const blades = dice.pick([3, 4, 5]);
  const radius = Math.min(w, h) * 0.44;
  const turn = dice.between(0, 90);
  const [x, y] = [w / 2, h / 2];
  return (
    repeat(blades, (index) => {
      const from = turn + (index * 360) / blades;
      return sector(x, y, radius, from, from + 200 / blades, index % 2 ? palette.b : palette.a);
    }) + circle(x, y, radius * 0.18, palette.ground)
  );
};

const collision: Motif = ({ w, h, palette, dice }) => {
  const y = h * dice.between(0.4, 0.6);
  const tall = h * dice.between(0.24, 0.34);
  const meet = w * dice.between(0.45, 0.62);
  return (
    polygon(
      [
        [-1, y - tall],
        [-1, y + tall * 0.7],
        [meet, y],
      ],
      palette.a,
    ) +
    polygon(
      [
        [w + 1, y - tall * 0.6],
        [w + 1, y + tall],
        [meet - w * 0.06, y],
      ],
      palette.b,
    ) +
    polygon(
      starPoints(meet, y, Math.min(w, h) * 0.15, Math.min(w, h) * 0.06, 9, dice.between(0, 40)),
      palette.c,
    )
  );
};

export const ACTION = [burst, wedges, chevrons, turbine, collision] as const;
