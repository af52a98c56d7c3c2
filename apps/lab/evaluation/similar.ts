import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSimilar } from '@marquee/recommender/similar/similar-titles';
import { contentModel } from '@marquee/recommender/user/content-model';
import { unzipped } from './evaluate-first.ts';
import { readTitles, titlesCatalogue } from './titles-file.ts';

/** Prints the first ten similar titles of the named ones, or of twelve of different kinds: `pnpm lab similar Heat Alien`. */
const KINDS = [
  'Heat',
  'Spirited Away',
  'Wild Strawberries',
  'The Parallax View',
  'My Mister',
  'Paddington',
  'Alien',
  'Amélie',
  'Parasite',
  'The Bear',
  'Planet Earth',
  'When Harry Met Sally...',
];
const SHOWN = 10;

const file = join(import.meta.dirname, '../../../prisma/demo/catalogue.ndjson.gz');
const titles = readTitles(unzipped(readFileSync(file)));
const catalogue = titlesCatalogue(titles);
const model = contentModel(catalogue);
const given = process.argv.slice(2);
for (const name of given.length > 0 ? given : KINDS) {
  // The file lists the best known title of a name first.
  const item = titles.findIndex((title) => title.name === name);
  if (item < 0) {
    console.error(`${name}: not in the catalogue`);
    process.exitCode = 1;
    continue;
  }
  const first = listSimilar(model, model.similar(item)).subarray(0, SHOWN);
  const shown = Array.from(first, (i) => `${titles[i].name} (${titles[i].year})`);
  process.stdout.write(`${name} (${titles[item].year}): ${shown.join('; ')}\n`);
}
