import type { TitleArt } from './design.ts';
import { designFor } from './design.ts';
import type { Face, FaceName } from './faces.ts';
import { faceFor, typographic } from './faces.ts';
import type { Palette } from './palettes.ts';
import { contrast } from './palettes.ts';
import type { Dice } from './seed.ts';
import type { Motif } from './stage.ts';
import { drawMotif } from './stage.ts';
import { num, picture, rect } from './svg.ts';
import { stripes } from './type-sheet.ts';
import type { Block } from './typesetting.ts';
import { drawLines, setTitle, setWoodType, splitTitle } from './typesetting.ts';

const WIDTH = 600;
const HEIGHT = 900;
const MARGIN = 40;
const CREDIT_SIZE = 25;

/** Draws the director at the left and the year at the right in small type on the given baseline. */
function credits(art: TitleArt, baseline: number, fill: string): string {
  const year = art.releaseYear === null ? '' : String(art.releaseYear);
  const director = typographic(art.directors[0] ?? '');
  const made = director === '' ? (art.type === 'series' ? 'Series' : (art.genres[0] ?? 'Film')) : director;
  const face = faceFor('small', made + year);
  const yearWidth = face.measure(year) * CREDIT_SIZE;
  const room = WIDTH - 2 * MARGIN - yearWidth - 24;
  const size = Math.min(CREDIT_SIZE, room / Math.max(face.measure(made), 0.1));
  return (
    face.draw(made, MARGIN, baseline, size, fill) +
    face.draw(year, WIDTH - MARGIN - yearWidth, baseline, CREDIT_SIZE, fill)
  );
}

interface Sheet {
  art: TitleArt;
  title: string;
  face: Face;
  faceName: FaceName;
  palette: Palette;
  motif: Motif;
  dice: Dice;
  zoom: number;
  /** The title's color: the palette's text color, or sometimes a shape color with enough contrast. */
  ink: string;
}

const FOOT = HEIGHT - MARGIN;
const FOOT_TOP = FOOT - CREDIT_SIZE - 26;
const MEASURE = WIDTH - 2 * MARGIN;
const BLOCK: Block = { x: MARGIN, width: MEASURE };

function foot({ art, palette, dice }: Sheet): string {
  const rule = dice.chance(0.4) ? rect(MARGIN, FOOT - CREDIT_SIZE - 13, MEASURE, 2, palette.ink) : '';
  return rule + credits(art, FOOT, palette.ink);
}

/**
 * Draws the layout with a short title in wood type below the motif. Returns null when the title does not fit.
 */
function woodSheet(sheet: Sheet): string | null {
  const face = faceFor(sheet.faceName, sheet.title.toLocaleUpperCase('en'));
  const wood = setWoodType(face, sheet.title, { width: MEASURE, height: 430, maxSize: 420 });
  if (wood === null) return null;
  const top = FOOT_TOP - 6 - wood.height;
  const stage = { w: WIDTH, h: Math.round(top - 34), palette: sheet.palette, dice: sheet.dice };
  return (
    drawMotif(stage, 0, 0, sheet.motif, sheet.zoom) +
    drawLines(face, wood, BLOCK, top, false, sheet.ink) +
    foot(sheet)
  );
}

/** Draws the layout with a title of one short word along the left side. Returns null for other titles. */
function spineSheet(sheet: Sheet): string | null {
  if (/\s/.test(sheet.title) || sheet.title.length < 4 || sheet.title.length > 13) return null;
  const { face, title, palette } = sheet;
  const text = face.prepare(title);
  const length = FOOT_TOP - MARGIN - 14;
  const size = Math.min(length / face.measure(text), 230 / (face.capHeight + face.descent * 0.6));
  const capital = size * face.capHeight;
  const column = MARGIN + capital + size * face.descent + 30;
  const stage = { w: Math.round(WIDTH - column), h: FOOT_TOP - 14, palette, dice: sheet.dice };
  return (
    drawMotif(stage, Math.round(column), 0, sheet.motif, Math.max(sheet.zoom, 1.25)) +
    `<g transform="translate(${num(MARGIN + capital)} ${num(MARGIN + length)}) rotate(-90)">${face.draw(text, 0, 0, size, sheet.ink)}</g>` +
    foot(sheet)
  );
}

/** Draws a layout for any title: the title below the motif, above the motif, or below a framed motif. */
function bookSheet(sheet: Sheet): string {
  const { face, faceName, palette, motif, dice, zoom, ink } = sheet;
  const { main, rest } = splitTitle(sheet.title);
  const setting = setTitle(face, main, {
    width: MEASURE,
    height: main.length > 44 ? 400 : 300,
    maxSize: 230,
  });
  const restFace = faceFor(faceName, rest ?? '');
  const restSize = Math.max(34, Math.min(...setting.lines.map((line) => line.size)) * 0.5);
  const below =
    rest === null ? null : setTitle(restFace, rest, { width: MEASURE, height: 150, maxSize: restSize });
  const gap = (below?.lines[0]?.size ?? 0) * 0.62;
  const titleHeight = setting.height + gap + (below?.height ?? 0);
  const centered = dice.chance(0.3);
  const draw = (top: number): string =>
    drawLines(face, setting, BLOCK, top, centered, ink) +
    (below === null
      ? ''
      : drawLines(restFace, below, BLOCK, top + setting.height + gap, centered, palette.ink));
  const descent = ((below ?? setting).lines.at(-1)?.size ?? 0) * face.descent * 0.9;

  const layout = dice.pick(['caption', 'caption', 'masthead', 'plate'] as const);
  if (layout === 'masthead') {
    const top = MARGIN + 8;
    const artTop = top + titleHeight + descent + 34;
    const stage = { w: WIDTH, h: Math.round(FOOT_TOP - artTop), palette, dice };
    return draw(top) + drawMotif(stage, 0, artTop, motif, zoom) + foot(sheet);
  }
  const top = FOOT_TOP - titleHeight - descent;
  if (layout === 'caption') {
    const stage = { w: WIDTH, h: Math.round(top - 36), palette, dice };
    return drawMotif(stage, 0, 0, motif, zoom) + draw(top) + foot(sheet);
  }
  // The frame gets the color `c` as background when the other shape colors have enough contrast with `c`.
  const tinted = contrast(palette.c, palette.a) > 1.6 && contrast(palette.c, palette.b) > 1.6;
  const plate = tinted ? { ...palette, ground: palette.c, c: palette.ground } : palette;
  const stage = { w: MEASURE, h: Math.round(top - 36 - MARGIN), palette: plate, dice };
  return (
    rect(MARGIN, MARGIN, stage.w, stage.h, plate.ground) +
    drawMotif(stage, MARGIN, MARGIN, motif, zoom) +
    draw(top) +
    foot(sheet)
  );
}

/**
 * Draws the layout without a picture: the title as large as the sheet allows, over or below rules of falling weight.
 */
function typeSheet(sheet: Sheet): string {
  const { face, faceName, palette, dice, title, ink } = sheet;
  const upper = faceFor(faceName, title.toLocaleUpperCase('en'));
  const room = { width: MEASURE, height: 560, maxSize: 420 };
  const wood = setWoodType(upper, title, room);
  const setting = wood ?? setTitle(face, title, { ...room, maxSize: 300 });
  const drawn = wood === null ? face : upper;
  const descent = wood === null ? (setting.lines.at(-1)?.size ?? 0) * face.descent * 0.9 : 0;
  const height = Math.round(FOOT_TOP - 14 - setting.height - descent - MARGIN - 34);
  const stage = { w: MEASURE, h: height, palette, dice };
  const above = dice.chance(0.5);
  const artTop = above ? MARGIN : MARGIN + setting.height + descent + 34;
  const titleTop = above ? MARGIN + height + 34 : MARGIN;
  return (
    drawMotif(stage, MARGIN, artTop, sheet.motif, 1) +
    drawLines(drawn, setting, BLOCK, titleTop, false, ink) +
    foot(sheet)
  );
}

/** Draws a title's poster as SVG, 600 by 900 units. Equal facts give equal pictures. */
export function renderPoster(art: TitleArt): string {
  const { palette, motif, face: faceName, dice } = designFor(art);
  const title = typographic(art.title) || 'Untitled';
  const colored = [palette.a, palette.b, palette.c].filter((color) => contrast(color, palette.ground) > 5.5);
  const sheet: Sheet = {
    art,
    title,
    face: faceFor(faceName, title),
    faceName,
    palette,
    motif: motif ?? stripes,
    dice,
    zoom: dice.pick([1, 1, 1.2, 1.4]),
    ink: (dice.chance(0.3) ? colored[0] : undefined) ?? palette.ink,
  };
  const chosen = dice.whole(0, 9);
  const content =
    (motif === null ? typeSheet(sheet) : null) ??
    (chosen < 4 ? woodSheet(sheet) : null) ??
    (chosen < 7 ? spineSheet(sheet) : null) ??
    bookSheet(sheet);
  const label = art.releaseYear === null ? title : `${title} (${art.releaseYear})`;
  return picture(WIDTH, HEIGHT, label, rect(0, 0, WIDTH, HEIGHT, palette.ground) + content);
}
