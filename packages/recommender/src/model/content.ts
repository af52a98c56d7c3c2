import { mix } from '../math/random.ts';
import { eachValue, SET_FACTS } from './facts.ts';
import { rarityOf } from './rarity.ts';
import { titleFacts } from './title-facts.ts';
import { provenFame } from './title-prior.ts';
import type { Catalogue } from './types.ts';

/**
 * Titles as untrained vectors. The inner product of two titles is the prior covariance of a user's taste for
 * both, in squared points.
 */
export interface ContentSpace {
  readonly dimensions: number;
  /** Shape: size × dimensions. */
  readonly vectors: Float32Array;
}

/**
 * Prior variance of a user's taste by facts with numbers, in squared points on the scale 0–10
 * (docs/recommender.md#content-model). Those of other facts are in `facts.ts`. Predictions change little when these
 * values are halved or doubled.
 */
const VARIANCE = { decade: 0.15, type: 0.1, fame: 0.15, abroad: 0.1, runtime: 0.05, age: 0.05 };

/** Popularity of a typical rated title. */
const KNOWN_TITLE = 0.85;
/** Number of steps between popularity 0 and 1. */
const FAME_STEPS = 5;

/** Facts that are numbers. Each fact has one axis. */
const NUMBERS = ['abroad', 'runtime', 'age'] as const;

const FIRST_DECADE = 1920;
const DECADES = 12;
/** The number of axes that the values of a block share by random signs (Achlioptas 2003). */
const BLOCK_AXES = 20;

/**
 * Computes the content space of a catalogue. Takes about 100 ms for 100,000 titles.
 * @returns equal vectors for equal catalogues.
 */
export function contentSpace(catalogue: Catalogue): ContentSpace {
  const sets = setAxes(catalogue);
  const typeAxis = sets.count + DECADES;
  const fameAxis = typeAxis + 1;
  const numberAxis = fameAxis + 1;
  const dimensions = numberAxis + NUMBERS.length;
  const vectors = new Float32Array(catalogue.size * dimensions);
  const facts = titleFacts(catalogue);
  for (let i = 0; i < catalogue.size; i++) {
    const vector = vectors.subarray(i * dimensions, (i + 1) * dimensions);
    sets.add(i, vector);
    for (const [decade, share] of decadeShares(catalogue.year[i]))
      vector[sets.count + decade] = Math.sqrt(VARIANCE.decade) * share;
    vector[typeAxis] = (catalogue.type[i] === 1 ? 0.5 : -0.5) * Math.sqrt(VARIANCE.type);
    vector[fameAxis] =
      FAME_STEPS * (provenFame(catalogue.popularity[i]) - KNOWN_TITLE) * Math.sqrt(VARIANCE.fame);
    NUMBERS.forEach((kind, n) => {
      vector[numberAxis + n] = facts[kind][i] * Math.sqrt(VARIANCE[kind]);
    });
  }
  return { dimensions, vectors };
}

/** Returns the number of axes of `SET_FACTS`, and a function that adds the facts of a title to its vector. */
function setAxes(catalogue: Catalogue): { count: number; add: (item: number, vector: Float32Array) => void } {
  let count = 0;
  const reserve = (axes: number): number => {
    count += axes;
    return count - axes;
  };
  const blocks = new Map<string, number>();
  const adders = Object.values(SET_FACTS).flatMap(({ axes, of, compared = of }) => {
    const rows = axes && compared(catalogue);
    if (!rows) return [];
    const { block, variance } = axes;
    const rarity = axes.byRarity ? rarityOf(rows) : () => 1;
    let addValue: (vector: Float32Array, value: number, weight: number) => void;
    if (block === undefined) {
      const axisOf = new Map([...new Set(rows.values)].sort((a, b) => a - b).map((id) => [id, reserve(1)]));
      addValue = (vector, value, weight) => {
        vector[axisOf.get(value) ?? 0] += weight;
      };
    } else {
      const from = blocks.get(block) ?? reserve(BLOCK_AXES);
      blocks.set(block, from);
      addValue = (vector, value, weight) => addSigns(vector, from, value, weight);
    }
    return (item: number, vector: Float32Array): void => {
      let square = 0;
      eachValue(rows, item, axes, (value, weight) => {
        square += rarity(value) * weight ** 2;
      });
      if (square === 0) return;
      eachValue(rows, item, axes, (value, weight) =>
        addValue(vector, value, weight * Math.sqrt((rarity(value) * variance) / square)),
      );
    };
  });
  const add = (item: number, vector: Float32Array): void => {
    for (const addFact of adders) addFact(item, vector);
  };
  return { count, add };
}

/** Adds a value with its random signs, so that different values are nearly orthogonal. */
function addSigns(vector: Float32Array, from: number, value: number, weight: number): void {
  const signs = mix(value + 0x51ed270b);
  const step = weight / Math.sqrt(BLOCK_AXES);
  for (let a = 0; a < BLOCK_AXES; a++) vector[from + a] += (signs >>> a) & 1 ? step : -step;
}

/**
 * Returns one or two neighboring decades of a year, with shares that sum to 1. The array is empty for an
 * unknown year.
 */
export function decadeShares(year: number): [number, number][] {
  if (year <= 0) return [];
  const position = Math.min(DECADES - 1, Math.max(0, (year - FIRST_DECADE - 5) / 10));
  const low = Math.floor(position);
  const share = position - low;
  return share === 0
    ? [[low, 1]]
    : [
        [low, 1 - share],
        [low + 1, share],
      ];
}
