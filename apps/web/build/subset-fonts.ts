// `pnpm --filter @marquee/web run fonts` writes the fonts for the first paint: only English characters, 36 kB
// instead of 67 kB. Other characters come from the whole fonts (src/styles/fonts.css).
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const folder = join(import.meta.dirname, '../src/styles/fonts');

/** Returns the characters in the `unicode-range` of the first font in fonts.css. */
function readBasic(css: string): string {
  const [, ranges = ''] = /unicode-range:\s*([^;]+);/.exec(css) ?? [];
  return ranges
    .split(',')
    .flatMap((range) => {
      const [first = '', last = first] = range.trim().slice('U+'.length).split('-');
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, at) => start + at);
    })
    .map((point) => String.fromCodePoint(point))
    .join('');
}

const text = readBasic(await readFile(join(folder, '../fonts.css'), 'utf8'));

/** Headings have one weight. Text keeps its weights from 400 to 700. */
const FONTS = [
  { font: 'besley', weight: 650, file: 'besley-basic.woff2' },
  { font: 'instrument-sans', weight: { min: 400, max: 700 }, file: 'instrument-sans-basic.woff2' },
];

for (const { font, weight, file } of FONTS) {
  const source = require.resolve(`@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`);
  const subset = await subsetFont(await readFile(source), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
  });
  await writeFile(join(folder, file), subset);
  console.warn(`${file}: ${(subset.length / 1000).toFixed(1)} kB`);
}
