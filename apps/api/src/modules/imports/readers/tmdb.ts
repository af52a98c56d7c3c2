import { type Archive, baseName } from '../files/archive.ts';
import { csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { cleanText, findImdbId, parseId, parseScore, parseYear } from '../files/fields.ts';
import { movieOrSeries, seriesInName, titleType } from '../files/title-type.ts';
import { type Entry, hintOf, type ListRef, PASSED, rated, UNREADABLE, WATCH_LATER } from '../records.ts';

/** `Rating` is the average of all users; only `Your Rating` is the member's. */
function toEntry(row: Row, list: ListRef | null): Entry[] {
  const title = cleanText(row.get('name', 'title'));
  const tmdbId = parseId(row.get('tmdb_id'));
  const score = parseScore(row.get('your_rating'));
  const at = parseMoment(row.get('date_rated'));
  if (row.get('season_number') !== '' || row.get('episode_number') !== '') {
    const series = seriesInName(title);
    if (series === '') return [UNREADABLE];
    if (score === null) return [PASSED];
    const hint = hintOf({ title: series, type: 'series' });
    const shown: Entry = { passed: true, ...('score' in score && { score: score.score }) };
    return [shown, { hint, fact: { kind: 'seen', on: parseView(row.get('date_rated')), at: null } }];
  }
  if (title === '' && tmdbId === null) return [UNREADABLE];
  const hint = hintOf({
    title: title || `TMDB ${tmdbId}`,
    year: parseYear(row.get('release_date')),
    type: movieOrSeries(titleType(row.get('type'))),
    imdbId: findImdbId(row.get('imdb_id')),
    tmdbId,
  });
  if (score !== null) return [{ hint, fact: rated(score, [], at) }];
  if (list !== null) return [{ hint, list, fact: { kind: 'list', at } }];
  return [{ hint, fact: { kind: 'open', on: parseView(row.get('date_rated')), at } }];
}

/** Returns the list of titles without a rating of the member: the watchlist or the favorites. Ratings have none. */
function listOf(name: string): ListRef | null {
  const base = baseName(name);
  if (/favou?rite/.test(base)) return { type: 'custom', name: 'TMDB favorites' };
  return /rating|rated/.test(base) ? null : WATCH_LATER;
}

/** Reads the CSV files of the ratings, the watchlist and the favorites. */
export async function* readTmdb(archive: Archive): AsyncGenerator<Entry> {
  let tables = 0;
  for (const name of archive.names) {
    const list = listOf(name);
    const rows = csvRows(archive.text(name), has('tmdb_id', 'type', 'release_date', 'your_rating'), () => {
      tables++;
    });
    for await (const row of rows)
      if (row) yield* toEntry(row, list);
      else yield UNREADABLE;
  }
  if (tables === 0) throw notAnExport('TMDB');
}
