import { arrangeFirst, diversify, LIKED, topK, type UserFactors } from '@marquee/recommender';
import { type Bits, clearBit, countBits, countCommon, createBits, hasBit, intersect, unite } from './bits.ts';
import { type Filters, passing } from './filters.ts';
import type { ItemRatings, ItemSet } from './items.ts';
import type { Market } from './markets.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** Number of titles in the cached order. Later titles are ranked when their page is requested. */
const KEPT = 1_000;
const KEPT_OF_ROW = 40;
/** Memory of a row besides its titles, and of a ranking besides its rows. */
const ROW_BYTES = 80;
const RANKING_BYTES = 2_000;
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
  /** See `Taste.serial`. */
  readonly serial: number;
  readonly snapshot: Snapshot;
  readonly factors: UserFactors;
  readonly ratings: ItemRatings;
  readonly hiddenItems: ItemSet;
  /** Titles that the user saw and has not rated. Rows do not recommend these titles. */
  readonly seen: ItemSet;
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
  /**
   * Returns the titles `from … to-1` of the order, empty after the end. The array may be part of a cached order, so it must
   * not be changed.
   */
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
/** `serial` of the user whose scores are in `scratch`. */
let scored: number | null = null;

/**
 * Returns the scores of the whole catalogue. A call for another user overwrites the scores, because all users
 * share the buffer.
 */
function scoresOf(taste: RankedUser): Float32Array {
  if (scored === taste.serial) return scratch;
  const { size } = taste.snapshot.data;
  // Reset `scored` first, because scoring may throw and leave the buffer partly written.
  scored = null;
  if (scratch.length !== size) scratch = new Float32Array(size);
  taste.snapshot.model.order(taste.factors, scratch);
  scored = taste.serial;
  return scratch;
}

function without(bits: Bits, items: Iterable<number>): Bits {
  for (const item of items) clearBit(bits, item);
  return bits;
}

/** Returns a slice of a row that starts with `head`, followed by the other titles of `allowed` by score. */
function sliceRow(
  taste: RankedUser,
  { head, total, allowed }: { head: Int32Array; total: number; allowed: () => Bits },
  from: number,
  to: number,
): Int32Array {
  if (to <= head.length || head.length === total) return head.subarray(from, to);
  const tail = topK(scoresOf(taste), to - head.length, without(allowed(), head));
  return Int32Array.from([...head.slice(from, to), ...tail.slice(Math.max(0, from - head.length))]);
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
  const others = vary(without(open.slice(), own)).filter((item) => !hasBit(chosen, item));
  const head = preferOwn(chosen, Int32Array.from([...own, ...others]), DECK_TURN);
  return {
    total: countBits(open),
    slice(from, to) {
      if (to <= head.length) return head.slice(from, to);
      const tail = topK(scores, to - head.length, without(open.slice(), head));
      return Int32Array.from([...head.slice(from, to), ...tail.slice(Math.max(0, from - head.length))]);
    },
  };
}

/**
 * Moves titles of `own` forward, and keeps the order within both parts.
 * @param turn the size of a group. While titles of `own` are left, each group has at most one other title.
 */
function preferOwn(own: Bits, items: Int32Array, turn = TURN): Int32Array {
  /** Returns the place of the first title from `from` on whose membership in `own` is `isOwn`. */
  const next = (from: number, isOwn: boolean): number => {
    let at = from;
    while (at < items.length && hasBit(own, items[at] ?? 0) !== isOwn) at++;
    return at;
  };
  const out = new Int32Array(items.length);
  let mine = next(0, true);
  let other = next(0, false);
  for (let at = 0; at < out.length; at++) {
    const isOther = mine === items.length || (at % turn === turn - 1 && other < items.length);
    out[at] = items[isOther ? other : mine] ?? 0;
    if (isOther) other = next(other + 1, false);
    else mine = next(mine + 1, true);
  }
  return out;
}

/**
 * Returns titles that rows may show: not hidden, and with an offer unless the user's setting shows unavailable titles.
 * Search (`pages/search.ts`) and lists keep hidden titles, marked; `withoutHidden` in `pages/feed.ts` is for other pages.
 */
function discoverable(taste: RankedUser, filters: Filters): Bits {
  const { data } = taste.snapshot;
  const bits = without(passing(data, filters, taste, data.listed), taste.hiddenItems);
  if (!taste.unavailableTitles) intersect(bits, taste.market.available);
  return bits;
}

/** Returns titles that may be recommended: discoverable, not rated and not seen. Titles of Haven't Watched stay. */
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
  const ranked = new Ranked(taste, filters);
  const best = topK(scoresOf(taste), KEPT, ranked.read('allowed'));
  ranked.vary(best.subarray(0, DIVERSE));
  const likes: number[] = [];
  for (const item of taste.ratings.keys()) if ((taste.ratings.get(item) ?? 0) >= LIKED) likes.push(item);
  const order = arrangeFirst(taste.snapshot.catalogue, ranked.arrange(best), likes);
  return {
    recommended: recommendedRow(ranked, order),
    recent: recentRow(ranked),
    genres: rankedGenres(ranked, best, order),
    staff: staffRows(ranked),
  };
}

// Each kind of row is made in a function of its own, because the closures of a function keep all that one of them uses
// in memory, and a cached ranking would keep the sets.

function recommendedRow(ranked: Ranked, head: Int32Array): Row {
  const total = countBits(ranked.read('allowed'));
  const recommended = { head, total, allowed: () => ranked.copy('allowed') };
  return { total, slice: (from, to) => sliceRow(ranked.taste, recommended, from, to) };
}

/** Selected genres first, then the genres that are frequent at the start of `order`. Empty rows are left out. */
function rankedGenres(ranked: Ranked, best: Int32Array, order: Int32Array): GenreRow[] {
  const open = ranked.read('allowed');
  const heads = new GenreHeads(ranked, best);
  const rows = ranked.taste.snapshot.data.genreRows.flatMap(({ bits }, at) => {
    const total = countCommon(open, bits);
    return total === 0 ? [] : [new RankedGenre(heads, at, total)];
  });
  const place = placeOfGenre(ranked.taste, order);
  return rows.sort((a, b) => (place.get(b.id) ?? 0) - (place.get(a.id) ?? 0) || a.id - b.id);
}

/** The sets of the titles that the rows of a ranking may show; `curated` are those of staff lists, delisted ones too. */
type SetName = 'shown' | 'allowed' | 'own' | 'curated';

/**
 * The sets of the last ranking, because every row of a page needs one of them, and those of every user would take
 * more memory than their rows.
 */
let lastSets: { of: WeakRef<Ranked>; sets: Map<SetName, Bits> } | null = null;

/** The user and the filters of a ranking. */
class Ranked {
  readonly taste: RankedUser;
  readonly filters: Filters;

  constructor(taste: RankedUser, filters: Filters) {
    this.taste = taste;
    this.filters = filters;
  }

  /** Returns a set, which must not be changed. */
  read(name: SetName): Bits {
    if (lastSets?.of.deref() !== this) lastSets = { of: new WeakRef(this), sets: new Map() };
    const { sets } = lastSets;
    const bits = sets.get(name) ?? this.#make(name);
    sets.set(name, bits);
    return bits;
  }

  copy(name: SetName): Bits {
    return this.read(name).slice();
  }

  #make(name: SetName): Bits {
    const { taste, filters } = this;
    const { data } = taste.snapshot;
    switch (name) {
      case 'shown':
        return discoverable(taste, filters);
      case 'allowed':
        return recommendable(taste, filters);
      case 'own':
        return passing(data, { allStreaming: false, mediaType: 'all' }, taste, data.listed);
      case 'curated':
        return without(passing(data, filters, taste, allTitles(data.size)), taste.hiddenItems);
    }
  }

  arrange(items: Int32Array): Int32Array {
    const { taste, filters } = this;
    if (!filters.allStreaming || taste.providers.size === 0) return items;
    return preferOwn(this.read('own'), items);
  }

  /** Reorders the titles in place. */
  vary(items: Int32Array): Int32Array {
    return diversify(this.taste.snapshot.catalogue, items, scoresOf(this.taste));
  }
}

const genreRowsOf = new WeakMap<SnapshotData, Int16Array>();

/** Returns the genre row of each entry of `genres.values`, -1 for a genre without a row. */
function rowsOfGenres(data: SnapshotData): Int16Array {
  const known = genreRowsOf.get(data);
  if (known) return known;
  const rowOf = new Map(data.genreRows.map(({ id }, at) => [id, at]));
  const rows = Int16Array.from(data.genres.values, (id) => rowOf.get(id) ?? -1);
  genreRowsOf.set(data, rows);
  return rows;
}

/**
 * The first titles of every genre row, in one array, because an array of its own takes more memory than the titles
 * of a row. `best` gives most of them in one walk; a row is arranged on first use.
 */
class GenreHeads {
  readonly ranked: Ranked;
  readonly #items: Int32Array;
  readonly #counts: Uint8Array;
  readonly #isArranged: Uint8Array;

  constructor(ranked: Ranked, best: Int32Array) {
    const { data } = ranked.taste.snapshot;
    const { genreRows } = data;
    const { offsets } = data.genres;
    const rows = rowsOfGenres(data);
    this.ranked = ranked;
    this.#items = new Int32Array(genreRows.length * KEPT_OF_ROW);
    this.#counts = new Uint8Array(genreRows.length);
    this.#isArranged = new Uint8Array(genreRows.length);
    const items = this.#items;
    const counts = this.#counts;
    for (let at = 0; at < best.length; at++) {
      const item = best[at] ?? 0;
      const end = offsets[item + 1] ?? 0;
      for (let k = offsets[item] ?? 0; k < end; k++) {
        const row = rows[k] ?? -1;
        const count = counts[row] ?? KEPT_OF_ROW;
        if (count === KEPT_OF_ROW) continue;
        items[row * KEPT_OF_ROW + count] = item;
        counts[row] = count + 1;
      }
    }
  }

  /** Returns the titles of the genre row at this position that may be recommended. */
  allowed(at: number): Bits {
    const bits = this.ranked.copy('allowed');
    intersect(bits, this.ranked.taste.snapshot.data.genreRows[at]?.bits ?? createBits(0));
    return bits;
  }

  of(at: number, total: number): Int32Array {
    const from = at * KEPT_OF_ROW;
    const enough = Math.min(total, KEPT_OF_ROW);
    if (this.#isArranged[at] === 0) {
      const { ranked } = this;
      const isWhole = this.#counts[at] === enough;
      const whole = isWhole
        ? this.#items.subarray(from, from + enough)
        : topK(scoresOf(ranked.taste), enough, this.allowed(at));
      this.#items.set(ranked.arrange(ranked.vary(whole)), from);
      this.#isArranged[at] = 1;
    }
    return this.#items.subarray(from, from + enough);
  }
}

/** A genre row. An object of a class takes less memory than closures, and a ranking has a row for each genre. */
class RankedGenre implements GenreRow {
  readonly total: number;
  readonly #heads: GenreHeads;
  readonly #at: number;

  constructor(heads: GenreHeads, at: number, total: number) {
    this.#heads = heads;
    this.#at = at;
    this.total = total;
  }

  get id(): number {
    return this.#heads.ranked.taste.snapshot.data.genreRows[this.#at]?.id ?? 0;
  }

  get title(): string {
    return this.#heads.ranked.taste.snapshot.data.genreRows[this.#at]?.title ?? '';
  }

  slice(from: number, to: number): Int32Array {
    const head = this.#heads.of(this.#at, this.total);
    const allowed = (): Bits => this.#heads.allowed(this.#at);
    return sliceRow(this.#heads.ranked.taste, { head, total: this.total, allowed }, from, to);
  }
}

/** Returns the recent titles by score. Rated titles stay, because the row says what is new. */
function recentRow(ranked: Ranked): Row {
  const { taste } = ranked;
  const allowed = (): Bits => {
    const bits = ranked.copy('shown');
    intersect(bits, taste.snapshot.data.recent);
    return bits;
  };
  const total = countCommon(ranked.read('shown'), taste.snapshot.data.recent);
  let head: Int32Array | undefined;
  return {
    total,
    slice(from, to) {
      head ??= topK(scoresOf(taste), Math.min(total, KEPT_OF_ROW), allowed());
      return sliceRow(taste, { head, total, allowed }, from, to);
    },
  };
}

/** A row of a staff list. It is sorted again for each page, because it is short. */
class StaffRow implements Row {
  readonly total: number;
  readonly #ranked: Ranked;
  readonly #list: SnapshotData['staff'][number];

  constructor(ranked: Ranked, list: SnapshotData['staff'][number], total: number) {
    this.#ranked = ranked;
    this.#list = list;
    this.total = total;
  }

  get id(): number {
    return this.#list.id;
  }

  get title(): string {
    return this.#list.name;
  }

  slice(from: number, to: number): Int32Array {
    const { taste } = this.#ranked;
    const curated = this.#ranked.read('curated');
    const fresh: number[] = [];
    const known: number[] = [];
    for (const item of this.#list.items) {
      if (!hasBit(curated, item)) continue;
      if (taste.ratings.has(item) || taste.seen.has(item)) known.push(item);
      else fresh.push(item);
    }
    const all = scoresOf(taste);
    const scores = fresh.map((item) => all[item] ?? 0);
    const best = Array.from(topK(scores, Math.min(to, fresh.length)), (at) => fresh[at] ?? 0);
    return new Int32Array([...best, ...known].slice(from, to));
  }
}

/**
 * Returns the rows of staff lists without hidden titles. Titles that may be recommended come first, by score;
 * the list's own page has the order of the list.
 */
function staffRows(ranked: Ranked): StaffRow[] {
  const curated = ranked.read('curated');
  return ranked.taste.snapshot.data.staff.flatMap((list) => {
    let total = 0;
    for (const item of list.items) if (hasBit(curated, item)) total++;
    return total === 0 ? [] : [new StaffRow(ranked, list, total)];
  });
}

/** Returns the memory of a ranking with the heads of all its rows, in bytes. */
export const rankingBytes = ({ size, genreRows, staff }: SnapshotData): number =>
  4 * Math.min(size, KEPT) +
  (4 * KEPT_OF_ROW + ROW_BYTES) * genreRows.length +
  ROW_BYTES * staff.length +
  RANKING_BYTES;

/** Returns the sort value of each genre row: selected genres first, then by frequency among the best titles. */
function placeOfGenre(taste: RankedUser, order: Int32Array): Map<number, number> {
  const { offsets, values } = taste.snapshot.data.genres;
  const places = new Map(taste.genres.map((id) => [id, order.length]));
  for (const item of order.subarray(0, RICHNESS_COUNTED)) {
    // A view of each title's genres would take longer than counting them.
    for (let k = offsets[item] ?? 0; k < (offsets[item + 1] ?? 0); k++) {
      const id = values[k] ?? 0;
      places.set(id, (places.get(id) ?? 0) + 1);
    }
  }
  return places;
}

/** Returns the set of all titles, including delisted titles, because lists can contain delisted titles. */
export function allTitles(size: number): Bits {
  const bits = createBits(size).fill(0xffffffff);
  if (size % 32 > 0) bits[bits.length - 1] = 2 ** (size % 32) - 1;
  return bits;
}
