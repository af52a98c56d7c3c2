import type { GroupedMedia, RowName } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { createBits, setBit } from '#src/titles/engine/bits.ts';
import type { Filters } from '#src/titles/engine/filters.ts';
import { type Ranking, type Row, rowWithin } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { TimelyRows } from './timely-rows.ts';

/** One named row of Discover. */
export interface Group {
  id: string;
  kind: GroupedMedia['kind'];
  title: string;
  row: Row;
}

/** Number of genre and staff rows before the rows `leaving` and `new`. The first page then has a row of every kind. */
const TURNS_FIRST = 2;

const LEAVING = 'Leaving soon';
const arrivedTitle = (isOwn: boolean): string =>
  isOwn ? 'New on your streaming services' : 'New on streaming services';
const staffTitle = (name: string): string => `${name} ${texts.staffPicked}`;

/**
 * Returns all rows in order: recent, recommended, one genre, one staff, leaving, new, and then genre and
 * staff alternately. Empty rows are left out.
 */
export function groupsOf(ranking: Ranking, timely: TimelyRows): Group[] {
  const genres = ranking.genres.map(
    (row): Group => ({ id: `genre-${row.id}`, kind: 'genre', title: row.title, row }),
  );
  const staff = ranking.staff.map(
    (row): Group => ({ id: `staff-${row.id}`, kind: 'staff', title: staffTitle(row.title), row }),
  );
  const turns = Array.from({ length: Math.max(genres.length, staff.length) }, (_, at) => [
    genres[at],
    staff[at],
  ]).flat();
  const first: Group[] = [
    { id: 'recent', kind: 'recent', title: texts.recentReleases, row: ranking.recent },
    { id: 'recommended', kind: 'recommended', title: texts.recommendedForYou, row: ranking.recommended },
  ];
  const dated: Group[] = [
    { id: 'leaving', kind: 'leaving', title: LEAVING, row: timely.leaving },
    {
      id: 'new',
      kind: 'new',
      title: arrivedTitle(timely.isOwn),
      row: timely.arrived,
    },
  ];
  return [...first, ...turns.slice(0, TURNS_FIRST), ...dated, ...turns.slice(TURNS_FIRST)]
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
  return rowWithin(taste, filters, bits);
}

export const yearsOf = (taste: Taste, kind: RowName['kind']): RowName['years'] =>
  kind === 'recent' ? taste.snapshot.data.recentYears : null;

/**
 * Returns the name of a row, even of an empty row, which `groupsOf` leaves out. Null when the id is unknown.
 */
export function nameOfRow(taste: Taste, row: string): RowName | null {
  const { genreRows, staff } = taste.snapshot.data;
  const [kind, id] = row.split('-');
  const name = (kind: RowName['kind'], title: string): RowName => ({
    id: row,
    kind,
    title,
    years: yearsOf(taste, kind),
  });
  if (kind === 'recent') return name(kind, texts.recentReleases);
  if (kind === 'recommended') return name(kind, texts.recommendedForYou);
  if (kind === 'leaving') return name(kind, LEAVING);
  if (kind === 'new') return name(kind, arrivedTitle(taste.providers.size > 0));
  if (kind === 'decade') return name(kind, `${id}s`);
  const genre = kind === 'genre' && genreRows.find((known) => known.id === Number(id));
  if (genre) return name('genre', genre.title);
  const list = kind === 'staff' && staff.find((known) => known.id === Number(id));
  return list ? name('staff', staffTitle(list.name)) : null;
}
