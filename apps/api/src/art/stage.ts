import type { Palette } from './palettes.ts';
import { luminance } from './palettes.ts';
import type { Dice } from './seed.ts';

/** Where a motif draws: a box from 0,0 to `w`,`h`, already painted in the palette's ground and clipped to it. */
export interface Stage {
  w: number;
  h: number;
  palette: Palette;
  dice: Dice;
}

/** Two or three flat shapes for a stage of any proportion. */
export type Motif = (stage: Stage) => string;

/** Prints a shape over what is there, as a second pass of ink would: darker on paper, lighter on a dark ground. */
export function overprint(content: string, { ground }: Palette): string {
  return `<g style="mix-blend-mode:${luminance(ground) > 0.22 ? 'multiply' : 'screen'}">${content}</g>`;
}

/** Whole numbers from 0 up to, but not including, `count`. */
export function times<T>(count: number, draw: (index: number) => T): T[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => draw(index));
}

/** `count` fragments joined. */
export function repeat(count: number, draw: (index: number) => string): string {
  return times(count, draw).join('');
}
