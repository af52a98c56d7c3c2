import { type Archive, baseName } from '../files/archive.ts';
import { csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { cleanListName, cleanText, findImdbId, parseScore, parseYear } from '../files/fields.ts';
import { movieOrSeries, titleType } from '../files/title-type.ts';
import { type Entry, hintOf, type ListRef, prefixesOf, rated, UNREADABLE, WATCH_LATER } from '../records.ts';

function toEntries(row: Row, list: ListRef): Entry[] {
  const title = cleanText(row.get('title', 'original_title'));
  const imdbId = findImdbId(row.get('const', 'tconst', 'url'));
  const typeCell = row.get('title_type');
  const type = titleType(typeCell);
  if ((title === '' && imdbId === null) || type === 'other') return [UNREADABLE];
  const score = parseScore(row.get('your_rating', 'you_rated'));
  const ratedAt = row.get('date_rated');
  if (type === 'part') {
    // The rating of an episode does not rate the series, but marks the series as seen.
    // `Star Wars: The Clone Wars: Ambush` may belong to a series with one or with two parts in its name.
    const [series, ...shorter] = prefixesOf(title.split(': '));
    if (series === undefined) return [UNREADABLE];
    const hint = hintOf({ title: series, type: 'series', alternatives: shorter });
    const shown: Entry[] = score && 'score' in score ? [{ passed: true, score: score.score }] : [];
    // An episode on a list was not seen.
    if (score === null && row.get('position') !== '')
      return [{ hint, list, fact: { kind: 'list', at: parseMoment(row.get('created')) } }];
    return [...shown, { hint, fact: { kind: 'seen', on: parseView(ratedAt), at: null } }];
  }
  // A type in a language that is not known may be an episode, so only the id may match a title.
  const isUnknown = typeCell !== '' && type === null && imdbId !== null;
  const hint = hintOf({
    title: isUnknown ? imdbId : title || (imdbId ?? ''),
    originalTitle: isUnknown ? null : cleanText(row.get('original_title')) || null,
    year: parseYear(row.get('year')),
    type: movieOrSeries(type),
    imdbId,
  });
  const entries: Entry[] = [];
  if (score !== null) entries.push({ hint, fact: rated(score, [], parseMoment(ratedAt)) });
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
  return isNamed ? { type: 'custom', name: base } : WATCH_LATER;
}

const isImdb = (columns: ReadonlySet<string>): boolean =>
  has('const', 'title')(columns) && (columns.has('title_type') || columns.has('your_rating'));

/** Reads CSV files with ratings, a watchlist or a list, alone or in an archive. */
export async function* readImdb(archive: Archive): AsyncGenerator<Entry> {
  let tables = 0;
  for (const name of archive.names.filter((each) => !/\.(json|html?|txt|pdf)$/i.test(each))) {
    const list = listOf(name);
    const rows = csvRows(archive.text(name), isImdb, () => {
      tables++;
    });
    for await (const row of rows) {
      if (row) yield* toEntries(row, list);
      else yield UNREADABLE;
    }
  }
  if (tables === 0) throw notAnExport('IMDb');
}
