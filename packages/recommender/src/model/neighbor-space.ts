import { ratedHowOften } from './title-prior.ts';
import type { Catalogue, Csr } from './types.ts';

/** The facts that make titles similar, as typed arrays for `neighborRanker` (see `PreparedModel`). */
export interface NeighborSpace {
  readonly tags: Readonly<Record<TagKind, TagSpace>>;
  readonly scales: Readonly<Record<ScaleKind, ScaleSpace>>;
  readonly directors: SharedPeople;
  readonly cast: SharedPeople;
  readonly franchises: SharedPeople;
}

/** Facts with several values per title. The similarity is a cosine. */
export type TagKind = 'genre' | 'country';
/** Facts with one value on a scale. The similarity falls with the difference. */
export type ScaleKind = 'year' | 'fame' | 'runtime' | 'age' | 'type';

interface TagSpace {
  /**
   * The set of tags of each title, as a row of `sets`. Far fewer sets than titles exist, so a request scores
   * each set once.
   */
  readonly setOf: Int32Array;
  /** Tags of each set, numbered from 0. */
  readonly sets: Csr;
  /** Parallel to `sets.values`: inverse document frequencies, scaled to unit length per set. */
  readonly weights: Float32Array;
  /**
   * Mean weight of each tag over well-known titles, which is subtracted. Otherwise, titles with common genres
   * would be similar to every title.
   */
  readonly centre: Float32Array;
}

interface ScaleSpace {
  /** Bin of each title, at most 255. An additional last bin contains the titles with an unknown value. */
  readonly bin: Uint8Array;
  /** Distance in bins at which the similarity is 1/e. */
  readonly reach: number;
  /** Mean similarity of a well-known title to each bin, which is subtracted too. */
  readonly centre: Float32Array;
}

/** People (or franchises) of each title with their weights, and the titles of each person. */
interface SharedPeople {
  readonly ofTitle: Csr;
  readonly weights: Float32Array;
  readonly titlesOf: Csr;
  /** Parallel to `titlesOf.values`. */
  readonly weightsOf: Float32Array;
}

const FIRST_YEAR = 1900;
const YEARS = 150;
const FAME_BINS = 101;
/** Runtimes are compared by their ratio, so a bin is 5 % wide. */
const SHORTEST_MINUTES = 20;
const RUNTIME_BIN = 0.05;
const RUNTIME_BINS = 60;
const AGE_LEVELS = 4;
const TYPES = 2;
/**
 * Distances at which the similarity is 1/e, in bins. The width of a bin is 0.01 for fame, and `RUNTIME_BIN`
 * for runtime.
 */
const REACH = { year: 8, fame: 5, runtime: 3, age: 1, type: 0.1 };
const CAST_USED = 8;

export function neighborSpace(catalogue: Catalogue): NeighborSpace {
  const { size, directors, cast, franchise } = catalogue;
  const often = ratedHowOften(catalogue);
  const ownFranchise = (i: number): number[] => (franchise[i] < 0 ? [] : [franchise[i]]);
  return {
    tags: {
      genre: tagSpace(catalogue.genres, often),
      country: tagSpace(catalogue.countries ?? noneOf(size), often),
    },
    scales: scalesOf(catalogue, often),
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
  };
}

function scalesOf(catalogue: Catalogue, often: Float64Array): NeighborSpace['scales'] {
  const { size, year, popularity, type, runtime, ageLevel } = catalogue;
  const scale = (kind: ScaleKind, count: number, placeOf: (item: number) => number | null): ScaleSpace => {
    const bin = Uint8Array.from({ length: size }, (_, i) => {
      const place = placeOf(i);
      return place === null ? count : Math.min(count - 1, Math.max(0, Math.round(place)));
    });
    return { bin, reach: REACH[kind], centre: centreOf(bin, often, REACH[kind], count) };
  };
  // Series have the runtime of an episode, which cannot be compared with the runtime of a movie.
  const minutes = (i: number): number => (type[i] === 0 && runtime ? runtime[i] : 0);
  return {
    year: scale('year', YEARS, (i) => (year[i] > 0 ? year[i] - FIRST_YEAR : null)),
    fame: scale('fame', FAME_BINS, (i) => popularity[i] * (FAME_BINS - 1)),
    runtime: scale('runtime', RUNTIME_BINS, (i) =>
      minutes(i) > 0 ? Math.log(minutes(i) / SHORTEST_MINUTES) / RUNTIME_BIN : null,
    ),
    age: scale('age', AGE_LEVELS, (i) => (ageLevel && ageLevel[i] >= 0 ? ageLevel[i] : null)),
    type: scale('type', TYPES, (i) => type[i]),
  };
}

/** Returns the similarity of two bins of a scale. */
export function closeness(a: number, b: number, reach: number): number {
  return Math.exp(-Math.abs(a - b) / reach);
}

function noneOf(size: number): Csr {
  return { offsets: new Int32Array(size + 1), values: new Int32Array(0) };
}

function rowOf({ offsets, values }: Csr, i: number): Int32Array {
  return values.subarray(offsets[i], offsets[i + 1]);
}

function tagSpace({ offsets, values }: Csr, often: Float64Array): TagSpace {
  const size = offsets.length - 1;
  const { axes, count } = axesOf(values);
  const titles = new Float32Array(count);
  for (const axis of axes) titles[axis]++;
  const { setOf, sets } = setsOf({ offsets, values: axes });
  const isTagged = (set: number): boolean => sets.offsets[set + 1] > sets.offsets[set];
  const tagged = setOf.reduce((sum, set) => sum + (isTagged(set) ? 1 : 0), 0);
  const idf = titles.map((n) => Math.max(0, Math.log(tagged / (1 + n))));
  const weights = new Float32Array(sets.values.length);
  const squares = new Float64Array(sets.offsets.length - 1);
  for (let set = 0; set < squares.length; set++) {
    const to = sets.offsets[set + 1];
    for (let k = sets.offsets[set]; k < to; k++) squares[set] += idf[sets.values[k]];
    for (let k = sets.offsets[set]; k < to && squares[set] > 0; k++) {
      weights[k] = Math.sqrt(idf[sets.values[k]] / squares[set]);
    }
  }
  const centre = new Float32Array(count);
  let all = 0;
  for (let i = 0; i < size; i++) {
    all += often[i];
    for (let k = sets.offsets[setOf[i]]; k < sets.offsets[setOf[i] + 1]; k++) {
      centre[sets.values[k]] += often[i] * weights[k];
    }
  }
  return { setOf, sets, weights, centre: centre.map((x) => x / Math.max(all, Number.MIN_VALUE)) };
}

/** Numbers the distinct sets of tags of the titles from 0, in the order of their first occurrence. */
function setsOf({ offsets, values }: Csr): { setOf: Int32Array; sets: Csr } {
  const numbers = new Map<string, number>();
  const setOf = new Int32Array(offsets.length - 1);
  const ends = [0];
  const tags: number[] = [];
  for (let i = 0; i < setOf.length; i++) {
    const own = values.slice(offsets[i], offsets[i + 1]).sort();
    const key = own.join();
    const set = numbers.get(key) ?? numbers.size;
    setOf[i] = set;
    if (numbers.has(key)) continue;
    numbers.set(key, set);
    tags.push(...own);
    ends.push(tags.length);
  }
  return { setOf, sets: { offsets: Int32Array.from(ends), values: Int32Array.from(tags) } };
}

/**
 * Assigns numbers from 0 to the distinct ids, in the order of their first occurrence. `count` is the number
 * of distinct ids.
 */
function axesOf(ids: Int32Array): { axes: Int32Array; count: number } {
  const axisOf = new Map<number, number>();
  const axes = ids.map((id) => {
    const axis = axisOf.get(id) ?? axisOf.size;
    axisOf.set(id, axis);
    return axis;
  });
  return { axes, count: axisOf.size };
}

/** @param weigh returns the weight of the person at index `place` among the `count` people of a title. */
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

/**
 * Returns the mean similarity of each bin to the titles.
 * @param often the weight of each title, see `ratedHowOften`.
 */
function centreOf(bins: Uint8Array, often: Float64Array, reach: number, count: number): Float32Array {
  const mass = new Float64Array(count);
  let all = 0;
  for (let i = 0; i < bins.length; i++) {
    all += often[i];
    if (bins[i] < count) mass[bins[i]] += often[i];
  }
  return Float32Array.from({ length: count }, (_, b) => {
    let sum = 0;
    for (let other = 0; other < count; other++) sum += mass[other] * closeness(b, other, reach);
    return sum / Math.max(all, Number.MIN_VALUE);
  });
}
