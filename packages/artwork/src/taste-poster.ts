import type { TitleArt } from './design.ts';
import { typographic } from './faces.ts';
import { AMBER, INK, PAPER } from './palettes.ts';
import { drawMotifIn, drawPosterIn, drawWords, heightOf, nameMark, setWords, shorten } from './sheet.ts';
import { picture, rect } from './svg.ts';

/** A member's taste as a picture to show around. */
export interface TasteArt {
  heading: string;
  /** What the member likes, at most three. */
  groups: readonly string[];
  /** Rows of posters, each with a label. Of each row at most four are drawn. */
  rows: readonly { label: string; titles: readonly TitleArt[] }[];
  /** In units. Without it, `TASTE_HEIGHT`. */
  height?: number;
}

/** The size that networks of pictures show in full on a phone. */
export const TASTE_WIDTH = 1080;
export const TASTE_HEIGHT = 1350;
const MARGIN = 70;
const MEASURE = TASTE_WIDTH - 2 * MARGIN;
const GAP = 28;
const ROW_MOST = 4;
const LABEL_SIZE = 30;
const LABEL_GAP = 16;
const ROW_GAP = 36;
const MARK_ROOM = 70;
/** Room that is left over is filled from this height on. */
const MOTIF_LEAST = 140;
const HEADING_MAX = 60;
const GROUP_MAX = 60;

/** Draws the poster of a taste as SVG, 1080 units wide. Equal facts give equal pictures. */
export function renderTastePoster({ heading, groups, rows, height = TASTE_HEIGHT }: TasteArt): string {
  const foot = height - MARGIN;
  const block = { x: MARGIN, width: MEASURE };
  const shown = rows.filter(({ titles }) => titles.length > 0);
  const drawn: string[] = [];
  let top = MARGIN;
  const write = (face: 'antique' | 'small', text: string, height: number, size: number, fill: string) => {
    const words = setWords(face, text, { width: MEASURE, height, maxSize: size });
    drawn.push(drawWords(words, block, top, fill));
    top += heightOf(words);
  };

  write('antique', shorten(heading, HEADING_MAX), 150, 92, PAPER);
  top += 30;
  for (const group of groups.slice(0, 3)) {
    write('antique', shorten(group, GROUP_MAX), 56, 52, AMBER);
    top += 12;
  }
  top += 30;

  // Posters as large as the width of four and the height of the rows allow.
  const room = (foot - MARK_ROOM - top) / Math.max(1, shown.length);
  const width = Math.min(
    (MEASURE - (ROW_MOST - 1) * GAP) / ROW_MOST,
    (room - LABEL_SIZE - LABEL_GAP - ROW_GAP) / 1.5,
  );
  for (const { label, titles } of shown) {
    write('small', label, LABEL_SIZE, LABEL_SIZE, PAPER);
    top += LABEL_GAP;
    titles.slice(0, ROW_MOST).forEach((title, at) => {
      const box = { x: MARGIN + at * (width + GAP), y: top, width, height: 1.5 * width };
      drawn.push(drawPosterIn(box, title));
    });
    top += 1.5 * width + ROW_GAP;
  }
  const left = foot - MARK_ROOM - top;
  if (left >= MOTIF_LEAST)
    drawn.push(drawMotifIn({ x: MARGIN, y: top, width: MEASURE, height: left }, heading));
  return picture(
    TASTE_WIDTH,
    height,
    typographic(heading),
    rect(0, 0, TASTE_WIDTH, height, INK) + drawn.join('') + nameMark(MARGIN, foot),
  );
}
