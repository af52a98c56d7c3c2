import { genresBesideThemes } from './genres-beside-themes.ts';
import { lovedSets } from './loved-sets.ts';
import type { Catalogue, Csr, SharedFact } from './types.ts';

/**
 * The facts that make two titles similar, each in one row with all that is decided about it. Rankers, content axes,
 * trained features, reasons and variety loop over these rows (docs/recommender.md#content-model).
 */

/**
 * The weight of a shared fact in the similarity to a rated title: every rated title adds `seen`, and adds `graded` for
 * every two points above the user's mean. Fitted to several sets of ratings (docs/recommender.md#the-first-evening).
 */
export interface Worth {
  readonly seen: number;
  readonly graded: number;
}

/** Returns the weight of the value at index `place` among the `count` values of a title. */
type Weigh = (place: number, count: number) => number;

const equal: Weigh = () => 1;
/** The squares of the weights sum to 1. */
const divided: Weigh = (_place, count) => 1 / Math.sqrt(count);

/** A fact with any number of values per title, such as genres. Without a field, its reader ignores the fact. */
export interface SetFact {
  /** Returns the ids of each title, people in billing order; undefined when the catalogue lacks them. */
  readonly of: (catalogue: Catalogue) => Csr | undefined;
  /** The ids that similarity and axes read, where another fact says the same as some of them. */
  readonly compared?: (catalogue: Catalogue) => Csr | undefined;
  /**
   * The similarity in `user/neighbor-ranker.ts`. By `cosine`, rare values weigh more, and the mean similarity to
   * well-known titles is subtracted: for facts that most titles share with many. By `value`, titles are similar when
   * they share one of the first `first` values: for facts that few titles share.
   */
  readonly similarity?:
    | {
        readonly by: 'cosine';
        readonly worth: Worth;
        /** Instead of `worth`, for the share of titles that have themes, which say the same more finely. */
        readonly besideThemes?: Worth;
        /** Instead of both, for the share of titles that name what they are loved with. */
        readonly besideLoved?: Worth;
        /** Whether the fact weighs more for a user whose choices agree in it, see `AGREEMENT`. */
        readonly agrees?: boolean;
      }
    | { readonly by: 'value'; readonly worth: Worth; readonly first?: number; readonly weigh: Weigh };
  /** The axes of the content model (`content.ts`), which predicts likelihoods before any training. */
  readonly axes?: {
    /** Prior variance of a user's taste for the fact, in squared points (docs/recommender.md#content-model). */
    readonly variance: number;
    /** Values of one block share its axes by random signs. Without a block, each value has an axis, which costs time. */
    readonly block?: string;
    readonly first?: number;
    /** Scaled so that the squares sum to 1. */
    readonly weigh: Weigh;
    /** Whether rare values weigh more, as in the similarity. */
    readonly byRarity?: boolean;
  };
  /**
   * The features of trained models (`features.ts`), whose weights are learned for a group together. Never change a group,
   * because stored models contain it. `of` must return a column as it is, because training asks for each title.
   */
  readonly feature?: { readonly group: number; readonly first?: number; readonly weigh: Weigh };
  /** The reason that a card names (`tell/shared-fact.ts`). */
  readonly reason?: {
    readonly kind: SharedFact['kind'];
    /** Lower ranks are named first; of the values of one rank, the rarest. */
    readonly rank: number;
    /** Only so many values are compared. `shown`: as many genres as a card shows. */
    readonly first?: number | 'shown';
    /** The ids that a reason may name, where these are not all. */
    readonly of?: (catalogue: Catalogue) => Csr | undefined;
    /** Whether themes say the same more finely, so that it is no reason where both titles have them. */
    readonly besideThemes?: false;
  };
  /** What a title loses in a row for the titles before it (`page/variety.ts`), in standard deviations of scores. */
  readonly variety?: {
    /** For each earlier title with the value; by `share`, times the share of earlier titles, averaged over the values. */
    readonly penalty: number;
    readonly by: 'title' | 'share';
    readonly first?: number;
  };
  /**
   * What a title to rate loses for the shares of its values among the titles before it, in standard deviations, where
   * the deck is spread (`deck/known.ts`).
   */
  readonly spread?: { readonly penalty: number; readonly of?: (catalogue: Catalogue) => Csr | undefined };
}

/** The rank of the reason that one of two titles names the other in `lovedWith`: after a franchise. */
export const LOVED_RANK = 1;

/** Borders of the lengths that a spread deck tells apart, in minutes: episodes, short, usual and long movies. */
const LENGTHS = [60, 95, 125, 155];
const lengthOf = (minutes: number): number =>
  minutes > 0 ? LENGTHS.filter((border) => minutes >= border).length : -1;

/** Groups of title features that are not in `SET_FACTS`, which has 2, 5, 6 and 8. */
export const GROUP = { intercept: 0, popularity: 1, decade: 3, type: 4, rater: 7 } as const;

/** The order of the rows means nothing: `rank` says which reason is named first. */
export const SET_FACTS: Readonly<Record<string, SetFact>> = {
  franchise: {
    of: ({ franchise }) => oneEach(franchise),
    similarity: { by: 'value', worth: { seen: 0.2, graded: 0.15 }, weigh: equal },
    reason: { kind: 'franchise', rank: 0 },
    variety: { penalty: 1.2, by: 'title' },
  },
  director: {
    of: ({ directors }) => directors,
    similarity: { by: 'value', worth: { seen: 0.2, graded: 0.25 }, weigh: divided },
    axes: { variance: 0.08, block: 'people', weigh: equal },
    feature: { group: 5, weigh: divided },
    reason: { kind: 'director', rank: 2 },
    variety: { penalty: 0.3, by: 'title' },
  },
  cast: {
    of: ({ cast }) => cast,
    similarity: {
      by: 'value',
      worth: { seen: 0.4, graded: 0.3 },
      first: 8,
      weigh: (place) => 1 / Math.sqrt(1 + place / 4),
    },
    axes: { variance: 0.12, block: 'people', first: 6, weigh: (place) => 1 / Math.sqrt(1 + place) },
    feature: { group: 6, first: 6, weigh: (place, count) => 1 / Math.sqrt((1 + place) * count) },
    // A reader does not know small parts.
    reason: { kind: 'cast', rank: 2, first: 4 },
    variety: { penalty: 0.15, by: 'title', first: 3 },
  },
  theme: {
    of: ({ themes }) => themes,
    similarity: {
      by: 'cosine',
      worth: { seen: 1.3, graded: 0.6 },
      besideLoved: { seen: 0.985, graded: 0.6 },
    },
    axes: { variance: 0.4, block: 'themes', weigh: equal, byRarity: true },
    feature: { group: 8, weigh: divided },
    reason: { kind: 'theme', rank: 2 },
  },
  /** The audience of a title, which says what no other fact does: who loves it. */
  lovedWith: {
    of: ({ lovedWith }) => lovedWith && lovedSets(lovedWith),
    similarity: { by: 'value', worth: { seen: 2, graded: 1.4 }, weigh: divided },
  },
  genre: {
    of: ({ genres }) => genres,
    compared: genresBesideThemes,
    similarity: {
      by: 'cosine',
      worth: { seen: 0.65, graded: 0.3 },
      besideThemes: { seen: 0.4, graded: 0.2 },
      besideLoved: { seen: 0.243, graded: 0.121 },
      agrees: true,
    },
    axes: { variance: 0.7, weigh: equal },
    feature: { group: 2, weigh: divided },
    // A reader would not find other genres on the cards.
    reason: { kind: 'genre', rank: 5, first: 'shown', besideThemes: false },
    variety: { penalty: 0.35, by: 'share' },
  },
  country: {
    of: ({ countries }) => countries,
    similarity: { by: 'cosine', worth: { seen: 0.2, graded: 0.1 } },
    // A co-producer's country is no reason.
    reason: { kind: 'country', rank: 3, of: ({ ownCountry }) => ownCountry && oneEach(ownCountry) },
    // More than the others, because half of a catalogue may be of one country.
    spread: { penalty: 4, of: ({ ownCountry }) => ownCountry && oneEach(ownCountry) },
  },
  decade: {
    of: ({ year }) => oneEach(Int32Array.from(year, (own) => (own > 0 ? own - (own % 10) : -1))),
    reason: { kind: 'decade', rank: 4 },
    spread: { penalty: 2 },
  },
  length: {
    of: ({ runtime }) => runtime && oneEach(Int32Array.from(runtime, lengthOf)),
    spread: { penalty: 2 },
  },
};

/** A fact with one value on a scale. The similarity falls with the difference of bins. */
export interface ScaleFact {
  readonly worth: Worth;
  /** How many times `seen` counts where the tastes of one user are told apart (`user/taste-groups.ts`); 1 without. */
  readonly apart?: number;
  /** Number of bins, at most 255. */
  readonly bins: number;
  /** Distance in bins at which the similarity is 1/e. */
  readonly reach: number;
  /** Returns the bin of a title, which is rounded and limited to the bins; null when unknown. */
  readonly place: (catalogue: Catalogue, item: number) => number | null;
}

const FIRST_YEAR = 1900;
const SHORTEST_MINUTES = 20;
/** Runtimes are compared by their ratio, so a bin is 5 % wide. */
const RUNTIME_BIN = 0.05;

export const SCALE_FACTS: Readonly<Record<string, ScaleFact>> = {
  year: {
    // A low rating says little about other titles of its year.
    worth: { seen: 0.8, graded: 0 },
    apart: 2,
    bins: 150,
    reach: 8,
    place: ({ year }, i) => (year[i] > 0 ? year[i] - FIRST_YEAR : null),
  },
  fame: {
    worth: { seen: 0.25, graded: 0.15 },
    bins: 101,
    reach: 5,
    place: ({ popularity }, i) => popularity[i] * 100,
  },
  runtime: {
    worth: { seen: 0.15, graded: 0 },
    bins: 60,
    reach: 3,
    // Series have the runtime of an episode, which cannot be compared with the runtime of a movie.
    place: ({ type, runtime }, i) =>
      type[i] === 0 && runtime && runtime[i] > 0
        ? Math.log(runtime[i] / SHORTEST_MINUTES) / RUNTIME_BIN
        : null,
  },
  age: {
    worth: { seen: 0.4, graded: 0.05 },
    bins: 4,
    reach: 1,
    place: ({ ageLevel }, i) => (ageLevel && ageLevel[i] >= 0 ? ageLevel[i] : null),
  },
  type: {
    worth: { seen: 0.2, graded: 0.2 },
    bins: 2,
    reach: 0.1,
    place: ({ type }, i) => type[i],
  },
};

/** Returns rows of one value each, without the values below 0. */
function oneEach(values: Int32Array): Csr {
  const offsets = new Int32Array(values.length + 1);
  values.forEach((value, i) => {
    offsets[i + 1] = offsets[i] + (value < 0 ? 0 : 1);
  });
  return { offsets, values: values.filter((value) => value >= 0) };
}

/** Calls `visit` with the first values of a title and their weights. */
export function eachValue(
  { offsets, values }: Csr,
  item: number,
  { first = Number.POSITIVE_INFINITY, weigh }: { readonly first?: number; readonly weigh: Weigh },
  visit: (value: number, weight: number) => void,
): void {
  const from = offsets[item];
  const count = Math.min(offsets[item + 1] - from, first);
  for (let place = 0; place < count; place++) visit(values[from + place], weigh(place, count));
}
