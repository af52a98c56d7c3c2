import { faceFor, typographic } from './faces.ts';
import { PAPER } from './palettes.ts';
import { hash } from './seed.ts';
import { num, picture } from './svg.ts';

export interface ProviderArt {
  slug: string;
  name: string;
}

const SIZE = 96;
const LETTERS_MAX = 3;
// Dark colors with a contrast of 6:1 to the light letters, visible on dark and on light pages.
const TILES = [
  '#9c3228',
  '#1f5780',
  '#5a3d8a',
  '#246b48',
  '#0f6a73',
  '#7d4a12',
  '#4a4f57',
  '#8a2f5c',
  '#3d5a1e',
  '#2f4a9a',
];
const MARKS = new Map<string, { tile: number; letters: string }>([
  ['netflix', { tile: 0, letters: 'N' }],
  ['prime-video', { tile: 1, letters: 'PV' }],
  ['max', { tile: 2, letters: 'M' }],
  ['hulu', { tile: 3, letters: 'H' }],
  ['disney-plus', { tile: 4, letters: 'D+' }],
  ['paramount-plus', { tile: 9, letters: 'P+' }],
  ['apple-tv-plus', { tile: 6, letters: 'A+' }],
]);

/**
 * Returns the first letters of the words in a provider's name, with `+` when the name contains `+`. Returns
 * `?` for a name without letters.
 */
function monogram(name: string): string {
  const words = typographic(name)
    .split(/[\s&-]+/)
    .filter(Boolean);
  const letters = words
    .map((word) => [...word].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? '')
    .join('');
  return (
    `${[...letters]
      .slice(0, LETTERS_MAX - 1)
      .join('')
      .toLocaleUpperCase('en')}${name.includes('+') ? '+' : ''}` || '?'
  );
}

/** Draws a provider's mark as SVG, 96 by 96 units: a monogram, never the real logo. */
export function renderProviderMark({ slug, name }: ProviderArt): string {
  const mark = MARKS.get(slug);
  const letters = mark?.letters ?? monogram(name);
  const tile = TILES[mark?.tile ?? hash(slug) % TILES.length] ?? '#4a4f57';
  const face = faceFor('grotesque', letters);
  const size = Math.min(62, 74 / face.measure(letters));
  const x = SIZE / 2 - (face.measure(letters) * size) / 2;
  const y = SIZE / 2 + (face.capHeight * size) / 2;
  return picture(
    SIZE,
    SIZE,
    name,
    `<rect width="${SIZE}" height="${SIZE}" rx="${num(SIZE * 0.2)}" fill="${tile}"/>${face.draw(letters, x, y, size, PAPER)}`,
  );
}
