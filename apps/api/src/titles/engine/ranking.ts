import { arrange, type Candidates, ofOneTaste, type Rules, type Spread, topK } from '@marquee/recommender';
import { type Bits, clearBit, countBits, countCommon, createBits, hasBit, intersect, unite } from './bits.ts';
import { type Filters, passing } from './filters.ts';
import type { ItemRatings, ItemSet } from './items.ts';
import type { Market } from './markets.ts';
import type { Predictions } from './predictions.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** Number of titles in the cached order, and in that of another row. Later titles are ranked when their page is requested. */
const KEPT = 1_000;
const KEPT_OF_ROW = 40;
/** Number of titles that compete for the places of a deck, and of a row of one genre. */
const COMPETING = 100;
/**
 * Number of titles at the start of the order. Genre rows are sorted by the frequency of their genre among
 * these titles.
 */
const RICHNESS_COUNTED = 100;
/**
 * Size of a group of titles. While titles on the user's providers are left, each group has at most one title on
 * other providers (docs/adr/0004-put-titles-on-own-providers-first.md).
 */
const TURN = 6;

/** The data of one user that the ranking reads. Titles are indexes of the snapshot. */
export interface RankedUser {
  readonly snapshot: Snapshot;
  readonly predictions: Predictions;
  readonly ratings: ItemRatings;
  readonly hiddenItems: ItemSet;
  /** Titles that the user saw and has not rated. Rows do not recommend these titles. */
  readonly seen: ItemSet;
  /** Series of which the user has seen an episode. Rows do not recommend them as new. */
  readonly begun: { keys(): Iterable<number> };
  /** Of them those that the user has dropped. No row shows them. */
  readonly dropped: Iterable<number>;
  /** Ids of the genres that the user selected. */
  readonly genres: readonly number[];
  /** Ids of the user's providers. */
  readonly providers: ReadonlySet<number>;
  readonly unavailableTitles: boolean;
  /** The offers of the user's country, without offers that the user reported as gone. */
  readonly market: Market;
  /** Ids of the offers that the user reported as gone. */
  readonly withheld: ReadonlySet<number>;
}

/** A list of titles in a fixed order, read in slices. */
export interface Row {
  readonly total: number;
  /** Returns the titles `from … to-1` of the order, empty after the end. */
  slice(from: number, to: number): Int32Array;
}

export interface GenreRow extends Row {
  readonly id: number;
  readonly title: string;
}

interface Years {
  readonly from: number;
  readonly to: number;
}

/** The rows for one user and one combination of filters. */
export interface Ranking {
  readonly recommended: Row;
  /** The newest titles, with the first and the last of their years; null when no year is known. */
  readonly recent: Row & { years: Years | null };
  /** Selected genres first, then the genres that are frequent at the start of the order. Empty rows are left out. */
  readonly genres: readonly GenreRow[];
  readonly staff: readonly (Row & { id: number; title: string })[];
}

function without(bits: Bits, items: Iterable<number>): Bits {
  for (const item of items) clearBit(bits, item);
  return bits;
}

/**
 * Returns a row of `total` titles that starts with those of `head`. The others of `allowed` follow by score. Titles are
 * ranked when their page is requested, since a page shows the start of a third of the rows.
 */
function headedRow(
  total: number,
  head: () => Int32Array,
  scores: () => Float32Array,
  allowed: () => Bits,
): Row {
  return {
    total,
    slice(from, to) {
      const first = head();
      if (to <= first.length || first.length === total) return first.slice(from, to);
      const rest = topK(scores(), to - first.length, without(allowed(), first));
      return Int32Array.from([...first.slice(from, to), ...rest.slice(Math.max(0, from - first.length))]);
    },
  };
}

/** Returns a row with a fixed order. */
export function fixedRow(items: Int32Array): Row {
  return { total: items.length, slice: (from, to) => items.slice(from, to) };
}

/** Returns a row of the titles in `open`, sorted by score. Computes the order only up to the requested page. */
export function scoredRow(scores: Float32Array, open: Bits): Row {
  return { total: countBits(open), slice: (from, to) => topK(scores, to, open).slice(from, to) };
}

/** Among three titles in the deck, two have a genre that the user selected. */
const DECK_TURN = 3;

/**
 * Returns the deck of titles to rate by `scores`. Diversifies the start, because a second title of a franchise
 * gives little information.
 */
export function deckRow(
  { snapshot, genres }: RankedUser,
  scores: Float32Array,
  open: Bits,
  spread: Spread,
): Row {
  const { model, data } = snapshot;
  const chosen = createBits(data.size);
  for (const { id, bits } of data.genreRows) if (genres.includes(id)) unite(chosen, bits);
  intersect(chosen, open);
  // Titles of selected genres compete too when all titles with the best scores have other genres.
  const best = new Set([...topK(scores, COMPETING, chosen), ...topK(scores, COMPETING, open)]);
  const head = arrange(model, scored(Int32Array.from(best), scores), {
    preferred: { has: (item) => hasBit(chosen, item), turn: DECK_TURN },
    spread,
  });
  return headedRow(
    countBits(open),
    () => head,
    () => scores,
    () => open.slice(),
  );
}

/** Returns candidates of one taste. */
const scored = (items: Int32Array, scores: Float32Array): Candidates =>
  ofOneTaste(
    items,
    Float32Array.from(items, (item) => scores[item] ?? 0),
  );

/**
 * Returns titles that rows may show: neither hidden nor dropped, and with an offer unless the user's setting shows unavailable titles.
 * Search (`pages/search.ts`) and lists keep hidden titles, marked; `withoutHidden` in `pages/feed.ts` is for other pages.
 */
function discoverable(taste: RankedUser, filters: Filters): Bits {
  const { data } = taste.snapshot;
  const bits = without(passing(data, filters, taste, data.listed), taste.hiddenItems);
  without(bits, taste.dropped);
  if (!taste.unavailableTitles) intersect(bits, taste.market.available);
  return bits;
}

/** Returns titles that may be recommended: discoverable, not rated, seen or begun. Titles of Haven't Watched stay. */
export function recommendable(taste: RankedUser, filters: Filters): Bits {
  const open = discoverable(taste, filters);
  for (const known of [taste.ratings.keys(), taste.seen, taste.begun.keys()]) without(open, known);
  return open;
}

/** Returns a row of the titles in `bits` that may be recommended, sorted by score. */
export function rowWithin(taste: RankedUser, filters: Filters, bits: Bits): Row {
  const open = recommendable(taste, filters);
  intersect(open, bits);
  return {
    total: countBits(open),
    slice: (from, to) => topK(taste.predictions.scores, to, open).slice(from, to),
  };
}

/** Ranks all rows of Discover. `arrange` decides the places of the best titles. */
export function rank(taste: RankedUser, filters: Filters): Ranking {
  const { data } = taste.snapshot;
  const open = recommendable(taste, filters);
  const best = topK(taste.predictions.scores, KEPT, open);
  const head = arranged(taste, filters, taste.predictions.candidatesAmong(best));
  const isInHead = new Set(head);
  const order = Int32Array.from([...head, ...best.filter((item) => !isInHead.has(item))]);
  const genres = data.genreRows.flatMap((genre): GenreRow[] => {
    const total = countCommon(open, genre.bits);
    return total === 0 ? [] : [genreRow(taste, filters, genre, total, best)];
  });
  const frequency = frequencyOfGenres(taste, order);
  return {
    recommended: recommendedRow(taste, filters, countBits(open), order),
    recent: recentRow(taste, filters),
    genres: genres.sort((a, b) => (frequency.get(b.id) ?? 0) - (frequency.get(a.id) ?? 0) || a.id - b.id),
    staff: staffRows(taste, filters),
  };
}

/** Arranges candidates, titles on the user's providers first where the filters let others through. */
const arranged = (
  taste: RankedUser,
  { allStreaming }: Filters,
  candidates: Candidates,
  places?: number,
): Int32Array => {
  const isKnown: Rules['isKnown'] = (item) =>
    taste.ratings.has(item) || taste.seen.has(item) || taste.hiddenItems.has(item);
  const rules = places === undefined ? { isKnown } : { isKnown, places };
  const { data, model } = taste.snapshot;
  if (!allStreaming || taste.providers.size === 0) return arrange(model, candidates, rules);
  const own = passing(data, { allStreaming: false, mediaType: 'all' }, taste, data.listed);
  const preferred = { has: (item: number): boolean => hasBit(own, item), turn: TURN };
  return arrange(model, candidates, { ...rules, preferred });
};

function commonOf(a: Bits, b: Bits): Bits {
  const both = a.slice();
  intersect(both, b);
  return both;
}

// Rows are made in functions of their own, because the closures of a function keep all that one of them uses in memory,
// and a cached ranking would keep the sets.

const recommendedRow = (taste: RankedUser, filters: Filters, total: number, head: Int32Array): Row =>
  headedRow(
    total,
    () => head,
    () => taste.predictions.scores,
    () => recommendable(taste, filters),
  );

/** @param best the best titles of all genres. */
function genreRow(
  taste: RankedUser,
  filters: Filters,
  { id, title, bits }: { id: number; title: string; bits: Bits },
  total: number,
  best: Int32Array,
): GenreRow {
  const allowed = (): Bits => commonOf(recommendable(taste, filters), bits);
  const head = (): Int32Array => {
    const size = Math.min(total, COMPETING);
    // Those among the best are nearly always enough.
    const known = best.filter((item) => hasBit(bits, item)).slice(0, size);
    const { scores } = taste.predictions;
    const first = known.length === size ? known : topK(scores, size, allowed());
    return arranged(taste, filters, scored(first, scores), KEPT_OF_ROW);
  };
  return { id, title, ...headedRow(total, head, () => taste.predictions.scores, allowed) };
}

/** The number of titles that the row of recent titles reaches back for, a year at a time. */
const RECENT_MIN = 40;

/** Returns the two newest years, and as many before them as it takes until forty of the titles are in them. */
function recentYears({ newestYears, year, size }: SnapshotData, shown: Bits): Years | null {
  if (newestYears === null) return null;
  const titlesOf = new Int32Array(newestYears.to + 1);
  for (let item = 0; item < size; item++) {
    const released = year[item] ?? 0;
    if (hasBit(shown, item)) titlesOf[released] = (titlesOf[released] ?? 0) + 1;
  }
  // Titles of year 0 have no known year.
  const oldest = titlesOf.findIndex((titles, released) => released > 0 && titles > 0);
  let { from } = newestYears;
  let found = titlesOf.subarray(from).reduce((sum, titles) => sum + titles, 0);
  while (found < RECENT_MIN && oldest > 0 && from > oldest) {
    from--;
    found += titlesOf[from] ?? 0;
  }
  return { from, to: newestYears.to };
}

/** Returns the recent titles by score. Rated titles stay, because the row says what is new. */
function recentRow(taste: RankedUser, filters: Filters): Ranking['recent'] {
  const { data } = taste.snapshot;
  const years = recentYears(data, discoverable(taste, filters));
  const since = years?.from ?? Number.POSITIVE_INFINITY;
  const allowed = (): Bits => {
    const bits = discoverable(taste, filters);
    for (let item = 0; item < data.size; item++) if ((data.year[item] ?? 0) < since) clearBit(bits, item);
    return bits;
  };
  const head = (): Int32Array => topK(taste.predictions.scores, KEPT_OF_ROW, allowed());
  return { ...headedRow(countBits(allowed()), head, () => taste.predictions.scores, allowed), years };
}

/**
 * Returns the rows of staff lists without hidden titles, but with delisted ones. Titles that may be recommended come
 * first, by score; the list's own page has the order of the list.
 */
function staffRows(taste: RankedUser, filters: Filters): Ranking['staff'] {
  const { data } = taste.snapshot;
  const curated = without(passing(data, filters, taste, allTitles(data.size)), taste.hiddenItems);
  const scores = taste.predictions.scores;
  const isKnown = (item: number): boolean => taste.ratings.has(item) || taste.seen.has(item);
  return data.staff.flatMap(({ id, name, items }) => {
    const shown = items.filter((item) => hasBit(curated, item));
    if (shown.length === 0) return [];
    const fresh = shown.filter((item) => !isKnown(item));
    const best = topK(
      Array.from(fresh, (item) => scores[item] ?? 0),
      fresh.length,
    ).map((at) => fresh[at] ?? 0);
    return [{ id, title: name, ...fixedRow(Int32Array.from([...best, ...shown.filter(isKnown)])) }];
  });
}

/** Returns how often each genre occurs among the best titles. Selected genres have more than any count. */
function frequencyOfGenres(taste: RankedUser, order: Int32Array): Map<number, number> {
  const { offsets, values } = taste.snapshot.data.genres;
  const counts = new Map(taste.genres.map((id) => [id, order.length]));
  for (const item of order.subarray(0, RICHNESS_COUNTED)) {
    for (const id of values.subarray(offsets[item], offsets[item + 1]))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Returns the set of all titles, including delisted titles, because lists can contain delisted titles. */
export function allTitles(size: number): Bits {
  const bits = createBits(size).fill(0xffffffff);
  if (size % 32 > 0) bits[bits.length - 1] = 2 ** (size % 32) - 1;
  return bits;
}
