import { arrangeFirst, diversify, LIKED, topK, type UserFactors } from '@marquee/recommender';
import { type Bits, clearBit, countBits, createBits, hasBit, intersect, unite } from './bits.ts';
import { type Filters, passing } from './filters.ts';
import type { Market } from './markets.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** Number of titles in the cached order. Later titles are ranked when their page is requested. */
const KEPT = 1_000;
const KEPT_OF_ROW = 40;
/** Number of titles to diversify at the start of an order, so that one franchise does not fill a page. */
const DIVERSE = 100;
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
  readonly factors: UserFactors;
  readonly ratings: ReadonlyMap<number, number>;
  readonly hiddenItems: ReadonlySet<number>;
  /** Titles that the user saw and has not rated. Rows do not recommend these titles. */
  readonly seen: ReadonlySet<number>;
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
  /** Returns the titles `from … to-1` of the order. The array is empty after the end. */
  slice(from: number, to: number): Int32Array;
}

export interface GenreRow extends Row {
  readonly id: number;
  readonly title: string;
}

/** The rows for one user and one combination of filters. */
export interface Ranking {
  readonly recommended: Row;
  readonly recent: Row;
  /** Selected genres first, then the genres that are frequent at the start of the order. Empty rows are left out. */
  readonly genres: readonly GenreRow[];
  readonly staff: readonly (Row & { id: number; title: string })[];
}

let scratch = new Float32Array(0);
let scored: WeakRef<RankedUser> | null = null;

/**
 * Returns the scores of the whole catalogue. A call for another user overwrites the scores, because all users
 * share the buffer.
 */
function scoresOf(taste: RankedUser): Float32Array {
  if (scored?.deref() === taste) return scratch;
  const { size } = taste.snapshot.data;
  // Reset `scored` first, because scoring may throw and leave the buffer partly written.
  scored = null;
  if (scratch.length !== size) scratch = new Float32Array(size);
  taste.snapshot.model.order(taste.factors, scratch);
  scored = new WeakRef(taste);
  return scratch;
}

function without(bits: Bits, items: Iterable<number>): Bits {
  for (const item of items) clearBit(bits, item);
  return bits;
}

/**
 * Returns a row that starts with the titles of `makeHead`, followed by the other titles of `allowed` by
 * score. The head is computed on first use and cached.
 */
function rankedRow(taste: RankedUser, makeHead: () => Int32Array, total: number, allowed: () => Bits): Row {
  let head: Int32Array | undefined;
  return {
    total,
    slice(from, to) {
      head ??= makeHead();
      if (to <= head.length || head.length === total) return head.slice(from, to);
      const tail = topK(scoresOf(taste), to - head.length, without(allowed(), head));
      return Int32Array.from([...head.slice(from, to), ...tail.slice(Math.max(0, from - head.length))]);
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
export function deckRow({ snapshot, genres }: RankedUser, scores: Float32Array, open: Bits): Row {
  const { catalogue, data } = snapshot;
  const chosen = createBits(data.size);
  for (const { id, bits } of data.genreRows) if (genres.includes(id)) unite(chosen, bits);
  intersect(chosen, open);
  const vary = (bits: Bits): Int32Array => diversify(catalogue, topK(scores, DIVERSE, bits), scores);
  // Prefer selected genres, because all titles with the best scores may have other genres.
  const own = vary(chosen);
  const others = vary(without(Uint32Array.from(open), own)).filter((item) => !hasBit(chosen, item));
  const head = preferOwn(chosen, Int32Array.from([...own, ...others]), DECK_TURN);
  return {
    total: countBits(open),
    slice(from, to) {
      if (to <= head.length) return head.slice(from, to);
      const tail = topK(scores, to - head.length, without(Uint32Array.from(open), head));
      return Int32Array.from([...head.slice(from, to), ...tail.slice(Math.max(0, from - head.length))]);
    },
  };
}

/**
 * Moves titles of `own` forward, and keeps the order within both parts.
 * @param turn the size of a group. While titles of `own` are left, each group has at most one other title.
 */
function preferOwn(own: Bits, items: Int32Array, turn = TURN): Int32Array {
  const mine = items.filter((item) => hasBit(own, item));
  const others = items.filter((item) => !hasBit(own, item));
  const out = new Int32Array(items.length);
  let next = 0;
  let other = 0;
  for (let at = 0; at < out.length; at++) {
    const isOther = next === mine.length || (at % turn === turn - 1 && other < others.length);
    out[at] = (isOther ? others[other++] : mine[next++]) ?? 0;
  }
  return out;
}

/**
 * Returns titles that rows may show: not hidden, and with an offer unless the user's setting shows unavailable titles.
 */
function discoverable(taste: RankedUser, filters: Filters): Bits {
  const { data } = taste.snapshot;
  const bits = without(passing(data, filters, taste, data.listed), taste.hiddenItems);
  if (!taste.unavailableTitles) intersect(bits, taste.market.available);
  return bits;
}

/** Returns titles that may be recommended: discoverable, not rated and not seen. */
export function recommendable(taste: RankedUser, filters: Filters): Bits {
  return without(without(discoverable(taste, filters), taste.ratings.keys()), taste.seen);
}

/** Returns a row of the titles in `bits` that may be recommended, sorted by score. */
export function rowWithin(taste: RankedUser, filters: Filters, bits: Bits): Row {
  const open = recommendable(taste, filters);
  intersect(open, bits);
  return { total: countBits(open), slice: (from, to) => topK(scoresOf(taste), to, open).slice(from, to) };
}

/** Ranks all rows of Discover. Takes about as long as scoring the catalogue once. */
export function rank(taste: RankedUser, filters: Filters): Ranking {
  const { data } = taste.snapshot;
  const shown = (): Bits => discoverable(taste, filters);
  const allowed = (): Bits => recommendable(taste, filters);
  const arrange = (items: Int32Array): Int32Array => {
    if (!filters.allStreaming || taste.providers.size === 0) return items;
    return preferOwn(passing(data, { allStreaming: false, mediaType: 'all' }, taste, data.listed), items);
  };
  const vary = (items: Int32Array): Int32Array => diversify(taste.snapshot.catalogue, items, scoresOf(taste));

  // The bitset is computed again on demand, because caching it would use more memory than the rows.
  const open = allowed();
  const best = topK(scoresOf(taste), KEPT, open);
  best.set(vary(best.slice(0, DIVERSE)));
  const likes = [...taste.ratings].filter(([, rating]) => rating >= LIKED).map(([item]) => item);
  const order = arrangeFirst(taste.snapshot.catalogue, arrange(best), likes);
  const totals = countByGenre(data, open);
  const headOfGenre = headsByGenre(taste, best);
  const genres = data.genreRows.flatMap((genre): GenreRow[] => {
    const total = totals.get(genre.id) ?? 0;
    if (total === 0) return [];
    const ofGenre = (): Bits => {
      const bits = allowed();
      intersect(bits, genre.bits);
      return bits;
    };
    const enough = Math.min(total, KEPT_OF_ROW);
    const head = (): Int32Array => {
      const fromHead = headOfGenre.get(genre.id) ?? [];
      const whole =
        fromHead.length === enough ? Int32Array.from(fromHead) : topK(scoresOf(taste), enough, ofGenre());
      return arrange(vary(whole));
    };
    return [{ id: genre.id, title: genre.title, ...rankedRow(taste, head, total, ofGenre) }];
  });

  const place = placeOfGenre(taste, order);
  genres.sort((a, b) => (place.get(b.id) ?? 0) - (place.get(a.id) ?? 0) || a.id - b.id);
  return {
    recommended: rankedRow(taste, () => order, countBits(open), allowed),
    recent: recentRow(taste, shown),
    genres,
    staff: staffRows(taste, filters),
  };
}

function countByGenre(data: SnapshotData, open: Bits): Map<number, number> {
  return new Map(
    data.genreRows.map(({ id, bits }) => {
      const ofGenre = Uint32Array.from(open);
      intersect(ofGenre, bits);
      return [id, countBits(ofGenre)];
    }),
  );
}

/** Returns the recent titles by score. Rated titles stay, because the row says what is new. */
function recentRow(taste: RankedUser, shown: () => Bits): Row {
  const { data } = taste.snapshot;
  const recent = (): Bits => {
    const bits = shown();
    intersect(bits, data.recent);
    return bits;
  };
  const total = countBits(recent());
  const head = (): Int32Array => topK(scoresOf(taste), Math.min(total, KEPT_OF_ROW), recent());
  return rankedRow(taste, head, total, recent);
}

/**
 * Returns the rows of staff lists without hidden titles. Titles that may be recommended come first, by score;
 * the list's own page has the order of the list.
 */
function staffRows(taste: RankedUser, filters: Filters): Ranking['staff'] {
  const { data } = taste.snapshot;
  const curated = without(passing(data, filters, taste, allTitles(data.size)), taste.hiddenItems);
  return data.staff.flatMap((list) => {
    const items = list.items.filter((item) => hasBit(curated, item));
    if (items.length === 0) return [];
    const isNew = (item: number): boolean => !taste.ratings.has(item) && !taste.seen.has(item);
    const scores = scoresOf(taste);
    const fresh = items.filter(isNew).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    const row = Int32Array.from([...fresh, ...items.filter((item) => !isNew(item))]);
    return [{ id: list.id, title: list.name, ...fixedRow(row) }];
  });
}

/** Returns the first titles of each genre in `order`. */
function headsByGenre(taste: RankedUser, order: Int32Array): Map<number, number[]> {
  const { offsets, values } = taste.snapshot.data.genres;
  const heads = new Map<number, number[]>(taste.snapshot.data.genreRows.map(({ id }) => [id, []]));
  for (const item of order) {
    for (let at = offsets[item] ?? 0; at < (offsets[item + 1] ?? 0); at++) {
      const head = heads.get(values[at] ?? 0);
      if (head && head.length < KEPT_OF_ROW) head.push(item);
    }
  }
  return heads;
}

/** Returns the sort value of each genre row: selected genres first, then by frequency among the best titles. */
function placeOfGenre(taste: RankedUser, order: Int32Array): Map<number, number> {
  const { offsets, values } = taste.snapshot.data.genres;
  const places = new Map(taste.genres.map((id) => [id, order.length]));
  for (const item of order.subarray(0, RICHNESS_COUNTED)) {
    for (const id of values.subarray(offsets[item], offsets[item + 1]))
      places.set(id, (places.get(id) ?? 0) + 1);
  }
  return places;
}

/** Returns the set of all titles, including delisted titles, because lists can contain delisted titles. */
export function allTitles(size: number): Bits {
  const bits = createBits(size).fill(0xffffffff);
  if (size % 32 > 0) bits[bits.length - 1] = 2 ** (size % 32) - 1;
  return bits;
}
