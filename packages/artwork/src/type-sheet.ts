import type { Motif } from './stage.ts';
import { rect } from './svg.ts';

/** Draws rules of falling weight, as a printer fills a sheet that has type and no block. */
export const stripes: Motif = ({ w, h, palette, dice }) => {
  const colors = dice.pick([
    [palette.a, palette.b, palette.a],
    [palette.b, palette.a, palette.c],
    [palette.a, palette.c, palette.b],
  ] as const);
  const falling = dice.chance(0.5);
  const weights = [0.42, 0.2, 0.09, 0.04, 0.018];
  const gap = h * 0.058;
  let y = 0;
  return (falling ? weights : weights.toReversed())
    .map((weight, index) => {
      const bar = rect(
        0,
        Math.round(y),
        w,
        Math.max(2, Math.round(h * weight)),
        colors[index % colors.length] ?? palette.a,
      );
      y += h * weight + gap;
      return bar;
    })
    .join('');
};
