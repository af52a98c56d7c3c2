import type { Palette } from './palettes.ts';
import { luminance } from './palettes.ts';
import type { Dice } from './seed.ts';
import { num } from './svg.ts';

/** The drawing area of a motif: a box from 0,0 to `w`,`h`, filled with the background color and clipped. */
export interface Stage {
  w: number;
  h: number;
  palette: Palette;
  dice: Dice;
}

/** Draws two or three flat shapes that fit a stage of any proportion. Returns SVG fragments. */
export type Motif = (stage: Stage) => string;

/** Blends a shape with the drawing below: darker on a light background, lighter on a dark background. */
export function overprint(content: string, { ground }: Palette): string {
  return `<g style="mix-blend-mode:${luminance(ground) > 0.22 ? 'multiply' : 'screen'}">${content}</g>`;
}

/** Calls `draw` for 0 to `count - 1` and returns the results. */
export function times<T>(count: number, draw: (index: number) => T): T[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => draw(index));
}

/** Calls `draw` for 0 to `count - 1` and concatenates the fragments. */
export function repeat(count: number, draw: (index: number) => string): string {
  return times(count, draw).join('');
}

/** Draws the motif clipped to a box. A `zoom` above 1 enlarges the motif beyond the edges. */
export function drawMotif(stage: Stage, x: number, y: number, motif: Motif, zoom: number): string {
  const { w, h, dice } = stage;
  const [vw, vh] = [w / zoom, h / zoom];
  const [vx, vy] = [(w - vw) * dice.between(0.3, 0.7), (h - vh) * dice.between(0.4, 0.75)];
  return `<svg x="${x}" y="${num(y)}" width="${w}" height="${num(h)}" viewBox="${num(vx)} ${num(vy)} ${num(vw)} ${num(vh)}">${motif(stage)}</svg>`;
}
