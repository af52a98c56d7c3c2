import { ratedHowOften } from './title-prior.ts';
import type { Catalogue, Csr } from './types.ts';

/**
 * The facts that make titles similar, prepared so that one pass over a user's ratings gives the similarity of all
 * titles to the rated titles. Plain typed arrays, see `PreparedModel`.
 *
 * Similarity of genre, year and fame is reduced by its mean over well-known titles. Otherwise titles with common
 * genres are similar to every title. People and franchises are too numerous to need this.
 */
export interface NeighborSpace {
  /** Genres of each title as axes from 0, weighted by inverse document frequency, unit length. */
  readonly genres: Csr;
  readonly genreWeights: Float32Array;
  readonly genreCentre: Float32Array;
  readonly directors: SharedPeople;
  readonly cast: SharedPeople;
  readonly franchises: SharedPeople;
  /** Place of each title in `yearCloseness`; -1 when the year is unknown. */
  readonly yearBin: Int16Array;
  readonly fameBin: Int16Array;
  /** Mean similarity of a well-known title to each bin. */
  readonly yearCentre: Float32Array;
  readonly fameCentre: Float32Array;
}

/** People (or franchises) of each title with weights, and the titles of each. */
interface SharedPeople {
  readonly ofTitle: Csr;
  readonly weights: Float32Array;
  readonly titlesOf: Csr;
  /** Parallel to `titlesOf.values`. */
  readonly weightsOf: Float32Array;
}

const FIRST_YEAR = 1900;
export const YEARS = 150;
/** Years after which similarity has fallen to 1/e. */
const YEAR_SCALE = 8;
export const FAME_BINS = 101;
/** Difference of popularity (0–1) after which similarity has fallen to 1/e. */
const FAME_SCALE = 0.05;
const CAST_USED = 8;

export function neighborSpace(catalogue: Catalogue): NeighborSpace {
  const { size, popularity, year, directors, cast, franchise } = catalogue;
  const often = ratedHowOften(catalogue);
  const yearBin = Int16Array.from(year, (y) =>
    y <= 0 ? -1 : Math.min(YEARS - 1, Math.max(0, y - FIRST_YEAR)),
  );
  const fameBin = Int16Array.from(popularity, (p) =>
    Math.round(Math.min(1, Math.max(0, p)) * (FAME_BINS - 1)),
  );
  const ownFranchise = (i: number): number[] => (franchise[i] < 0 ? [] : [franchise[i]]);
  return {
    ...genreSpace(catalogue, often),
    directors: sharedPeople(
      size,
      (i) => rowOf(directors, i),
      (_place, count) => 1 / Math.sqrt(count),
    ),
    cast: sharedPeople(
      size,
      (i) => rowOf(cast, i).slice(0, CAST_USED),
      (place) => 1 / Math.sqrt(1 + place / 4),
    ),
    franchises: sharedPeople(size, ownFranchise, () => 1),
    yearBin,
    fameBin,
    yearCentre: centreOf(yearBin, often, yearCloseness, YEARS),
    fameCentre: centreOf(fameBin, often, fameCloseness, FAME_BINS),
  };
}

export function yearCloseness(a: number, b: number): number {
  return Math.exp(-Math.abs(a - b) / YEAR_SCALE);
}

export function fameCloseness(a: number, b: number): number {
  return Math.exp(-Math.abs(a - b) / (FAME_SCALE * (FAME_BINS - 1)));
}

function rowOf({ offsets, values }: Csr, i: number): Int32Array {
  return values.subarray(offsets[i], offsets[i + 1]);
}

function genreSpace(
  { size, genres }: Catalogue,
  often: Float64Array,
): Pick<NeighborSpace, 'genres' | 'genreWeights' | 'genreCentre'> {
  const { axes, count } = axesOf(genres.values);
  const titles = new Float32Array(count);
  for (const axis of axes) titles[axis]++;
  const idf = titles.map((n) => Math.max(0, Math.log(size / (1 + n))));
  const weights = new Float32Array(axes.length);
  const centre = new Float32Array(count);
  let all = 0;
  for (let i = 0; i < size; i++) {
    let square = 0;
    const to = genres.offsets[i + 1];
    for (let k = genres.offsets[i]; k < to; k++) square += idf[axes[k]];
    all += often[i];
    for (let k = genres.offsets[i]; k < to && square > 0; k++) {
      weights[k] = Math.sqrt(idf[axes[k]] / square);
      centre[axes[k]] += often[i] * weights[k];
    }
  }
  return {
    genres: { offsets: genres.offsets, values: axes },
    genreWeights: weights,
    genreCentre: centre.map((x) => x / Math.max(all, Number.MIN_VALUE)),
  };
}

/** Ids as numbers from 0. */
function axesOf(ids: Int32Array): { axes: Int32Array; count: number } {
  const axisOf = new Map<number, number>();
  const axes = ids.map((id) => {
    const axis = axisOf.get(id) ?? axisOf.size;
    axisOf.set(id, axis);
    return axis;
  });
  return { axes, count: axisOf.size };
}

/** @param weigh weight of a person by place in a title's row of `count` people. */
function sharedPeople(
  size: number,
  peopleOf: (item: number) => ArrayLike<number>,
  weigh: (place: number, count: number) => number,
): SharedPeople {
  const rows = Array.from({ length: size }, (_, i) => peopleOf(i));
  const offsets = new Int32Array(size + 1);
  rows.forEach((row, i) => {
    offsets[i + 1] = offsets[i] + row.length;
  });
  const ids = new Int32Array(offsets[size]);
  const weights = new Float32Array(offsets[size]);
  rows.forEach((row, i) => {
    for (let k = 0; k < row.length; k++) {
      ids[offsets[i] + k] = row[k];
      weights[offsets[i] + k] = weigh(k, row.length);
    }
  });
  const { axes, count } = axesOf(ids);
  const titleOffsets = new Int32Array(count + 1);
  for (const axis of axes) titleOffsets[axis + 1]++;
  for (let a = 0; a < count; a++) titleOffsets[a + 1] += titleOffsets[a];
  const at = titleOffsets.slice();
  const titles = new Int32Array(axes.length);
  const weightsOf = new Float32Array(axes.length);
  for (let i = 0; i < size; i++) {
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const place = at[axes[k]]++;
      titles[place] = i;
      weightsOf[place] = weights[k];
    }
  }
  return {
    ofTitle: { offsets, values: axes },
    weights,
    titlesOf: { offsets: titleOffsets, values: titles },
    weightsOf,
  };
}

/** Similarity of each bin to the titles, each weighted by how often it is rated. */
function centreOf(
  bins: Int16Array,
  often: Float64Array,
  closeness: (a: number, b: number) => number,
  count: number,
): Float32Array {
  const mass = new Float64Array(count);
  let all = 0;
  for (let i = 0; i < bins.length; i++) {
    all += often[i];
    if (bins[i] >= 0) mass[bins[i]] += often[i];
  }
  return Float32Array.from({ length: count }, (_, b) => {
    let sum = 0;
    for (let other = 0; other < count; other++) sum += mass[other] * closeness(b, other);
    return sum / Math.max(all, Number.MIN_VALUE);
  });
}
