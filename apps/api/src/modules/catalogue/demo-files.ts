import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FeedTitle } from './feed.ts';
import { parseFeedLine } from './feed.ts';
import { openFeedFile } from './feed-file.ts';

const projectRoot = resolve(import.meta.dirname, '..', '..', '..', '..', '..');
const folder = join(projectRoot, 'prisma', 'demo');

/** The catalogue that ships with the project, in the feed format. */
export const demoCataloguePath = join(folder, 'catalogue.ndjson.gz');
/** Real films that are free to share, with their trailers; they ship as well. */
export const openFilmsPath = join(folder, 'open-films.ndjson');
/** Invented titles that hold what real lists lack; for tests and for trying things out, never seeded. */
export const handmadeCataloguePath = join(folder, 'handmade.ndjson');
export const staffListsPath = join(folder, 'staff-lists.json');
/** Where the lists lie that the demo catalogue is made from; not part of the project. */
export const rawTitlesPath = resolve(projectRoot, '..', 'shared', 'data', 'catalogue', 'titles.ndjson.gz');

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Every title of a feed file, in order. Lines that are no titles are left out. */
export async function readTitles(path: string): Promise<FeedTitle[]> {
  const titles: FeedTitle[] = [];
  for await (const line of (await openFeedFile(path)).lines) {
    const parsed = parseFeedLine(line);
    if (parsed.kind === 'title') titles.push(parsed.title);
  }
  return titles;
}

/** The titles of the demo catalogue, best known first. */
export const readDemoTitles = (): Promise<FeedTitle[]> => readTitles(demoCataloguePath);
