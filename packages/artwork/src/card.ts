import type { TitleArt } from './design.ts';
import type { Face, FaceName } from './faces.ts';
import { faceFor, setInOutlines, typographic } from './faces.ts';
import { ANY } from './motifs/records.ts';
import { AMBER, choosePalette, INK, PAPER } from './palettes.ts';
import type { PersonArt } from './portrait.ts';
import { renderPortrait } from './portrait.ts';
import { renderPoster } from './poster.ts';
import { dice } from './seed.ts';
import { drawMotif } from './stage.ts';
import { circle, num, picture, rect } from './svg.ts';
import type { Setting } from './typesetting.ts';
import { drawLines, setTitle } from './typesetting.ts';

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
const PANEL = 420;
const MARGIN = 60;
const LEFT = PANEL + MARGIN;
const MEASURE = CARD_WIDTH - LEFT - MARGIN;
const FOOT = CARD_HEIGHT - MARGIN;
const OVER_SIZE = 26;
const MARK_SIZE = 34;
/** Longer texts would be set too small to read on a phone. */
const HEADING_MAX = 120;
const TEXT_MAX = 200;

/** Cuts at a word and adds an ellipsis when the text is longer than `most` characters. */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const cut = characters.slice(0, most - 1).join('');
  return `${cut.replace(/\s+\S{0,24}$/u, '').replace(/[\s,;:–-]+$/u, '')}…`;
}

/** Sets a complete SVG file into a box, in place of its own size. */
const placed = (svg: string, x: number, y: number, width: number, height: number): string =>
  svg.replace(
    /^(<svg [^>]*?) width="\d+" height="\d+"/,
    `$1 x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"`,
  );

/** Whether a picture has text that only the fonts of a viewer can draw. A card becomes pixels where none are installed. */
const needsFonts = (svg: string): boolean => svg.includes('<text ');

function drawMotifPanel(seed: string): string {
  const chance = dice(seed);
  const palette = choosePalette(chance.whole(1935, 2024), 'any', chance);
  const stage = { w: PANEL, h: CARD_HEIGHT, palette, dice: chance };
  return rect(0, 0, PANEL, CARD_HEIGHT, palette.ground) + drawMotif(stage, 0, 0, chance.pick(ANY), 1);
}

function drawPanel({ panel, heading }: CardArt): string {
  if (panel.kind === 'motif') return drawMotifPanel(panel.seed);
  const isPoster = panel.kind === 'poster';
  const svg = isPoster ? renderPoster(panel.art) : renderPortrait(panel.art);
  if (needsFonts(svg)) return drawMotifPanel(heading);
  const side = PANEL - MARGIN;
  return isPoster ? placed(svg, 0, 0, PANEL, CARD_HEIGHT) : placed(svg, MARGIN, MARGIN, side, side);
}

interface Words {
  face: Face;
  setting: Setting;
}

function setWords(name: FaceName, given: string, height: number, maxSize: number): Words {
  const { face, text } = setInOutlines(name, given);
  return { face, setting: setTitle(face, text, { width: MEASURE, height, maxSize }) };
}

/** Draws the name of the product as the web app does: the name and three bulbs. */
function nameMark(): string {
  const face = faceFor('antique', 'Marquee');
  const x = LEFT + face.measure('Marquee') * MARK_SIZE + 14;
  const bulbs = [0, 11, 22].map((up) => circle(x, FOOT - 2 - up, 3.4, AMBER)).join('');
  return face.draw('Marquee', LEFT, FOOT, MARK_SIZE, PAPER) + bulbs;
}

/** Draws a card as SVG, 1200 by 630 units. Equal facts give equal pictures. */
export function renderCard(art: CardArt): string {
  const block = { x: LEFT, width: MEASURE };
  const over = setWords('small', art.over, OVER_SIZE, OVER_SIZE);
  const heading = setWords('antique', shorten(art.heading, HEADING_MAX), 230, 84);
  const text = setWords('small', shorten(art.text, TEXT_MAX), 160, 34);
  const headingTop = MARGIN + OVER_SIZE + 30;
  const lastSize = heading.setting.lines.at(-1)?.size ?? 0;
  const textTop = headingTop + heading.setting.height + lastSize * heading.face.descent + 34;
  return picture(
    CARD_WIDTH,
    CARD_HEIGHT,
    typographic(art.heading),
    rect(0, 0, CARD_WIDTH, CARD_HEIGHT, INK) +
      drawPanel(art) +
      drawLines(over.face, over.setting, block, MARGIN, false, AMBER) +
      drawLines(heading.face, heading.setting, block, headingTop, false, PAPER) +
      drawLines(text.face, text.setting, block, textTop, false, PAPER) +
      nameMark(),
  );
}
