import { franchiseKeys } from '@marquee/recommender/model/franchise';
import type { Catalogue, Csr } from '@marquee/recommender/model/types';
import { readColumns } from './csv.ts';

/** The titles of an items file in the format of MovieLens, by movie id. */
export type Items = ReadonlyMap<
  number,
  { readonly title: string; readonly genres: readonly string[]; readonly year: number }
>;

/**
 * Reads the columns movieId,title,genres. A title ends with the year in brackets, and `|` separates genres.
 */
export function readItems(bytes: Uint8Array): Items {
  const columns = readColumns(bytes, { numbers: [], ids: ['movieId'], labels: ['title', 'genres'] });
  const items = new Map<number, { title: string; genres: string[]; year: number }>();
  for (let r = 0; r < columns.rows; r++) {
    const title = columns.labels.title.names[columns.labels.title.codes[r]];
    const genres = columns.labels.genres.names[columns.labels.genres.codes[r]].split('|');
    const years = [...title.matchAll(/\((\d{4})\)/g)];
    items.set(columns.numbers.movieId[r], {
      title,
      genres: genres.filter((g) => g !== '' && g !== '(no genres listed)'),
      year: years.length > 0 ? Number(years[years.length - 1][1]) : 0,
    });
  }
  return items;
}

/**
 * Builds a catalogue of the given movie ids. Popularity is the logarithm of the number of raters, scaled to 1
 * for the title with the most raters.
 * @param counts the raters of each movie in the training data.
 */
export function movieLensCatalogue(ids: Int32Array, counts: Int32Array, items: Items): Catalogue {
  const size = ids.length;
  const most = Math.log1p(counts.reduce((a, b) => Math.max(a, b), 1));
  const genreIds = new Map<string, number>();
  const offsets = new Int32Array(size + 1);
  const genres: number[] = [];
  const year = new Int16Array(size);
  for (let i = 0; i < size; i++) {
    const item = items.get(ids[i]);
    year[i] = item?.year ?? 0;
    for (const genre of item?.genres ?? []) {
      const id = genreIds.get(genre) ?? genreIds.size + 1;
      genreIds.set(genre, id);
      genres.push(id);
    }
    offsets[i + 1] = genres.length;
  }
  const noPeople: Csr = { offsets: new Int32Array(size + 1), values: new Int32Array(0) };
  return {
    size,
    ids,
    type: new Uint8Array(size),
    year,
    popularity: Float32Array.from(counts, (n) => Math.log1p(n) / most),
    genres: { offsets, values: Int32Array.from(genres) },
    directors: noPeople,
    cast: noPeople,
    franchise: franchiseKeys(Array.from(ids, (id) => items.get(id)?.title ?? '')),
  };
}
