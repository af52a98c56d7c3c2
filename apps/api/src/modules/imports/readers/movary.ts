import type { Archive } from '../files/archive.ts';
import { csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { cleanText, findImdbId, parseId, parseScore, parseYear } from '../files/fields.ts';
import { type Entry, hintOf, rated, UNREADABLE, WATCH_LATER } from '../records.ts';

function toEntry(row: Row, columns: ReadonlySet<string>): Entry {
  // Rows of the watchlist lack the year that their header has, so every later cell is one column to the left.
  const isShort = columns.has('addedat') && findImdbId(row.get('tmdbid')) !== null;
  const tmdbId = parseId(row.get(isShort ? 'year' : 'tmdbid'));
  const imdbId = findImdbId(row.get(isShort ? 'tmdbid' : 'imdbid'));
  const title = cleanText(row.get('title'));
  if (title === '' && imdbId === null && tmdbId === null) return UNREADABLE;
  const year = isShort ? null : parseYear(row.get('year'));
  const hint = hintOf({ title: title || (imdbId ?? `TMDB ${tmdbId}`), type: 'movie', year, imdbId, tmdbId });
  if (columns.has('watchedat'))
    return { hint, fact: { kind: 'seen', on: parseView(row.get('watchedat')), at: null } };
  if (columns.has('addedat')) {
    const at = parseMoment(row.get(isShort ? 'imdbid' : 'addedat'));
    return { hint, list: WATCH_LATER, fact: { kind: 'list', at } };
  }
  const score = parseScore(row.get('userrating'));
  return score === null ? UNREADABLE : { hint, fact: rated(score, [], null) };
}

const FACTS = ['watchedat', 'userrating', 'addedat'];
const isMovary = (columns: ReadonlySet<string>): boolean =>
  has('title', 'year', 'tmdbid', 'imdbid')(columns) && FACTS.some((name) => columns.has(name));

/** Reads the CSV files of the settings: the history, the ratings and the watchlist, alone or together in an archive. */
export async function* readMovary(archive: Archive): AsyncGenerator<Entry> {
  let tables = 0;
  for (const name of archive.names) {
    let columns: ReadonlySet<string> = new Set();
    const rows = csvRows(archive.text(name), isMovary, (table) => {
      tables++;
      columns = table.columns;
    });
    for await (const row of rows) yield row ? toEntry(row, columns) : UNREADABLE;
  }
  if (tables === 0) throw notAnExport('Movary');
}
