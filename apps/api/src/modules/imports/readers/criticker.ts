import type { Archive } from '../files/archive.ts';
import { csvRows, notAnExport, type Row } from '../files/csv.ts';
import { parseMoment } from '../files/dates.ts';
import { cleanText, findImdbId, parseScore, parseYear, splitYear } from '../files/fields.ts';
import { type Entry, hintOf, rated, UNREADABLE } from '../records.ts';

function toEntry(row: Row): Entry {
  const { title, year } = splitYear(cleanText(row.get('film_name', 'filmname')));
  const imdbId = findImdbId(row.get('imdb_id', 'imdbid', 'imdb', 'imdb_link'));
  const score = parseScore(row.get('score'));
  if ((title === '' && imdbId === null) || score === null) return UNREADABLE;
  const hint = hintOf({ title: title || (imdbId ?? ''), year: parseYear(row.get('year')) ?? year, imdbId });
  const at = parseMoment(row.get('date_rated', 'rated', 'date'));
  return { hint, fact: rated(score, [], at) };
}

const isCriticker = (columns: ReadonlySet<string>): boolean =>
  columns.has('score') && ['film_name', 'filmname'].some((name) => columns.has(name));

/** Reads the CSV file of all rankings. */
export async function* readCriticker(archive: Archive): AsyncGenerator<Entry> {
  let tables = 0;
  for (const name of archive.names) {
    const rows = csvRows(archive.text(name), isCriticker, () => {
      tables++;
    });
    for await (const row of rows) yield row ? toEntry(row) : UNREADABLE;
  }
  if (tables === 0) throw notAnExport('Criticker');
}
