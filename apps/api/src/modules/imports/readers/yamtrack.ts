import type { Archive } from '../files/archive.ts';
import { csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { episodeOf, ofEpisode } from '../files/episode.ts';
import { cleanText, parseId, parseScore } from '../files/fields.ts';
import { statementOfWord, watchStateOf } from '../files/seen-statement.ts';
import {
  type Entry,
  hintOf,
  inState,
  PASSED,
  rated,
  type TitleHint,
  UNREADABLE,
  WATCH_LATER,
} from '../records.ts';

/** The kinds of media that Marquee has. A season and an episode carry the id of their series. */
const TYPES: ReadonlyMap<string, TitleHint['type']> = new Map([
  ['movie', 'movie'],
  ['tv', 'series'],
  ['season', 'series'],
  ['episode', 'series'],
  ['anime', null],
]);
const PARTS = ['season', 'episode'];

function toEntries(row: Row): Entry[] {
  const kind = row.get('media_type').toLowerCase();
  const type = TYPES.get(kind);
  if (type === undefined) return [PASSED];
  const title = cleanText(row.get('title'));
  const tmdbId = row.get('source').toLowerCase() === 'tmdb' ? parseId(row.get('media_id')) : null;
  if (title === '' && tmdbId === null) return [UNREADABLE];
  const hint = hintOf({ title: title || `TMDB ${tmdbId}`, type, tmdbId });
  const when = row.get('end_date', 'progressed_at', 'start_date', 'created_at');
  const status = statementOfWord(row.get('status'));
  const isPart = PARTS.includes(kind);
  const of = ofEpisode(episodeOf(row.get('season_number'), row.get('episode_number')));
  const entries: Entry[] = [];
  const score = isPart || Number(row.get('score')) === 0 ? null : parseScore(row.get('score'));
  if (score !== null) entries.push({ hint, fact: rated(score, [], parseMoment(when)) });
  if (status === 'seen' || (kind === 'episode' && row.get('status') === ''))
    entries.push({ hint, fact: { kind: 'seen', ...of, on: parseView(when), at: null }, isSaid: true });
  if (status === 'wish' && !isPart) {
    const fact = { kind: 'list', at: parseMoment(row.get('created_at')) } as const;
    entries.push({ hint, list: WATCH_LATER, fact, isSaid: true });
  }
  const state = kind === 'tv' ? watchStateOf(row.get('status')) : null;
  if (state !== null) entries.push(inState(hint, state));
  return entries.length > 0 ? entries : [PASSED];
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
