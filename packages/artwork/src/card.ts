import type { TitleArt } from './design.ts';
import { typographic } from './faces.ts';
import { AMBER, INK, PAPER } from './palettes.ts';
import type { PersonArt } from './portrait.ts';
import { renderPortrait } from './portrait.ts';
import {
  type Box,
  drawMotifIn,
  drawPosterIn,
  drawWords,
  heightOf,
  nameMark,
  needsFonts,
  placed,
  setWords,
  shorten,
} from './sheet.ts';
import { picture, rect } from './svg.ts';

/** The picture that networks show beside a link: art at the left, words at the right. */
export interface CardArt {
  /** A title's poster, a person's portrait, or a motif that the text chooses. */
  panel:
    | { kind: 'poster'; art: TitleArt }
    | { kind: 'portrait'; art: PersonArt }
    | { kind: 'motif'; seed: string };
  /** A few words above the heading. */
  over: string;
  heading: string;
  /** One or two sentences below the heading. */
  text: string;
}

/** The size that networks show in full. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
const MARGIN = 60;
const PANEL: Box = { x: 0, y: 0, width: 420, height: CARD_HEIGHT };
const LEFT = PANEL.width + MARGIN;
const MEASURE = CARD_WIDTH - LEFT - MARGIN;
const OVER_SIZE = 26;
/** Longer texts would be set too small to read on a phone. */
const HEADING_MAX = 120;
const TEXT_MAX = 200;

function drawPanel({ panel, heading }: CardArt): string {
  if (panel.kind === 'motif') return drawMotifIn(PANEL, panel.seed);
  if (panel.kind === 'poster') return drawPosterIn(PANEL, panel.art);
  const svg = renderPortrait(panel.art);
  const side = PANEL.width - MARGIN;
  return needsFonts(svg)
    ? drawMotifIn(PANEL, heading)
    : placed(svg, { x: MARGIN, y: MARGIN, width: side, height: side });
}

/** Draws a card as SVG, 1200 by 630 units. Equal facts give equal pictures. */
export function renderCard(art: CardArt): string {
  const block = { x: LEFT, width: MEASURE };
  const set = (name: 'small' | 'antique', text: string, height: number, maxSize: number) =>
    setWords(name, text, { width: MEASURE, height, maxSize });
  const over = set('small', art.over, OVER_SIZE, OVER_SIZE);
  const heading = set('antique', shorten(art.heading, HEADING_MAX), 230, 84);
  const text = set('small', shorten(art.text, TEXT_MAX), 160, 34);
  const headingTop = MARGIN + OVER_SIZE + 30;
  return picture(
    CARD_WIDTH,
    CARD_HEIGHT,
    typographic(art.heading),
    rect(0, 0, CARD_WIDTH, CARD_HEIGHT, INK) +
      drawPanel(art) +
      drawWords(over, block, MARGIN, AMBER) +
      drawWords(heading, block, headingTop, PAPER) +
      drawWords(text, block, headingTop + heightOf(heading) + 34, PAPER) +
      nameMark(LEFT, CARD_HEIGHT - MARGIN),
  );
}
