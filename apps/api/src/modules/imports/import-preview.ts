import { type ImportPreview, type ImportQuery, PAGE_SIZE } from '@marquee/contracts';
import type { z } from 'zod';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import type { ImportListsRepository } from './import-lists.repository.ts';
import type { ImportTitlesRepository } from './import-titles.repository.ts';
import { StoredChoices, toImport, toLists, toOverCap, toTitle } from './imports.mapper.ts';
import type { ImportRow } from './imports.repository.ts';

interface Repos {
  importTitles: Pick<ImportTitlesRepository, 'listPreview' | 'listMedia'>;
  importLists: Pick<ImportListsRepository, 'listOverCaps' | 'countOverCaps'>;
}

type Query = z.output<typeof ImportQuery>;
type Entries = Omit<ImportPreview, 'import' | 'pagination'> & { total: number };

async function listOverCaps(
  { importLists }: Repos,
  row: ImportRow,
  range: { limit: number; offset: number },
): Promise<Entries> {
  const rows = await importLists.listOverCaps(row, range);
  return { titles: [], over_caps: rows.map(toOverCap), total: await importLists.countOverCaps(row) };
}

async function listTitles(
  { importTitles }: Repos,
  row: ImportRow,
  show: Exclude<Query['show'], 'over_caps'>,
  range: { limit: number; offset: number },
): Promise<Entries> {
  const { titles, total } = await importTitles.listPreview(row, show, range);
  const ids = titles.flatMap((title) => [
    ...(title.mediumId === null ? [] : [title.mediumId]),
    ...StoredChoices.parse(title.choices).map(({ mediumId }) => mediumId),
  ]);
  const media = new Map((await importTitles.listMedia([...new Set(ids)])).map((each) => [each.id, each]));
  const lists = toLists(row.lists);
  return { titles: titles.map((title) => toTitle(title, media, lists)), over_caps: [], total };
}

function listEntries(repos: Repos, row: ImportRow, query: Query, page: Page): Promise<Entries> | Entries {
  const range = { limit: page.perPage, offset: offsetOf(page) };
  if (query.show === 'over_caps') return listOverCaps(repos, row, range);
  const isKnown = row.state !== 'reading' && row.state !== 'matching';
  return isKnown ? listTitles(repos, row, query.show, range) : { titles: [], over_caps: [], total: 0 };
}

/** Returns one page of the titles of an import, or of the list entries that exceed a cap. */
export async function previewImport(repos: Repos, row: ImportRow, query: Query): Promise<ImportPreview> {
  const page = { page: query.page, perPage: query.per_page ?? PAGE_SIZE };
  const { total, ...entries } = await listEntries(repos, row, query, page);
  return { import: toImport(row), ...entries, pagination: paginate(page, total) };
}
