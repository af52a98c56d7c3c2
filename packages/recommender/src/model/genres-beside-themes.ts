import type { Catalogue, Csr } from './types.ts';

/** A genre and a theme say the same when this share of the titles with one of them has both, as Western and westerns. */
const SAME = 0.5;

/** Returns the genres of each title without those that one of its themes says too, which would be counted twice. */
export function genresBesideThemes({ size, genres, themes }: Catalogue): Csr {
  if (!themes) return genres;
  const doubles = findDoubles(size, genres, themes);
  const offsets = new Int32Array(size + 1);
  const values: number[] = [];
  for (let i = 0; i < size; i++) {
    const told = new Set(valuesOf(themes, i));
    for (const genre of valuesOf(genres, i))
      if (!(doubles.get(genre) ?? []).some((theme) => told.has(theme))) values.push(genre);
    offsets[i + 1] = values.length;
  }
  return { offsets, values: Int32Array.from(values) };
}

/** Returns for each genre the themes that say the same. */
function findDoubles(size: number, genres: Csr, themes: Csr): ReadonlyMap<number, number[]> {
  const withGenre = countsOf(genres.values);
  const withTheme = countsOf(themes.values);
  const both = new Map<number, Map<number, number>>();
  for (let i = 0; i < size; i++) {
    for (const genre of valuesOf(genres, i)) {
      const counts = both.get(genre) ?? new Map<number, number>();
      both.set(genre, counts);
      for (const theme of valuesOf(themes, i)) counts.set(theme, (counts.get(theme) ?? 0) + 1);
    }
  }
  return new Map(
    Array.from(both, ([genre, counts]) => [
      genre,
      [...counts].flatMap(([theme, count]) => {
        const either = (withGenre.get(genre) ?? 0) + (withTheme.get(theme) ?? 0) - count;
        return count >= SAME * either ? theme : [];
      }),
    ]),
  );
}

function countsOf(values: Int32Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const valuesOf = ({ offsets, values }: Csr, item: number): Int32Array =>
  values.subarray(offsets[item], offsets[item + 1]);
