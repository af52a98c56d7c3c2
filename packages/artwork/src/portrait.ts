import type { FaceName } from './faces.ts';
import { faceFor, typographic } from './faces.ts';
import { choosePalette, contrast, INK, PAPER } from './palettes.ts';
import { dice } from './seed.ts';
import { circle, picture, polygon, rect, sector } from './svg.ts';

export interface PersonArt {
  id: number;
  name: string;
}

const SIZE = 480;
const FACES: readonly [FaceName, ...FaceName[]] = ['antique', 'fatface', 'roman', 'grotesque', 'gothic'];

/** Returns the initials of the first and the last name. Ignores suffixes such as “Jr.”. */
export function initials(name: string): string {
  const words = typographic(name)
    .replace(/["“”«»(].*?["“”»)]/g, ' ')
    .replace(/,?\s+(?:jr|sr|i{2,3}|iv)\.?$/i, '')
    .split(/[\s.-]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''))
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toLocaleUpperCase('en') || '?';
}

/** Draws a person's portrait as SVG, 480 by 480 units: initials over one or two flat shapes. */
export function renderPortrait({ id, name }: PersonArt): string {
  const chance = dice(`${id}|${name}`);
  const palette = choosePalette(chance.whole(1935, 2024), 'any', chance);
  const letters = initials(name);
  const face = faceFor(chance.pick(FACES), letters);
  const half = SIZE / 2;
  // Letters overlap background and shape. Take the pair of colors with the best contrast on both surfaces.
  const pairs = [palette.c, palette.a, palette.b].flatMap((shade) =>
    [palette.ink, INK, PAPER].map((ink) => ({
      shade,
      ink,
      least: Math.min(contrast(ink, palette.ground), contrast(ink, shade)),
    })),
  );
  const { shade, ink } = pairs.reduce((best, pair) => (pair.least > best.least ? pair : best));
  const shape = [
    circle(half, half, 190, shade),
    sector(half, SIZE, 230, 180, 360, shade),
    sector(0, SIZE, 430, 270, 360, shade),
    polygon(
      [
        [0, SIZE],
        [SIZE, SIZE],
        [SIZE, chance.between(60, 200)],
        [0, chance.between(240, 400)],
      ],
      shade,
    ),
    rect(0, half + 70, SIZE, half, shade),
    circle(chance.between(110, 370), chance.between(110, 200), 90, shade),
  ][chance.whole(0, 5)];
  const size = Math.min(250, 350 / face.measure(letters), 190 / face.capHeight);
  const x = half - (face.measure(letters) * size) / 2;
  const y = half + (face.capHeight * size) / 2;
  return picture(
    SIZE,
    SIZE,
    name,
    rect(0, 0, SIZE, SIZE, palette.ground) + shape + face.draw(letters, x, y, size, ink),
  );
}
