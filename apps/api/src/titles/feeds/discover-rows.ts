import { GROUPS_PER_PAGE, ROW_SIZE } from '@marquee/contracts';
import { offsetOf, paginate } from '#src/data/paging.ts';
import type { Ranking, Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/members/taste.ts';
import { type Shown, toPage } from './feed.ts';
import type { Titles } from './titles.ts';

/** One named row of Discover. */
export interface Group {
  id: string;
  kind: 'recent' | 'recommended' | 'staff' | 'genre';
  title: string;
  row: Row;
}

/**
 * All rows in order: recent, recommended, then genre and staff rows in turns, so that the first page has every kind.
 * Empty rows are left out.
 */
export function groupsOf(ranking: Ranking): Group[] {
  const genres = ranking.genres.map(
    (row): Group => ({ id: `genre-${row.id}`, kind: 'genre', title: row.title, row }),
  );
  const staff = ranking.staff.map(
    (row): Group => ({ id: `staff-${row.id}`, kind: 'staff', title: `${row.title} Staff Picked`, row }),
  );
  const turns = Array.from({ length: Math.max(genres.length, staff.length) }, (_, at) => [
    genres[at],
    staff[at],
  ]).flat();
  const first: Group[] = [
    { id: 'recent', kind: 'recent', title: 'Recent Releases', row: ranking.recent },
    { id: 'recommended', kind: 'recommended', title: 'Recommended for you', row: ranking.recommended },
  ];
  return [...first, ...turns.filter((group) => group !== undefined)].filter((group) => group.row.total > 0);
}

/** Whether a row id is valid. A valid row may be empty and then has no group. */
export function isRowId(taste: Taste, row: string): boolean {
  const [kind, id] = row.split('-');
  if (id === undefined) return true;
  const { genreRows, staff } = taste.snapshot.data;
  return (kind === 'genre' ? genreRows : staff).some((known) => known.id === Number(id));
}

/** One page of groups with the first titles of each, as serialized JSON. */
export function writeGroups(
  titles: Titles,
  taste: Taste,
  groups: Group[],
  query: Shown,
  added: ReadonlySet<number> | undefined,
): Buffer {
  const page = toPage(query, GROUPS_PER_PAGE);
  const shown = groups.slice(offsetOf(page), offsetOf(page) + page.perPage);
  const options = { view: query.view, alreadyAdded: added };
  const out = titles.begin().text('{"media":[],"grouped_media":[');
  shown.forEach(({ id, kind, title, row }, at) => {
    out.text(`${at > 0 ? ',' : ''}{"id":"${id}","kind":"${kind}","title":${JSON.stringify(title)},"media":`);
    titles.writeCards(out, taste, row.slice(0, Math.min(ROW_SIZE, row.total)), options);
    out.text(`,"pagination":${JSON.stringify(paginate({ page: 1, perPage: ROW_SIZE }, row.total))}}`);
  });
  return out.text(`],"pagination":${JSON.stringify(paginate(page, groups.length))},"person":null}`).finish();
}
