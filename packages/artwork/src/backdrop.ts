import type { TitleArt } from './design.ts';
import { designFor } from './design.ts';
import type { Palette } from './palettes.ts';
import { contrast } from './palettes.ts';
import type { Dice } from './seed.ts';
import { dice } from './seed.ts';
import type { Motif } from './stage.ts';
import { num, picture, rect } from './svg.ts';
import { stripes } from './type-sheet.ts';

// Screens crop backdrops to ratios between 2.5:1 and 4.2:1. A 3:1 picture loses little in each of these
// crops.
const WIDTH = 1680;
const HEIGHT = 560;

/**
 * The panels of a backdrop as shares of the width. A single panel would look like the poster, and a narrow
 * panel would not fit a motif.
 */
const DIVISIONS: readonly [readonly number[], ...(readonly number[])[]] = [
  [0.62, 0.38],
  [0.38, 0.62],
  [0.5, 0.25, 0.25],
  [0.25, 0.5, 0.25],
  [0.25, 0.25, 0.5],
  [0.4, 0.2, 0.4],
  [1 / 3, 1 / 3, 1 / 3],
];

/**
 * Returns the palette, and copies in which the background and one shape color are swapped. Skips copies with
 * low contrast.
 */
function groundsOf(palette: Palette): [Palette, ...Palette[]] {
  const { ground, a, b, c } = palette;
  const swapped: Palette[] = [
    { ...palette, ground: c, c: ground },
    { ...palette, ground: a, a: ground },
    { ...palette, ground: b, b: ground },
  ];
  return [
    palette,
    ...swapped.filter((each) => Math.min(contrast(each.a, each.ground), contrast(each.b, each.ground)) > 1.6),
  ];
}

/** Returns the motifs that fit the title, starting at a random motif. The poster's motif is last. */
function motifsOf(motifs: readonly Motif[], poster: Motif | null, chance: Dice): Motif[] {
  const others = motifs.filter((motif) => motif !== poster);
  const start = chance.whole(0, Math.max(0, others.length - 1));
  return [...others.slice(start), ...others.slice(0, start), ...(poster ? [poster] : [])];
}

/** Draws a motif in a panel of the full height and clips it to the panel. */
function panel(motif: Motif, palette: Palette, x: number, w: number, chance: Dice): string {
  const zoom = chance.pick([1, 1.1, 1.25]);
  const [vw, vh] = [w / zoom, HEIGHT / zoom];
  // The background is one unit wider than the panel, so that no seam shows between panels.
  const background = rect(x, 0, w + 1, HEIGHT, palette.ground);
  return `${background}<svg x="${num(x)}" width="${num(w)}" height="${HEIGHT}" viewBox="${num((w - vw) / 2)} ${num((HEIGHT - vh) * 0.6)} ${num(vw)} ${num(vh)}">${motif({ w, h: HEIGHT, palette, dice: chance })}</svg>`;
}

/**
 * Draws a title's backdrop as SVG, 1680 by 560 units. Two or three panels have motifs of the poster's style
 * in the poster's colors, without text.
 */
export function renderBackdrop(art: TitleArt): string {
  const design = designFor(art);
  const chance = dice(`backdrop|${art.id}|${art.title}`);
  const motifs = motifsOf(design.motifs, design.motif, chance);
  const grounds = groundsOf(design.palette);
  let x = 0;
  const panels = chance.pick(DIVISIONS).map((share, index) => {
    const w = Math.round(WIDTH * share);
    const motif = motifs[index % motifs.length] ?? stripes;
    const palette = grounds[index % grounds.length] ?? design.palette;
    const drawn = panel(motif, palette, x, w, chance);
    x += w;
    return drawn;
  });
  return picture(WIDTH, HEIGHT, art.title, panels.join(''));
}
