import { Award } from '@marquee/contracts';
import type { PrismaClient } from '@marquee/prisma';
import { z } from 'zod';
import { createCatalogueRepository } from './catalogue.repository.ts';

/** Reads awards of titles from a table with tabs: `key` (the id of IMDb), `event`, `year`, `prize`, `category`, `result`. */

const BATCH = 1_000;
const COLUMNS = ['key', ...Object.keys(Award.shape)];
const Row = Award.extend({
  key: z.string().regex(/^tt\d{5,12}$/),
  year: z.coerce.number().pipe(Award.shape.year),
});

export interface AwardsResult {
  /** Number of titles whose awards changed. */
  changed: number;
  /** Numbers of the lines that are no award, the first hundred. */
  badLines: number[];
}

const BAD_LINES_KEPT = 100;

/**
 * Writes the awards of a file. The file is the whole list: a title that it does not name has no awards afterwards. Writes only
 * differences.
 * @throws when the first line does not name the columns.
 */
export async function importAwards(
  prisma: PrismaClient,
  lines: AsyncIterable<string>,
): Promise<AwardsResult> {
  const byTitle = new Map<string, Award[]>();
  const badLines: number[] = [];
  let header: string[] | null = null;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const cells = line.split('\t');
    if (header === null) {
      header = cells;
      const missing = COLUMNS.filter((column) => !cells.includes(column));
      if (missing.length > 0) throw new Error(`The file lacks the columns ${missing.join(', ')}.`);
      continue;
    }
    if (line.trim() === '') continue;
    const row = Row.safeParse(Object.fromEntries(header.map((column, at) => [column, cells[at]])));
    if (row.success) {
      const { key, ...award } = row.data;
      byTitle.set(key, [...(byTitle.get(key) ?? []), award]);
    } else if (badLines.length < BAD_LINES_KEPT) badLines.push(number);
  }
  const titles = Array.from(byTitle, ([imdb_id, awards]) => ({ imdb_id, awards }));
  const repository = createCatalogueRepository(prisma);
  let changed = await repository.clearAwards(titles.map(({ imdb_id }) => imdb_id));
  for (let at = 0; at < titles.length; at += BATCH)
    changed += await repository.saveAwards(titles.slice(at, at + BATCH));
  return { changed, badLines };
}
