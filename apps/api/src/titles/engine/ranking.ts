import { ROW_SIZE } from '@marquee/contracts';
import {
  arrange,
  type Candidates,
  ofOneTaste,
  type Rules,
  type Spread,
  tasteOf,
  topK,
} from '@marquee/recommender';
import { type Bits, countBits, countCommon, createBits, hasBit, intersect, setBit, unite } from './bits.ts';
import { type Filters, passing } from './filters.ts';
import { allTitles, type OpenTitles, type OpenUser, openTitles, without } from './open.ts';
import type { Predictions } from './predictions.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** Number of titles in the cached order. Later titles are ranked when their page is requested. */
const KEPT = 1_000;
/** Number of titles that compete for the places of a deck, and of a row of a genre, a taste, an award or recent titles. */
const COMPETING = 3 * ROW_SIZE;
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
export interface RankedUser extends OpenUser {
  readonly snapshot: Snapshot;
  readonly predictions: Predictions;
  /** Ids of the genres that the user selected. */
  readonly genres: readonly number[];
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
  /** The titles that its rows may show. */
  readonly open: OpenTitles;
  /** The titles that compete for the first places, the best first. */
  readonly best: Int32Array;
  /** The taste of each of them, as a place among those that take turns. Null where there is one. */
  readonly tasteOfBest: Uint8Array | null;
  /** The rule that puts titles on the user's providers first, where the filters let others through. */
  readonly preferred: Rules['preferred'];
  readonly recommended: Row;
  /** The newest titles, with the first and the last of their years; null when no year is known. */
  readonly recent: Row & { years: Years | null };
  /** Selected genres first, then the genres that are frequent at the start of the order. Empty rows are left out. */
  readonly genres: readonly GenreRow[];
  readonly staff: readonly (Row & { id: number; title: string })[];
}

/**
 * Returns a row of the `total` titles of `open` that starts with those of `head`. The others follow by score. Titles are
 * ranked when their page is requested, since a page shows the start of a third of the rows.
 * @param open a new set at each call, which is not kept: a cached ranking has dozens of rows.
 */
function headedRow(total: number, open: () => Bits, head: () => Int32Array, scores: () => Float32Array): Row {
  let kept: Int32Array | undefined;
  return {
    total,
    slice(from, to) {
      kept ??= head();
      const first = kept;
      if (to <= first.length || first.length === total) return first.slice(from, to);
      const rest = topK(scores(), to - first.length, without(open(), first));
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
    () => open.slice(),
    () => head,
    () => scores,
  );
}

/** Returns candidates of one taste. */
const scored = (items: Int32Array, scores: Float32Array): Candidates =>
  ofOneTaste(
    items,
    Float32Array.from(items, (item) => scores[item] ?? 0),
  );

/** Ranks the rows of Discover. `pages/discover-rows.ts` adds those of tastes, awards and decades, `timely-rows.ts` the dated ones. */
export function rank(taste: RankedUser, filters: Filters): Ranking {
  const { data } = taste.snapshot;
  const open = openTitles(taste, filters);
  const best = topK(taste.predictions.scores, KEPT, open.fresh);
  const candidates = taste.predictions.candidatesAmong(best);
  const preferred = ownFirst(taste, filters);
  const head = arranged(taste, candidates, preferred);
  const isInHead = new Set(head);
  const order = Int32Array.from([...head, ...best.filter((item) => !isInHead.has(item))]);
  const tasteOfBest = candidates.tastes.length > 1 ? tasteOf(candidates) : null;
  const ranking = { open, best, tasteOfBest, preferred };
  const genres = data.genreRows
    .map(({ id, title, bits }) => ({ id, title, ...rowWithin(taste, ranking, bits) }))
    .filter(({ total }) => total > 0);
  const frequency = frequencyOfGenres(taste, order);
  return {
    ...ranking,
    recommended: headedRow(
      countBits(open.fresh),
      () => open.fresh.slice(),
      () => order,
      () => taste.predictions.scores,
    ),
    recent: recentRow(taste, ranking),
    genres: genres.sort((a, b) => (frequency.get(b.id) ?? 0) - (frequency.get(a.id) ?? 0) || a.id - b.id),
    staff: staffRows(taste, filters, preferred),
  };
}

/** Returns `Ranking.preferred`. */
function ownFirst(taste: RankedUser, { allStreaming }: Filters): Rules['preferred'] {
  if (!allStreaming || taste.providers.size === 0) return undefined;
  const { data } = taste.snapshot;
  const own = passing(data, { allStreaming: false, mediaType: 'all' }, taste, data.listed);
  return { has: (item) => hasBit(own, item), turn: TURN };
}

/** Returns a function that tells whether later parts of a franchise may follow a title of the user. */
export const mayBeFollowed =
  ({ ratings, seen, hiddenItems }: Pick<RankedUser, 'ratings' | 'seen' | 'hiddenItems'>) =>
  (item: number): boolean =>
    ratings.has(item) || seen.has(item) || hiddenItems.has(item);

const arranged = (
  taste: RankedUser,
  candidates: Candidates,
  preferred: Rules['preferred'],
  places?: number,
): Int32Array =>
  arrange(taste.snapshot.model, candidates, {
    isKnown: mayBeFollowed(taste),
    preferred,
    ...(places === undefined ? {} : { places }),
  });

/** Returns the first titles that are in `bits`, at most `most`. */
function firstWithin(items: Int32Array, bits: Bits, most: number): Int32Array {
  const found: number[] = [];
  for (const item of items) {
    if (found.length === most) break;
    if (hasBit(bits, item)) found.push(item);
  }
  return Int32Array.from(found);
}

/**
 * Returns a row of the titles in `bits` that may be recommended. Its start is arranged by the rules of the page, without turns
 * of tastes.
 */
export function rowWithin(
  taste: RankedUser,
  { open, best, preferred }: Pick<Ranking, 'open' | 'best' | 'preferred'>,
  bits: Bits,
): Row {
  const total = countCommon(open.fresh, bits);
  const within = (): Bits => {
    const both = open.fresh.slice();
    intersect(both, bits);
    return both;
  };
  const head = (): Int32Array => {
    const size = Math.min(total, COMPETING);
    // Those among the best are nearly always enough.
    const known = firstWithin(best, bits, size);
    const { scores } = taste.predictions;
    const first = known.length === size ? known : topK(scores, size, within());
    return arranged(taste, scored(first, scores), preferred, ROW_SIZE);
  };
  return headedRow(total, within, head, () => taste.predictions.scores);
}

/** The number of titles that the row of recent titles reaches back for, a year at a time. */
const RECENT_MIN = 40;

/**
 * Returns the shown titles of the two newest years, and of as many years before as it takes until there are forty. Without years
 * where no year is known.
 */
function recentTitles(
  { newest, newestYears, year, size }: SnapshotData,
  shown: Bits,
): { recent: Bits; years: Years | null } {
  const recent = createBits(size);
  if (newestYears === null) return { recent, years: null };
  let { from } = newestYears;
  let found = 0;
  for (const item of newest) {
    if (!hasBit(shown, item)) continue;
    const released = year[item] ?? 0;
    if (released < from && found >= RECENT_MIN) break;
    from = Math.min(from, released);
    setBit(recent, item);
    found++;
  }
  return { recent, years: { from, to: newestYears.to } };
}

/**
 * Returns the recent titles. Rated titles stay, and a later part of a franchise needs no earlier one, because the row says
 * what is new.
 */
function recentRow(
  taste: RankedUser,
  { open, preferred }: Pick<Ranking, 'open' | 'preferred'>,
): Ranking['recent'] {
  const { data, model } = taste.snapshot;
  const { recent, years } = recentTitles(data, open.shown);
  const head = (): Int32Array => {
    const { scores } = taste.predictions;
    const rules = { preferred, places: ROW_SIZE };
    return arrange(model, scored(topK(scores, COMPETING, recent), scores), rules);
  };
  return {
    ...headedRow(
      countBits(recent),
      () => recent.slice(),
      head,
      () => taste.predictions.scores,
    ),
    years,
  };
}

/**
 * Returns the rows of staff lists without hidden and dropped titles, but with delisted ones. Titles that may be recommended come
 * first, arranged as the page is; the list's own page has the order of the list.
 */
function staffRows(taste: RankedUser, filters: Filters, preferred: Rules['preferred']): Ranking['staff'] {
  const { data } = taste.snapshot;
  const curated = without(passing(data, filters, taste, allTitles(data.size)), taste.hiddenItems);
  without(curated, taste.dropped);
  const begun = new Set(taste.begun.keys());
  const isKnown = (item: number): boolean =>
    taste.ratings.has(item) || taste.seen.has(item) || begun.has(item);
  return data.staff.flatMap(({ id, name, items }) => {
    const shown = items.filter((item) => hasBit(curated, item));
    if (shown.length === 0) return [];
    const ordered = (): Int32Array => {
      const { scores } = taste.predictions;
      const fresh = shown.filter((item) => !isKnown(item));
      const best = topK(
        Array.from(fresh, (item) => scores[item] ?? 0),
        fresh.length,
      ).map((at) => fresh[at] ?? 0);
      const head = arranged(taste, scored(best, scores), preferred, ROW_SIZE);
      return Int32Array.from(new Set([...head, ...best, ...shown]));
    };
    let kept: Int32Array | undefined;
    const slice: Row['slice'] = (from, to) => {
      kept ??= ordered();
      return kept.slice(from, to);
    };
    return [{ id, title: name, total: shown.length, slice }];
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
