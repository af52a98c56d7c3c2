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
/** Awards of titles by their ids of IMDb. */
export const awardsPath = join(folder, 'awards.tsv.gz');
/** Public list prices of providers. */
export const pricesPath = join(folder, 'prices.json');
/** What is known of the demo's series: each file may be missing, because an operator may leave it out. */
export const seasonsPath = join(folder, 'seasons.tsv.gz');
export const seriesPath = join(folder, 'series.tsv.gz');
export const episodesPath = join(folder, 'episodes.tsv.gz');
/** Reads the titles of the demo catalogue, best known first. */
export async function readDemoTitles(): Promise<FeedTitle[]> {
  const titles: FeedTitle[] = [];
  for await (const line of (await openFeedFile(demoCataloguePath)).lines) {
    const parsed = parseFeedLine(line);
    if (parsed.kind === 'title') titles.push(parsed.title);
  }
  return titles;
}
