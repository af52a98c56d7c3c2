// Measures the search of titles among invented titles that have names in three other languages.
import { readDemoTitles } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { buildSearchIndex, searchTitles } from '@marquee/api/src/titles/engine/search-index.ts';
import { packTexts } from '@marquee/api/src/titles/engine/texts.ts';
import { createRandom } from '@marquee/api/test/random.ts';

const QUERIES = [
  ...['the matrix', 'matrx', 'star wars', 'la st', 'the', 'god', 'lord of the rings', 'gladiatro'],
  ...['harry poter', 'spiderman', 'the dark', 'there will be blood', 'zzzz', 'love act'],
];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** The other languages have the words of the titles with every letter replaced by another one this far behind it. */
const SHIFTS = [3, 7, 11];
const ROUNDS = 40;

const shift = (text: string, by: number): string =>
  text
    .toLowerCase()
    .replace(/[a-z]/g, (letter) => LETTERS[(LETTERS.indexOf(letter) + by) % LETTERS.length] ?? '');

/** Returns the processor time of `work` in milliseconds. */
function cpuMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

export const SEARCH_HEADER =
  '| titles | usual queries, CPU ms | slowest of them | slowest single letter | index MB | build CPU ms |\n|--:|--:|--:|--:|--:|--:|';

/** Returns a table row. */
export async function measureSearch(size: number): Promise<string> {
  const real = (await readDemoTitles()).map(({ title }) => title);
  const words = real.flatMap((title) => title.split(' '));
  const random = createRandom(size);
  const titles = Array.from(
    { length: size },
    (_, at) => real[at] ?? Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(' '),
  );
  const names = SHIFTS.map((by) => ({
    language: `x-${by}`,
    items: Int32Array.from(titles.keys()),
    texts: packTexts(titles.map((title) => shift(title, by))),
  }));
  const data = {
    size,
    popularity: Float32Array.from(titles, (_, at) => 1 - at / size),
    year: new Int16Array(size),
    imdb: new Int32Array(size),
  };
  let index = buildSearchIndex(titles, names);
  const building = cpuMs(() => {
    index = buildSearchIndex(titles, names);
  });
  const timesOf = (queries: readonly string[]): number[] =>
    queries.map((query) => {
      const search = (): void => {
        for (let round = 0; round < ROUNDS; round++) searchTitles(data, index, query);
      };
      search();
      return cpuMs(search) / ROUNDS;
    });
  const usual = timesOf(QUERIES);
  const mean = usual.reduce((sum, ms) => sum + ms, 0) / usual.length;
  const bytes = new Set<ArrayBufferLike>();
  const collect = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) bytes.add(value.buffer);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(index);
  const megabytes = [...bytes].reduce((sum, { byteLength }) => sum + byteLength, 0) / 1e6;
  const cells = [mean, Math.max(...usual), Math.max(...timesOf(LETTERS))].map((ms) => ms.toFixed(2));
  return `| ${size.toLocaleString('en')} | ${cells.join(' | ')} | ${megabytes.toFixed(1)} | ${building.toFixed(0)} |`;
}
