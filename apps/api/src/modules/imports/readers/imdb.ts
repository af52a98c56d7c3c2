import { type Archive, baseName } from '../files/archive.ts';
import { csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { parseDay, parseMoment } from '../files/dates.ts';
import { cleanListName, cleanText, findImdbId, parseScore, parseYear } from '../files/fields.ts';
import { type Entry, hintOf, type ListRef, prefixesOf, UNREADABLE } from '../records.ts';

const SCALE = 10;
/** The types of titles that Marquee does not have. */
const OTHERS = /game|podcast|music/i;

function toEntries(row: Row, list: ListRef): Entry[] {
  const title = cleanText(row.get('title', 'original_title'));
  const imdbId = findImdbId(row.get('const', 'tconst', 'url'));
  const type = row.get('title_type');
  if ((title === '' && imdbId === null) || OTHERS.test(type)) return [UNREADABLE];
  const rating = parseScore(row.get('your_rating', 'you_rated'), SCALE);
  const ratedAt = row.get('date_rated');
  if (/episode/i.test(type)) {
    // The rating of an episode does not rate the series, but marks the series as seen.
    // `Star Wars: The Clone Wars: Ambush` may belong to a series with one or with two parts in its name.
    const [series, ...shorter] = prefixesOf(title.split(': '));
    if (series === undefined) return [UNREADABLE];
    const hint = hintOf({ title: series, type: 'series', alternatives: shorter });
    return [{ hint, fact: { kind: 'seen', on: parseDay(ratedAt), at: null } }];
  }
  const hint = hintOf({
    title: title || (imdbId ?? ''),
    originalTitle: cleanText(row.get('original_title')) || null,
    year: parseYear(row.get('year')),
    type: type === '' ? null : /series/i.test(type) ? 'series' : 'movie',
    imdbId,
  });
  const entries: Entry[] = [];
  if (rating !== null)
    entries.push({ hint, fact: { kind: 'rating', rating, tags: [], at: parseMoment(ratedAt), first: null } });
  if (row.get('position') !== '')
    entries.push({ hint, list, fact: { kind: 'list', at: parseMoment(row.get('created')) } });
  return entries.length > 0 ? entries : [UNREADABLE];
}

/**
 * Returns the list of a file, named after the file. A watchlist, or a file with a general name such as
 * `export.csv`, becomes Watch Later.
 */
function listOf(name: string): ListRef {
  const base = cleanListName(
    baseName(name)
      .replace(/\.csv$/, '')
      .replaceAll(/[-_]+/g, ' '),
  );
  const isNamed = base !== '' && !/^(watchlist|upload|export|list|[0-9a-f ]{20,})$/.test(base);
  return isNamed ? { type: 'custom', name: base } : { type: 'watch_later', name: '' };
}

/** Reads CSV files with ratings, a watchlist or a list, alone or in an archive. */
export async function* readImdb(archive: Archive): AsyncGenerator<Entry> {
  let tables = 0;
  for (const name of archive.names.filter((each) => !/\.(json|html?|txt|pdf)$/i.test(each))) {
    const list = listOf(name);
    const rows = csvRows(archive.text(name), has('const'), ({ columns }) => {
      if (columns.has('title')) tables++;
    });
    for await (const row of rows) {
      if (row) yield* toEntries(row, list);
      else yield UNREADABLE;
    }
  }
  if (tables === 0) throw notAnExport('IMDb');
}
