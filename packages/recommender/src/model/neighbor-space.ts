import { type Sparse, sparseFromTriples } from '../math/sparse.ts';
import { eachValue, SCALE_FACTS, type ScaleFact, SET_FACTS, type Worth } from './facts.ts';
import { rarityOf } from './rarity.ts';
import { ratedHowOften } from './title-prior.ts';
import type { Catalogue, Csr } from './types.ts';

/** The facts of `facts.ts` that make titles similar, as typed arrays for `neighborRanker` (see `PreparedModel`). */
export interface NeighborSpace {
  /** Facts whose similarity is a cosine. */
  readonly tags: readonly TagSpace[];
  readonly scales: readonly ScaleSpace[];
  /** Facts whose similarity are the values that two titles share. */
  readonly shared: readonly SharedSpace[];
  /**
   * The values that each title has of all facts, in the order of `tags`, `scales` and `shared`: a column for each tag, bin and value. The
   * product with a user's points for each column is the user's score of each title.
   */
  readonly titles: Sparse;
}

export interface TagSpace {
  readonly worth: Worth;
  readonly agrees: boolean;
  /** The tags of each title, numbered from 0. */
  readonly rows: Csr;
  /** Parallel to `rows.values`: inverse document frequencies, scaled to unit length per title. */
  readonly weights: Float32Array;
  /**
   * Mean weight of each tag over well-known titles, which is subtracted. Otherwise, titles with common genres
   * would be similar to every title.
   */
  readonly centre: Float32Array;
}

interface ScaleSpace {
  readonly worth: Worth;
  /** See `ScaleFact`. */
  readonly apart: number;
  /** Bin of each title, at most 255. An additional last bin contains the titles with an unknown value. */
  readonly bin: Uint8Array;
  /** Distance in bins at which the similarity is 1/e. */
  readonly reach: number;
  /** Mean similarity of a well-known title to each bin, which is subtracted too. */
  readonly centre: Float32Array;
}

/** The values of each title that more than one title has, numbered from 0. */
export interface SharedSpace {
  readonly worth: Worth;
  readonly rows: Csr;
  /** Parallel to `rows.values`. */
  readonly weights: Float32Array;
  /** The number of different values. */
  readonly count: number;
}

export function neighborSpace(catalogue: Catalogue): NeighborSpace {
  const often = ratedHowOften(catalogue);
  const told = shareWithValue(catalogue.themes);
  const loved = shareWithValue(catalogue.lovedWith);
  const parts: Omit<NeighborSpace, 'titles'> = {
    tags: Object.values(SET_FACTS).flatMap(({ similarity, of, compared = of }) => {
      if (similarity?.by !== 'cosine') return [];
      const rows = compared(catalogue);
      if (!rows) return [];
      const { worth, besideThemes = worth, besideLoved = besideThemes, agrees = false } = similarity;
      return {
        worth: mixed(mixed(worth, besideThemes, told), besideLoved, loved),
        agrees,
        ...tagSpace(rows, often),
      };
    }),
    scales: Object.values(SCALE_FACTS).map((fact) => scaleSpace(catalogue, fact, often)),
    shared: Object.values(SET_FACTS).flatMap(({ similarity, of }) => {
      const rows = of(catalogue);
      if (similarity?.by !== 'value' || !rows) return [];
      return { worth: similarity.worth, ...sharedSpace(rows, similarity) };
    }),
  };
  return { ...parts, titles: columnsOf(catalogue.size, parts) };
}

/** Returns `NeighborSpace.titles`. */
function columnsOf(size: number, { tags, scales, shared }: Omit<NeighborSpace, 'titles'>): Sparse {
  const titles: number[] = [];
  const columns: number[] = [];
  const weights: number[] = [];
  const add = (title: number, column: number, weight: number): void => {
    titles.push(title);
    columns.push(column);
    weights.push(weight);
  };
  let from = 0;
  const addRows = ({ rows, weights: own }: { rows: Csr; weights: Float32Array }, count: number): void => {
    for (let title = 0; title < size; title++)
      for (let k = rows.offsets[title]; k < rows.offsets[title + 1]; k++)
        add(title, from + rows.values[k], own[k]);
    from += count;
  };
  for (const tag of tags) addRows(tag, tag.centre.length);
  for (const { bin, centre } of scales) {
    for (let title = 0; title < size; title++)
      if (bin[title] < centre.length) add(title, from + bin[title], 1);
    from += centre.length;
  }
  for (const fact of shared) addRows(fact, fact.count);
  return sparseFromTriples(size, from, titles, columns, weights);
}

/** Returns the share of titles that have a value. */
function shareWithValue(rows: Csr | undefined): number {
  if (!rows) return 0;
  const count = rows.offsets.subarray(1).filter((end, i) => end > rows.offsets[i]).length;
  return count / Math.max(1, rows.offsets.length - 1);
}

const mixed = (a: Worth, b: Worth, share: number): Worth => ({
  seen: a.seen + share * (b.seen - a.seen),
  graded: a.graded + share * (b.graded - a.graded),
});

function scaleSpace(
  catalogue: Catalogue,
  { worth, apart = 1, bins, reach, place }: ScaleFact,
  often: Float64Array,
): ScaleSpace {
  const bin = Uint8Array.from({ length: catalogue.size }, (_, i) => {
    const at = place(catalogue, i);
    return at === null ? bins : Math.min(bins - 1, Math.max(0, Math.round(at)));
  });
  return { worth, apart, bin, reach, centre: centreOf(bin, often, reach, bins) };
}

/** Returns the similarity of two bins of a scale. */
export function closeness(a: number, b: number, reach: number): number {
  return Math.exp(-Math.abs(a - b) / reach);
}

function tagSpace({ offsets, values }: Csr, often: Float64Array): Omit<TagSpace, 'worth' | 'agrees'> {
  const size = offsets.length - 1;
  const { axes, ids } = axesOf(values);
  const count = ids.length;
  const idf = Float32Array.from(ids, rarityOf({ offsets, values }));
  const weights = new Float32Array(axes.length);
  const centre = new Float32Array(count);
  let all = 0;
  for (let i = 0; i < size; i++) {
    all += often[i];
    let square = 0;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) square += idf[axes[k]];
    for (let k = offsets[i]; k < offsets[i + 1] && square > 0; k++) {
      weights[k] = Math.sqrt(idf[axes[k]] / square);
      centre[axes[k]] += often[i] * weights[k];
    }
  }
  const rows = { offsets, values: axes };
  return { rows, weights, centre: centre.map((x) => x / Math.max(all, Number.MIN_VALUE)) };
}

/** Assigns numbers from 0 to the distinct ids of `values`, in the order of their first occurrence. */
function axesOf(values: Int32Array): { axes: Int32Array; ids: readonly number[] } {
  const axisOf = new Map<number, number>();
  const axes = values.map((id) => {
    const axis = axisOf.get(id) ?? axisOf.size;
    axisOf.set(id, axis);
    return axis;
  });
  return { axes, ids: [...axisOf.keys()] };
}

function sharedSpace(rows: Csr, use: Parameters<typeof eachValue>[2]): Omit<SharedSpace, 'worth'> {
  const size = rows.offsets.length - 1;
  const titlesWith = new Map<number, number>();
  const each = (visit: (title: number, value: number, weight: number) => void): void => {
    for (let i = 0; i < size; i++) eachValue(rows, i, use, (value, weight) => visit(i, value, weight));
  };
  each((_, value) => titlesWith.set(value, (titlesWith.get(value) ?? 0) + 1));
  const offsets = new Int32Array(size + 1);
  const ids: number[] = [];
  const weights: number[] = [];
  each((i, value, weight) => {
    if ((titlesWith.get(value) ?? 0) < 2) return;
    ids.push(value);
    weights.push(weight);
    offsets[i + 1]++;
  });
  for (let i = 0; i < size; i++) offsets[i + 1] += offsets[i];
  const { axes, ids: distinct } = axesOf(Int32Array.from(ids));
  return { rows: { offsets, values: axes }, weights: Float32Array.from(weights), count: distinct.length };
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
