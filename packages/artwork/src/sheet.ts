/** What pictures share that become pixels on a server, where no fonts are installed. */
import type { TitleArt } from './design.ts';
import type { Face, FaceName } from './faces.ts';
import { faceFor, setInOutlines } from './faces.ts';
import { ANY } from './motifs/records.ts';
import { AMBER, choosePalette, PAPER } from './palettes.ts';
import { renderPoster } from './poster.ts';
import { dice } from './seed.ts';
import { drawMotif } from './stage.ts';
import { circle, num, rect } from './svg.ts';
import type { Block, Setting } from './typesetting.ts';
import { drawLines, setTitle } from './typesetting.ts';

/** A part of a picture, in user units. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MARK_SIZE = 34;

/** Cuts at a word and adds an ellipsis when the text is longer than `most` characters. */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const cut = characters.slice(0, most - 1).join('');
  return `${cut.replace(/\s+\S{0,24}$/u, '').replace(/[\s,;:–-]+$/u, '')}…`;
}

/** Whether a picture has text that only the fonts of a viewer can draw. */
export const needsFonts = (svg: string): boolean => svg.includes('<text ');

/** Sets a complete SVG file into a box, in place of its own size. */
export const placed = (svg: string, { x, y, width, height }: Box): string =>
  svg.replace(
    /^(<svg [^>]*?) width="\d+" height="\d+"/,
    `$1 x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`,
  );

/** Fills a box with a motif that the seed chooses. */
export function drawMotifIn({ x, y, width, height }: Box, seed: string): string {
  const chance = dice(seed);
  const palette = choosePalette(chance.whole(1935, 2024), 'any', chance);
  const stage = { w: width, h: height, palette, dice: chance };
  return rect(x, y, width, height, palette.ground) + drawMotif(stage, x, y, chance.pick(ANY), 1);
}

/** Draws a title's poster into a box, or a motif where its letters are in no font of ours. */
export function drawPosterIn(box: Box, art: TitleArt): string {
  const svg = renderPoster(art);
  return needsFonts(svg) ? drawMotifIn(box, art.title) : placed(svg, box);
}

export interface Words {
  face: Face;
  setting: Setting;
}

export function setWords(
  name: FaceName,
  given: string,
  measure: { width: number; height: number; maxSize: number },
): Words {
  const { face, text } = setInOutlines(name, given);
  return { face, setting: setTitle(face, text, measure) };
}

export const drawWords = ({ face, setting }: Words, block: Block, top: number, fill: string): string =>
  drawLines(face, setting, block, top, false, fill);

/** Returns the height of the words with what hangs below the last line. */
export function heightOf({ face, setting }: Words): number {
  return setting.height + (setting.lines.at(-1)?.size ?? 0) * face.descent;
}

/** Draws the name of the product as the web app does: the name and three bulbs. */
export function nameMark(left: number, foot: number): string {
  const face = faceFor('antique', 'Marquee');
  const x = left + face.measure('Marquee') * MARK_SIZE + 14;
  const bulbs = [0, 11, 22].map((up) => circle(x, foot - 2 - up, 3.4, AMBER)).join('');
  return face.draw('Marquee', left, foot, MARK_SIZE, PAPER) + bulbs;
}
