import type { Archive } from '../files/archive.ts';
import { csvRows, notAnExport, type Row } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { cleanText, parseScore, parseYear } from '../files/fields.ts';
import { isNothing, statementOfFile } from '../files/seen-statement.ts';
import { type Entry, hintOf, PASSED, rated, type TitleHint, UNREADABLE, WATCH_LATER } from '../records.ts';

/** The address says what a title is: `/film/`, `/serial/`, or another kind that is no title. */
const typeOf = (url: string): TitleHint['type'] =>
  /\/serial\//.test(url) ? 'series' : /\/film\//.test(url) ? 'movie' : null;

function toEntry(row: Row, isWatchlist: boolean): Entry {
  const polish = cleanText(row.get('pl_title'));
  const original = cleanText(row.get('original_title'));
  const title = polish || original;
  const url = row.get('url');
  if (title === '') return UNREADABLE;
  if (/\/(videogame|game|person|tvshow)\//.test(url)) return PASSED;
  const hint = hintOf({
    title,
    originalTitle: original || null,
    year: parseYear(row.get('year')),
    type: typeOf(url),
  });
  const day = row.get('timestamp');
  if (isWatchlist) return { hint, list: WATCH_LATER, fact: { kind: 'list', at: parseMoment(day) } };
  const own = row.get('user_rating');
  // Exporters write 0 or -1 for a title that is not rated.
  if (isNothing(own) || /^(?:0|-1)$/.test(own))
    return { hint, fact: { kind: 'open', on: parseView(day), at: parseMoment(day) } };
  const score = parseScore(own);
  return score === null ? UNREADABLE : { hint, fact: rated(score, [], parseMoment(day)) };
}

const isFilmweb = (columns: ReadonlySet<string>): boolean =>
  columns.has('pl_title') && columns.has('original_title') && columns.has('url');

/** Reads the CSV file of the exporters of Filmweb, which has no export of its own. `global_rating` is the public's. */
export async function* readFilmweb(archive: Archive): AsyncGenerator<Entry> {
  let tables = 0;
  for (const name of archive.names) {
    let isWatchlist = false;
    const rows = csvRows(archive.text(name), isFilmweb, ({ columns }) => {
      tables++;
      isWatchlist = statementOfFile(name) === 'wish' || !columns.has('user_rating');
    });
    for await (const row of rows) yield row ? toEntry(row, isWatchlist) : UNREADABLE;
  }
  if (tables === 0) throw notAnExport('Filmweb');
}
