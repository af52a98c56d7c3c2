import { seeded } from './math/random.ts';
import type { Catalogue, Csr, RatingColumns, Signals } from './model/types.ts';

/** The signals of a user without ratings, hides, list entries and chosen genres. */

export const NOTHING: Signals = { rated: [], ratings: [], hidden: [], listed: [], genres: [] };

export function csr(rows: readonly (readonly number[])[]): Csr {
  const offsets = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => {
    offsets[i + 1] = offsets[i] + row.length;
  });
  return { offsets, values: Int32Array.from(rows.flat()) };
}

export interface TitleSketch {
  readonly id?: number;
  readonly genres: readonly number[];
  readonly popularity?: number;
  readonly year?: number;
  readonly type?: number;
  readonly themes?: readonly number[];
  readonly lovedWith?: readonly number[];
  readonly directors?: readonly number[];
  readonly cast?: readonly number[];
  readonly franchise?: number;
  /** The first is the title's own. */
  readonly countries?: readonly number[];
  readonly runtime?: number;
  readonly ageLevel?: number;
}

export function catalogueOf(titles: readonly TitleSketch[]): Catalogue {
  return {
    size: titles.length,
    ids: Int32Array.from(titles, (t, i) => t.id ?? 1000 + i),
    type: Uint8Array.from(titles, (t) => t.type ?? 0),
    year: Int16Array.from(titles, (t) => t.year ?? 2000),
    popularity: Float32Array.from(titles, (t) => t.popularity ?? 0.5),
    genres: csr(titles.map((t) => t.genres)),
    directors: csr(titles.map((t) => t.directors ?? [])),
    cast: csr(titles.map((t) => t.cast ?? [])),
    franchise: Int32Array.from(titles, (t) => t.franchise ?? -1),
    ...(titles.some((t) => t.themes) && { themes: csr(titles.map((t) => t.themes ?? [])) }),
    ...(titles.some((t) => t.lovedWith) && { lovedWith: csr(titles.map((t) => t.lovedWith ?? [])) }),
    ...(titles.some((t) => t.countries) && {
      countries: csr(titles.map((t) => t.countries ?? [])),
      ownCountry: Int32Array.from(titles, (t) => t.countries?.[0] ?? -1),
    }),
    ...(titles.some((t) => t.runtime) && { runtime: Int16Array.from(titles, (t) => t.runtime ?? 0) }),
    ...(titles.some((t) => t.ageLevel !== undefined) && {
      ageLevel: Int8Array.from(titles, (t) => t.ageLevel ?? -1),
    }),
  };
}

export interface Community {
  readonly titles: TitleSketch[];
  readonly catalogue: Catalogue;
  readonly ratings: RatingColumns;
  /** The rating of a title without noise and rounding. */
  readonly truth: (user: number, item: number) => number;
}

/**
 * Generates ratings of users with different mean ratings, tastes for three genres, and tastes independent of
 * genres. Users rate popular titles and titles of their taste more often.
 */
export function community(users: number, size: number, perUser: number, seed: number): Community {
  const random = seeded(seed);
  const titles = Array.from({ length: size }, (_, i): TitleSketch => {
    const second = random.uniform() < 0.3;
    const genres = second ? [1 + (i % 3), 1 + ((i + 1) % 3)] : [1 + (i % 3)];
    return { genres, popularity: 1 - i / size, year: 1960 + random.below(60), directors: [10 + (i % 17)] };
  });
  const quality = titles.map(() => random.normal() * 0.8);
  const hidden = titles.map(() => random.normal());
  const generosity = Array.from({ length: users }, () => random.normal() * 0.8);
  const likes = Array.from({ length: users }, () => [random.normal(), random.normal(), random.normal()]);
  const secret = Array.from({ length: users }, () => random.normal());
  const truth = (user: number, item: number): number => {
    const genre =
      titles[item].genres.reduce((sum, g) => sum + likes[user][g - 1], 0) / titles[item].genres.length;
    return 6.5 + generosity[user] + quality[item] + genre + 0.8 * secret[user] * hidden[item];
  };
  const rows: [number, number, number][] = [];
  for (let u = 0; u < users; u++) {
    const wanted = titles.map(
      (t, i) => (t.popularity ?? 0) * 4 + 0.5 * truth(u, i) - Math.log(-Math.log(random.uniform() + 1e-12)),
    );
    const order = [...wanted.keys()].sort((a, b) => wanted[b] - wanted[a]).slice(0, perUser);
    for (const i of order)
      rows.push([u, i, Math.min(10, Math.max(0, Math.round(truth(u, i) + random.normal())))]);
  }
  return {
    titles,
    catalogue: catalogueOf(titles),
    truth,
    ratings: {
      users: Int32Array.from(rows, (r) => r[0] + 1),
      items: Int32Array.from(rows, (r) => r[1]),
      ratings: Float32Array.from(rows, (r) => r[2]),
    },
  };
}
