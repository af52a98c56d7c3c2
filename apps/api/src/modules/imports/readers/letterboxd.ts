import { type Archive, baseName } from '../files/archive.ts';
import { csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { parseDay, parseMoment } from '../files/dates.ts';
import { cleanListName, cleanText, parseScore, parseYear, splitTags } from '../files/fields.ts';
import { type Entry, hintOf, type ListRef, type TitleHint, UNREADABLE } from '../records.ts';

const SCALE = 5;
const WATCH_LATER: ListRef = { type: 'watch_later', name: '' };

/**
 * Returns the title of a row. Letterboxd lists its few miniseries as films, so every title has the type
 * `movie`.
 */
const hintFrom = (row: Row): TitleHint | null => {
  const title = cleanText(row.get('name', 'title'));
  if (title === '') return null;
  return hintOf({
    title,
    year: parseYear(row.get('year')),
    type: 'movie',
    imdbId: row.get('imdbid') || null,
  });
};

type ToEntries = (hint: TitleHint, row: Row) => Entry[];

const watched: ToEntries = (hint, row) => [
  { hint, fact: { kind: 'seen', on: parseDay(row.get('date')), at: null } },
];

const rated: ToEntries = (hint, row) => {
  const rating = parseScore(row.get('rating'), SCALE);
  const tags = splitTags(row.get('tags'));
  const watchedOn = parseDay(row.get('watched_date', 'watcheddate'));
  const seen: Entry = { hint, fact: { kind: 'seen', on: watchedOn ?? parseDay(row.get('date')), at: null } };
  if (rating === null && tags.length === 0) return row.get('rating') === '' ? [seen] : [UNREADABLE];
  // Use the date of the diary entry for the rating, even when the film was watched years before.
  const at = parseMoment(row.get('date', 'watcheddate'));
  const rated: Entry = { hint, fact: { kind: 'rating', rating, tags, at, first: null } };
  return watchedOn === null && rating !== null ? [rated] : [rated, seen];
};

const listed =
  (list: ListRef): ToEntries =>
  (hint, row) => [{ hint, list, fact: { kind: 'list', at: parseMoment(row.get('date')) } }];

async function* readFile(archive: Archive, name: string, toEntries: ToEntries): AsyncGenerator<Entry> {
  for await (const row of csvRows(archive.text(name), has('name', 'year'))) {
    const hint = row && hintFrom(row);
    if (row && hint) yield* toEntries(hint, row);
    else yield UNREADABLE;
  }
}

/** Reads a list file: a row with the list name below the header `Date,Name,Tags,URL,Description`, then the titles. */
async function* readList(archive: Archive, file: string): AsyncGenerator<Entry> {
  const fallback = baseName(file)
    .replace(/\.csv$/, '')
    .replaceAll('-', ' ');
  let list: ListRef = { type: 'custom', name: cleanListName(fallback) };
  const rows = csvRows(archive.text(file), has('position', 'name'), ({ preamble }) => {
    const at = preamble.findIndex((cells) => cells[1]?.trim().toLowerCase() === 'name');
    const name = at < 0 ? '' : cleanListName(preamble[at + 1]?.[1]);
    if (name !== '') list = { type: 'custom', name };
  });
  let isDeclared = false;
  for await (const row of rows) {
    if (!isDeclared) yield { list };
    isDeclared = true;
    const hint = row && hintFrom(row);
    yield hint ? { hint, list, fact: { kind: 'list', at: null } } : UNREADABLE;
  }
  if (!isDeclared) yield { list };
}

/**
 * The files in reading order. When two facts have the same date, the import uses the fact that is read last.
 */
const FILES: [name: string, toEntries: ToEntries][] = [
  ['watched.csv', watched],
  ['diary.csv', rated],
  ['reviews.csv', rated],
  ['ratings.csv', rated],
  ['watchlist.csv', listed(WATCH_LATER)],
  ['likes/films.csv', listed({ type: 'custom', name: 'Liked on Letterboxd' })],
];

/** Reads the archive of Settings → Data → Export your data, or one file of the archive. */
export async function* readLetterboxd(archive: Archive): AsyncGenerator<Entry> {
  const live = archive.names.filter((name) => !/(^|\/)(deleted|orphaned)\//.test(name));
  const [only = ''] = archive.names;
  let files = 0;
  for (const [file, toEntries] of FILES) {
    const name = live.find((each) => each === file || each.endsWith(`/${file}`));
    if (name === undefined) continue;
    files++;
    yield* readFile(archive, name, toEntries);
  }
  for (const name of live.filter((each) => /(^|\/)lists\/[^/]+\.csv$/.test(each))) {
    files++;
    yield* readList(archive, name);
  }
  if (files === 0 && archive.names.length === 1) {
    let found = 0;
    for await (const entry of readSingle(archive, only)) {
      found++;
      yield entry;
    }
    files = found;
  }
  if (files === 0) throw notAnExport('Letterboxd');
}

/** Returns whether the header belongs to an export or to a file for letterboxd.com/import. */
const isFilms = (columns: ReadonlySet<string>): boolean =>
  has('name', 'letterboxd_uri')(columns) || has('title', 'year', 'rating')(columns);

/** Reads a single file that may have been renamed. The columns show which kind of file it is. */
async function* readSingle(archive: Archive, name: string): AsyncGenerator<Entry> {
  let columns: ReadonlySet<string> = new Set();
  const rows = csvRows(archive.text(name), isFilms, (table) => {
    columns = table.columns;
  });
  let isTable = false;
  for await (const row of rows) {
    isTable = true;
    const toEntries = columns.has('rating') ? rated : /watchlist/i.test(name) ? listed(WATCH_LATER) : watched;
    const hint = row && hintFrom(row);
    if (row && hint) yield* toEntries(hint, row);
    else yield UNREADABLE;
  }
  if (!isTable) {
    const list = readList(archive, name);
    for await (const entry of list) if ('hint' in entry || 'unreadable' in entry) yield entry;
  }
}
