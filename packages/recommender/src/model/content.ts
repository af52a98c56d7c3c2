import { mix } from '../math/random.ts';
import { titleFacts } from './title-facts.ts';
import { provenFame } from './title-prior.ts';
import type { Catalogue } from './types.ts';

/**
 * Titles as untrained vectors. The inner product of two titles is the prior covariance of a user's taste for
 * both, in squared points.
 */
export interface ContentSpace {
  /**
   * Each genre, decade and numeric fact has one axis. People share axes by random signs (Achlioptas 2003).
   */
  readonly dimensions: number;
  /** Shape: size × dimensions. */
  readonly vectors: Float32Array;
  /** Genre ids in axis order. */
  readonly genreIds: Int32Array;
}

/**
 * Prior variance of a user's taste by kind of content, in squared points on the scale 0–10
 * (docs/recommender.md#content-model). Predictions change little when these values are halved or doubled.
 */
const VARIANCE = {
  genre: 0.7,
  people: 0.2,
  decade: 0.15,
  type: 0.1,
  fame: 0.15,
  abroad: 0.1,
  runtime: 0.05,
  age: 0.05,
};

/** Popularity of a typical rated title. */
const KNOWN_TITLE = 0.85;
/** Number of steps between popularity 0 and 1. */
const FAME_STEPS = 5;

/** Facts that are numbers. Each fact has one axis. */
const FACTS = ['abroad', 'runtime', 'age'] as const;

const FIRST_DECADE = 1920;
const DECADES = 12;
const PEOPLE_AXES = 20;
const CAST_SHARE = 0.6;
const CAST_USED = 6;

/**
 * Computes the content space of a catalogue. Takes about 100 ms for 100,000 titles.
 * @returns equal vectors for equal catalogues.
 */
export function contentSpace(catalogue: Catalogue): ContentSpace {
  const genreIds = Int32Array.from(new Set(catalogue.genres.values)).sort();
  const axisOfGenre = new Map<number, number>();
  for (let a = 0; a < genreIds.length; a++) axisOfGenre.set(genreIds[a], a);
  const decadeAxis = genreIds.length;
  const typeAxis = decadeAxis + DECADES;
  const fameAxis = typeAxis + 1;
  const factAxis = fameAxis + 1;
  const peopleAxis = factAxis + FACTS.length;
  const dimensions = peopleAxis + PEOPLE_AXES;
  const vectors = new Float32Array(catalogue.size * dimensions);
  const facts = titleFacts(catalogue);

  for (let i = 0; i < catalogue.size; i++) {
    const at = i * dimensions;
    const from = catalogue.genres.offsets[i];
    const to = catalogue.genres.offsets[i + 1];
    for (let k = from; k < to; k++) {
      const axis = axisOfGenre.get(catalogue.genres.values[k]);
      if (axis !== undefined) vectors[at + axis] = Math.sqrt(VARIANCE.genre / (to - from));
    }
    for (const [decade, share] of decadeShares(catalogue.year[i])) {
      vectors[at + decadeAxis + decade] = Math.sqrt(VARIANCE.decade) * share;
    }
    vectors[at + typeAxis] = (catalogue.type[i] === 1 ? 0.5 : -0.5) * Math.sqrt(VARIANCE.type);
    vectors[at + fameAxis] =
      FAME_STEPS * (provenFame(catalogue.popularity[i]) - KNOWN_TITLE) * Math.sqrt(VARIANCE.fame);
    FACTS.forEach((kind, n) => {
      vectors[at + factAxis + n] = facts[kind][i] * Math.sqrt(VARIANCE[kind]);
    });
    addPeople(catalogue, i, vectors, at + peopleAxis);
  }
  return { dimensions, vectors, genreIds };
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

function addPeople(catalogue: Catalogue, item: number, vectors: Float32Array, at: number): void {
  const { directors, cast } = catalogue;
  const d0 = directors.offsets[item];
  const d1 = directors.offsets[item + 1];
  const c0 = cast.offsets[item];
  const c1 = Math.min(cast.offsets[item + 1], c0 + CAST_USED);
  let castSquare = 0;
  for (let k = c0; k < c1; k++) castSquare += 1 / (1 + k - c0);
  const directorWeight = d1 > d0 ? Math.sqrt((VARIANCE.people * (1 - CAST_SHARE)) / (d1 - d0)) : 0;
  const castWeight = c1 > c0 ? Math.sqrt((VARIANCE.people * CAST_SHARE) / castSquare) : 0;
  for (let k = d0; k < d1; k++) addSigns(directors.values[k], directorWeight, vectors, at);
  for (let k = c0; k < c1; k++) addSigns(cast.values[k], castWeight / Math.sqrt(1 + k - c0), vectors, at);
}

function addSigns(person: number, weight: number, vectors: Float32Array, at: number): void {
  const signs = mix(person + 0x51ed270b);
  const step = weight / Math.sqrt(PEOPLE_AXES);
  for (let a = 0; a < PEOPLE_AXES; a++) vectors[at + a] += (signs >>> a) & 1 ? step : -step;
}
