import type { GroupedMedia, RowName } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { NEAR_PALME, PALME } from '#src/titles/awards.ts';
import { createBits, hasBit, setBit } from '#src/titles/engine/bits.ts';
import type { Filters } from '#src/titles/engine/filters.ts';
import { type Ranking, type Row, rowWithin } from '#src/titles/engine/ranking.ts';
import { findTaste, foundersOf, type NamedTaste } from '#src/titles/users/named-tastes.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { TimelyRows } from './timely-rows.ts';

/** One named row of Discover. */
export interface Group {
  readonly id: string;
  readonly kind: GroupedMedia['kind'];
  readonly title: string;
  readonly row: Row;
  /** Only of recent titles. */
  readonly years: RowName['years'];
}

/** Number of genre and staff rows before the rows `leaving` and `new`. The first page then has a row of every kind. */
const TURNS_FIRST = 2;

/**
 * The title of each kind of row. `what` is the name of the genre or of the staff list, or the first year of the decade;
 * `isOwn` says that the row has only titles on services of the user.
 */
const TITLES: Record<RowName['kind'], (what: string, isOwn: boolean) => string> = {
  recent: () => texts.recentReleases,
  recommended: () => texts.recommendedForYou,
  taste: (what) => `For your ${what}`,
  genre: (what) => what,
  staff: (what) => `${what} ${texts.staffPicked}`,
  decade: (what) => `${what}s`,
  leaving: () => 'Leaving soon',
  new: (_what, isOwn) => (isOwn ? 'New on your streaming services' : 'New on streaming services'),
};

/** A name that the user gave stays as it is. */
const titleOfTaste = (taste: Taste, named: NamedTaste): string =>
  named.ownName ??
  (named.phrase === null
    ? `More like ${foundersOf(taste, named).join(' and ')}`
    : TITLES.taste(named.phrase, false));

/** The rows of tastes and awards of each ranking, since every page asks for them. */
const keptRows = new WeakMap<Ranking, readonly Group[]>();

/** Returns a row for each of several tastes, in the user's order, and those of loved awards. */
export function tasteRows(taste: Taste, filters: Filters): readonly Group[] {
  const ranking = taste.ranking(filters);
  const known = keptRows.get(ranking);
  if (known) return known;
  const rows = [...namedRows(taste, ranking), ...awardRows(taste, ranking)];
  keptRows.set(ranking, rows);
  return rows;
}

function namedRows(taste: Taste, ranking: Ranking): Group[] {
  const { best, tasteOfBest } = ranking;
  return taste.named.flatMap((named) => {
    if (named.dismissed) return [];
    const bits = createBits(taste.snapshot.data.size);
    const items = named.matching ?? best.filter((_, at) => tasteOfBest?.[at] === named.turn);
    for (const item of items) setBit(bits, item);
    const title = titleOfTaste(taste, named);
    const row = rowWithin(taste, ranking, bits);
    return { id: `taste-${named.id}`, kind: 'taste', title, row, years: null };
  });
}

/** So many loved winners of the Palme d'Or make a taste of it, and from this rating on a title is loved. */
const WINNERS_LOVED = 3;
const LOVED = 8;
const PALME_ROW = 'award-palme-dor';
const PALME_TITLE = 'Palme d’Or and near it';

/** Returns a row of the titles that won the Palme d'Or or competed for it, for users who love three winners. */
function awardRows(taste: Taste, ranking: Ranking): Group[] {
  const bitsOf = (wanted: string) => taste.snapshot.data.awards.find(({ slug }) => slug === wanted)?.bits;
  const [winners, near] = [bitsOf(PALME), bitsOf(NEAR_PALME)];
  if (!winners || !near) return [];
  const loved = taste.ratings.ordered.filter(
    (item) => hasBit(winners, item) && (taste.ratings.get(item) ?? 0) >= LOVED,
  );
  if (loved.length < WINNERS_LOVED) return [];
  return [
    {
      id: PALME_ROW,
      kind: 'taste',
      title: PALME_TITLE,
      row: rowWithin(taste, ranking, near),
      years: null,
    },
  ];
}

/**
 * Returns all rows in order: recent, recommended, tastes, one genre, one staff, leaving, new, and then genre and
 * staff alternately. Empty rows are left out.
 */
export function groupsOf(ranking: Ranking, timely: TimelyRows, tastes: readonly Group[] = []): Group[] {
  const group = (kind: Group['kind'], row: Row, id: string = kind, what = ''): Group => ({
    id,
    kind,
    title: TITLES[kind](what, timely.isOwn),
    row,
    years: kind === 'recent' ? ranking.recent.years : null,
  });
  const genres = ranking.genres.map((row) => group('genre', row, `genre-${row.id}`, row.title));
  const staff = ranking.staff.map((row) => group('staff', row, `staff-${row.id}`, row.title));
  const turns = Array.from({ length: Math.max(genres.length, staff.length) }, (_, at) => [
    genres[at],
    staff[at],
  ]).flat();
  const first = [group('recent', ranking.recent), group('recommended', ranking.recommended)];
  const dated = [group('leaving', timely.leaving), group('new', timely.arrived)];
  return [...first, ...tastes, ...turns.slice(0, TURNS_FIRST), ...dated, ...turns.slice(TURNS_FIRST)]
    .filter((group) => group !== undefined)
    .filter((group) => group.row.total > 0);
}

/** Returns the row of a decade, ranked like a genre row. Null when `row` is not the id of a decade. */
export function decadeRow(taste: Taste, filters: Filters, row: string): Row | null {
  const [kind, first] = row.split('-');
  if (kind !== 'decade') return null;
  const { year, size } = taste.snapshot.data;
  const bits = createBits(size);
  for (let item = 0; item < size; item++) {
    const titleYear = year[item] ?? 0;
    if (titleYear - (titleYear % 10) === Number(first)) setBit(bits, item);
  }
  return rowWithin(taste, taste.ranking(filters), bits);
}

/**
 * Returns the name of a row, even of an empty row, which `groupsOf` leaves out. Null when the id is unknown.
 */
export function nameOfRow(taste: Taste, row: string): RowName | null {
  const { genreRows, staff } = taste.snapshot.data;
  const [kind, id = ''] = row.split('-');
  const name = (known: RowName['kind'], what = ''): RowName => ({
    id: row,
    kind: known,
    title: TITLES[known](what, taste.providers.size > 0),
    years: null,
  });
  switch (kind) {
    case 'recent':
    case 'recommended':
    case 'leaving':
    case 'new':
      return name(kind);
    case 'decade':
      return name(kind, id);
    case 'taste': {
      const found = findTaste(taste, Number(id));
      // The call may name another title of the taste.
      return found ? { ...name(kind), id: `taste-${found.id}`, title: titleOfTaste(taste, found) } : null;
    }
    case 'award':
      return row === PALME_ROW ? { id: row, kind: 'taste', title: PALME_TITLE, years: null } : null;
    case 'genre': {
      const genre = genreRows.find((known) => known.id === Number(id));
      return genre ? name(kind, genre.title) : null;
    }
    case 'staff': {
      const list = staff.find((known) => known.id === Number(id));
      return list ? name(kind, list.name) : null;
    }
    default:
      return null;
  }
}
