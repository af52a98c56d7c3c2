import type { Archive } from '../files/archive.ts';
import { csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { parseDay, parseMoment } from '../files/dates.ts';
import { cleanText, parseId, parseScore } from '../files/fields.ts';
import { type Entry, hintOf, type ListRef, type TitleHint, UNREADABLE } from '../records.ts';

const SCALE = 10;
const WATCH_LATER: ListRef = { type: 'watch_later', name: '' };
/** The kinds of media that Marquee has. A season and an episode carry the id of their series. */
const TYPES: Record<string, TitleHint['type']> = {
  movie: 'movie',
  tv: 'series',
  season: 'series',
  episode: 'series',
  anime: null,
};
const PARTS = ['season', 'episode'];
/** What a title was, when a part of it was watched. */
const WATCHED = ['completed', 'in progress', 'paused', 'dropped', 'repeating'];

function toEntries(row: Row): Entry[] {
  const kind = row.get('media_type').toLowerCase();
  if (!Object.hasOwn(TYPES, kind)) return [];
  const title = cleanText(row.get('title'));
  const tmdbId = row.get('source').toLowerCase() === 'tmdb' ? parseId(row.get('media_id')) : null;
  if (title === '' && tmdbId === null) return [UNREADABLE];
  const hint = hintOf({ title: title || `TMDB ${tmdbId}`, type: TYPES[kind] ?? null, tmdbId });
  const when = row.get('end_date', 'progressed_at', 'start_date', 'created_at');
  const status = row.get('status').toLowerCase();
  const isPart = PARTS.includes(kind);
  const entries: Entry[] = [];
  const rating = isPart || Number(row.get('score')) === 0 ? null : parseScore(row.get('score'), SCALE);
  if (rating !== null)
    entries.push({ hint, fact: { kind: 'rating', rating, tags: [], at: parseMoment(when), first: null } });
  if (WATCHED.includes(status) || (kind === 'episode' && status === ''))
    entries.push({ hint, fact: { kind: 'seen', on: parseDay(when), at: null } });
  if (status === 'planning' && !isPart)
    entries.push({ hint, list: WATCH_LATER, fact: { kind: 'list', at: parseMoment(row.get('created_at')) } });
  return entries;
}

/** Reads the CSV file of Settings → Export. Its rows are titles, seasons and episodes. */
export async function* readYamtrack(archive: Archive): AsyncGenerator<Entry> {
  let tables = 0;
  for (const name of archive.names) {
    const rows = csvRows(archive.text(name), has('media_id', 'source', 'media_type'), () => {
      tables++;
    });
    for await (const row of rows) {
      if (row) yield* toEntries(row);
      else yield UNREADABLE;
    }
  }
  if (tables === 0) throw notAnExport('Yamtrack');
}
