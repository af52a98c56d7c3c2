import { hashed, seeded } from '@marquee/recommender/math/random';
import type { Catalogue, Model } from '@marquee/recommender/model/types';
import { percent } from './evaluate-first.ts';
import { arrangedOf, bestOf, type Rater, RELEVANT } from './first-evening.ts';

/**
 * Measures the first twenty titles of persons with two tastes: some ratings of each of two users whose favorites are of
 * opposite genres are the ratings of one person, who likes what either of the two likes.
 */

/** Two users, the halves of a mixed person. */
type Pair = readonly [Rater, Rater];

const PAIRS = 800;
const LEAST_RATED = 25;
/** The genres of two users oppose each other when the cosine of their differences from the mean user is below this. */
const OPPOSED = -0.5;
/** Known ratings of each half. */
const KNOWN_OF_HALF = [5, 10];
const SHOWN = 20;
const DRAWS = 20;
const RESAMPLES = 2_000;

/**
 * The lists: by popularity, from all ratings at once, as the product arranges them, and by turns between two lists from the
 * ratings of each half, by somebody who was told whose they are.
 */
const LISTS = ['popularity', 'one', 'arranged', 'turns'] as const;
type List = (typeof LISTS)[number];

/** Of both halves, and of the half that fares worse: the share of their favorites (at most twenty) that is shown. */
interface Hits {
  readonly both: number;
  readonly worse: number;
}

type HitsOfLists = Readonly<Record<List, Hits>>;

/** The means of a pair over all draws. */
interface PairFigures {
  readonly ids: readonly [number, number];
  readonly hits: HitsOfLists;
}

/** Returns pairs of users with opposite genres. The seed decides which. */
function opposedPairs(raters: readonly Rater[], catalogue: Catalogue, count: number, seed: number): Pair[] {
  const users = raters.filter(({ items }) => items.length >= LEAST_RATED);
  const shares = users.map((user) => genreShares(user, catalogue));
  const mean = meanOf(shares);
  const profiles = shares.map((own) => {
    const profile = own.map((share, genre) => share - mean[genre]);
    const length = Math.hypot(...profile);
    return profile.map((x) => x / Math.max(length, Number.MIN_VALUE));
  });
  const found: { pair: Pair; place: number }[] = [];
  users.forEach((a, i) => {
    for (let j = i + 1; j < users.length; j++) {
      const cosine = profiles[i].reduce((sum, x, genre) => sum + x * profiles[j][genre], 0);
      if (cosine < OPPOSED) found.push({ pair: [a, users[j]], place: hashed(a.id, users[j].id, seed) });
    }
  });
  return found
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ pair }) => pair);
}

/** Returns the share of each genre among those of the user's favorites. */
function genreShares({ items, ratings }: Rater, { genres }: Catalogue): Float64Array {
  const counts = new Float64Array(genres.values.reduce((a, b) => Math.max(a, b), 0) + 1);
  items.forEach((item, k) => {
    if (ratings[k] < RELEVANT) return;
    for (let at = genres.offsets[item]; at < genres.offsets[item + 1]; at++) counts[genres.values[at]]++;
  });
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / Math.max(1, all));
}

const meanOf = (rows: readonly Float64Array[]): Float64Array =>
  Float64Array.from(
    { length: rows[0]?.length ?? 0 },
    (_, c) => rows.reduce((sum, row) => sum + row[c], 0) / rows.length,
  );

/** Measures the lists for mixed persons. Returns the figures, and logs them as a table. */
export function evaluateMixed(
  model: Model,
  candidates: Int32Array,
  raters: readonly Rater[],
  options: {
    seed: number;
    draws?: number | undefined;
    pairs?: number | undefined;
    log: (line: string) => void;
  },
): Record<string, number> {
  const { seed, draws = DRAWS, pairs: count = PAIRS, log } = options;
  const pairs = opposedPairs(raters, model.catalogue, count, seed);
  log(`${pairs.length} mixed persons, ${draws} draws`);
  const figures: Record<string, number> = {};
  const all = KNOWN_OF_HALF.map((known) => {
    const measured = pairs.flatMap((pair) => measurePair(model, candidates, pair, known, seed, draws));
    for (const list of LISTS) {
      const { both, worse } = relativeTo(measured, 'popularity', list);
      figures[`${list}_${known}`] = both;
      figures[`${list}_worse_${known}`] = worse;
      log(
        `${known} + ${known} known  ${list.padEnd(10)} ${both.toFixed(3)} of popularity, worse half ${worse.toFixed(3)}`,
      );
    }
    return measured;
  });
  const measured = all.flat();
  for (const half of ['both', 'worse'] as const) {
    const gain = gainOf(measured, 'arranged', half);
    const turns = gainOf(measured, 'turns', half);
    const [low, high] = intervalOf(measured, (weigh) => gainOf(measured, 'arranged', half, weigh));
    figures[`gain_${half}`] = gain;
    figures[`gain_${half}_low`] = low;
    figures[`gain_${half}_high`] = high;
    figures[`turns_gain_${half}`] = turns;
    log(
      `${half}: arranged gains ${percent(gain)} over one list (90 %: ${percent(low)} to ${percent(high)}), turns ${percent(turns)}`,
    );
  }
  return figures;
}

/** Returns the means of a pair over the draws, nothing when a half has no favorite left to find. */
function measurePair(
  model: Model,
  candidates: Int32Array,
  pair: Pair,
  known: number,
  seed: number,
  draws: number,
): PairFigures[] {
  const measured = Array.from({ length: draws }, (_, draw) =>
    measureDraw(model, candidates, pair, known, seed + draw),
  ).filter((hits) => hits !== null);
  if (measured.length === 0) return [];
  const mean = (list: List, of: keyof Hits): number =>
    measured.reduce((sum, hits) => sum + hits[list][of], 0) / measured.length;
  const hitsOf = (list: List): Hits => ({ both: mean(list, 'both'), worse: mean(list, 'worse') });
  return [
    {
      ids: [pair[0].id, pair[1].id],
      hits: {
        popularity: hitsOf('popularity'),
        one: hitsOf('one'),
        arranged: hitsOf('arranged'),
        turns: hitsOf('turns'),
      },
    },
  ];
}

function measureDraw(
  model: Model,
  candidates: Int32Array,
  pair: Pair,
  count: number,
  seed: number,
): HitsOfLists | null {
  const halves = pair.map((rater) => drawOf(rater, count, seed));
  const known = new Map(halves.flatMap((half) => half.known));
  const open = candidates.filter((item) => !known.has(item));
  const favorites = halves.map((half) => new Set(half.favorites.filter((item) => !known.has(item))));
  if (favorites.some(({ size }) => size === 0)) return null;
  const fold = (ratings: Iterable<readonly [number, number]>) => {
    const given = new Map(ratings);
    return model.foldIn({
      rated: [...given.keys()],
      ratings: [...given.values()],
      hidden: [],
      listed: [],
      genres: [],
    });
  };
  const user = fold(known);
  const hitsOf = (list: Iterable<number>): Hits => {
    const shown = [...list];
    const found = favorites.map(
      (own) => shown.filter((item) => own.has(item)).length / Math.min(SHOWN, own.size),
    );
    return { both: found.reduce((sum, x) => sum + x, 0) / found.length, worse: Math.min(...found) };
  };
  return {
    popularity: hitsOf(bestOf(open, model.catalogue.popularity, SHOWN)),
    one: hitsOf(bestOf(open, model.interest(user), SHOWN)),
    arranged: hitsOf(arrangedOf(model, user, open, SHOWN)),
    turns: hitsOf(takeTurns(halves.map((half) => bestOf(open, model.interest(fold(half.known)), SHOWN)))),
  };
}

interface Half {
  readonly known: readonly (readonly [number, number])[];
  readonly favorites: readonly number[];
}

/** Draws the first `count` ratings of a random order; favorites are among the others. */
function drawOf({ id, items, ratings }: Rater, count: number, seed: number): Half {
  const order = Array.from(items.keys()).sort(
    (a, b) => hashed(id, items[a], seed) - hashed(id, items[b], seed) || a - b,
  );
  return {
    known: order.slice(0, count).map((k) => [items[k], ratings[k]]),
    favorites: order
      .slice(count)
      .filter((k) => ratings[k] >= RELEVANT)
      .map((k) => items[k]),
  };
}

/** Takes one title of each list in turn, and none twice. */
function takeTurns(lists: readonly Int32Array[]): Set<number> {
  const shown = new Set<number>();
  for (let place = 0; place < SHOWN; place++) {
    for (const list of lists) {
      const next = list.find((item) => !shown.has(item));
      if (next !== undefined && shown.size < SHOWN) shown.add(next);
    }
  }
  return shown;
}

type Weigh = (pair: PairFigures) => number;

const sumOf = (pairs: readonly PairFigures[], list: List, of: keyof Hits, weigh: Weigh = () => 1): number =>
  pairs.reduce((sum, pair) => sum + weigh(pair) * pair.hits[list][of], 0);

function relativeTo(pairs: readonly PairFigures[], base: List, list: List): Hits {
  const ratio = (of: keyof Hits): number => sumOf(pairs, list, of) / sumOf(pairs, base, of);
  return { both: ratio('both'), worse: ratio('worse') };
}

/** Returns by how much a list is better than the one list. */
function gainOf(pairs: readonly PairFigures[], list: List, of: keyof Hits, weigh?: Weigh): number {
  return sumOf(pairs, list, of, weigh) / sumOf(pairs, 'one', of, weigh) - 1;
}

/** Returns the 90 % interval of a figure. Resamples people, not pairs, since one person is in many pairs. */
function intervalOf(
  pairs: readonly PairFigures[],
  figure: (weigh: Weigh) => number,
): readonly [number, number] {
  const ids = [...new Set(pairs.flatMap((pair) => pair.ids))];
  const random = seeded(1);
  const sampled = Float64Array.from({ length: RESAMPLES }, () => {
    const drawn = new Map<number, number>();
    for (let n = 0; n < ids.length; n++) {
      const id = ids[random.below(ids.length)];
      drawn.set(id, (drawn.get(id) ?? 0) + 1);
    }
    return figure((pair) => (drawn.get(pair.ids[0]) ?? 0) * (drawn.get(pair.ids[1]) ?? 0));
  }).sort();
  return [sampled[Math.floor(0.05 * RESAMPLES)], sampled[Math.floor(0.95 * RESAMPLES)]];
}
