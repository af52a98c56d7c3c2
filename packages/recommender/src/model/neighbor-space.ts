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

/** The values of each title with their weights, and the titles of each value. */
interface SharedSpace {
  readonly worth: Worth;
  readonly ofTitle: Csr;
  readonly weights: Float32Array;
  readonly titlesOf: Csr;
  /** Parallel to `titlesOf.values`. */
  readonly weightsOf: Float32Array;
}

export function neighborSpace(catalogue: Catalogue): NeighborSpace {
  const often = ratedHowOften(catalogue);
  const told = shareWithValue(catalogue.themes);
  const loved = shareWithValue(catalogue.lovedWith);
  return {
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
  const offsets = new Int32Array(size + 1);
  const ids: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < size; i++) {
    eachValue(rows, i, use, (value, weight) => {
      ids.push(value);
      weights.push(weight);
    });
    offsets[i + 1] = ids.length;
  }
  const numbered = axesOf(Int32Array.from(ids));
  const { axes } = numbered;
  const count = numbered.ids.length;
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
    weights: Float32Array.from(weights),
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
