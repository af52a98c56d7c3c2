import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FeedTitle } from '#src/modules/catalogue/feed/feed.ts';
import { parseFeedLine } from '#src/modules/catalogue/feed/feed.ts';
import { openFeedFile } from '#src/modules/catalogue/feed/feed-file.ts';

const projectRoot = resolve(import.meta.dirname, '../../../../../..');
const folder = join(projectRoot, 'prisma', 'demo');

/** The demo catalogue in the feed format. */
export const demoCataloguePath = join(folder, 'catalogue.ndjson.gz');
/** Free films with their trailers, which are part of the demo. */
export const openFilmsPath = join(folder, 'open-films.ndjson');
/** Invented titles for tests, with cases that real lists lack. They are never seeded. */
export const handmadeCataloguePath = join(folder, 'handmade.ndjson');
export const staffListsPath = join(folder, 'staff-lists.json');
/** Public list prices of providers. */
export const pricesPath = join(folder, 'prices.json');
/** The public title lists, which are not part of the repository. */
export const rawTitlesPath = resolve(projectRoot, '..', 'shared', 'data', 'catalogue', 'titles.ndjson.gz');

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Reads every title of a feed file in order. Skips invalid lines. */
export async function readTitles(path: string): Promise<FeedTitle[]> {
  const titles: FeedTitle[] = [];
  for await (const line of (await openFeedFile(path)).lines) {
    const parsed = parseFeedLine(line);
    if (parsed.kind === 'title') titles.push(parsed.title);
  }
  return titles;
}

/** Reads the titles of the demo catalogue, best known first. */
export const readDemoTitles = (): Promise<FeedTitle[]> => readTitles(demoCataloguePath);
