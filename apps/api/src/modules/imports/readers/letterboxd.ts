import { type Archive, baseName } from '../files/archive.ts';
import { csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import {
  cleanListName,
  cleanText,
  findImdbId,
  parseId,
  parseScore,
  parseYear,
  splitTags,
  toRating,
} from '../files/fields.ts';
import { type Statement, statementOfFile } from '../files/seen-statement.ts';
import {
  type Entry,
  hintOf,
  type ListRef,
  rated,
  type TitleHint,
  UNREADABLE,
  WATCH_LATER,
} from '../records.ts';

/**
 * Returns the title of a row. Letterboxd lists its few miniseries as films, so every title has the type
 * `movie`.
 */
const hintFrom = (row: Row): TitleHint | null => {
  const title = cleanText(row.get('name', 'title'));
  const imdbId = findImdbId(row.get('imdbid'));
  const tmdbId = parseId(row.get('tmdbid'));
  if (title === '' && imdbId === null && tmdbId === null) return null;
  return hintOf({
    title: title || (imdbId ?? `TMDB ${tmdbId}`),
    year: parseYear(row.get('year')),
    type: 'movie',
    imdbId,
    tmdbId,
  });
};

type ToEntries = (hint: TitleHint, row: Row) => Entry[];

/** A row of what was watched is no view of its own, because the diary has the views. */
const watched: ToEntries = (hint, row) => [
  { hint, fact: { kind: 'seen', on: parseView(row.get('watcheddate', 'date')), at: null, plays: 0 } },
];

/** Files for letterboxd.com/import may have a rating out of ten beside, or instead of, the stars. */
function scoreOf(row: Row) {
  const ten = parseScore(row.get('rating10'));
  const rating = ten === null ? null : 'rating' in ten ? ten.rating : toRating(ten.score, 10);
  return rating === null ? parseScore(row.get('rating')) : { rating };
}

const reviewed: ToEntries = (hint, row) => {
  const score = scoreOf(row);
  const tags = splitTags(row.get('tags'));
  const watchedOn = parseView(row.get('watched_date', 'watcheddate'));
  const seen: Entry = { hint, fact: { kind: 'seen', on: watchedOn ?? parseView(row.get('date')), at: null } };
  if (score === null && tags.length === 0)
    return row.get('rating', 'rating10') === '' ? [seen] : [UNREADABLE];
  // Use the date of the diary entry for the rating, even when the film was watched years before.
  const at = parseMoment(row.get('date', 'watcheddate'));
  const fact = score
    ? rated(score, tags, at)
    : ({ kind: 'rating', rating: null, tags, at, first: null } as const);
  return watchedOn === null && score !== null ? [{ hint, fact }] : [{ hint, fact }, seen];
};

const listed =
  (list: ListRef): ToEntries =>
  (hint, row) => [{ hint, list, fact: { kind: 'list', at: parseMoment(row.get('date')) } }];

async function* readFile(archive: Archive, name: string, toEntries: ToEntries): AsyncGenerator<Entry> {
  for await (const row of csvRows(archive.text(name), has('name', 'year', 'letterboxd_uri'))) {
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
  const rows = csvRows(archive.text(file), has('position', 'name', 'year', 'url'), ({ preamble }) => {
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

/** A review of a view that stands in the diary too. */
const reviewedInDiary: ToEntries = (hint, row) =>
  reviewed(hint, row).map((entry) =>
    'hint' in entry && entry.fact?.kind === 'seen' ? { ...entry, fact: { ...entry.fact, plays: 0 } } : entry,
  );

/**
 * The files in reading order. When two facts have the same date, the import uses the fact that is read last.
 */
const FILES: [name: string, toEntries: ToEntries][] = [
  ['watched.csv', watched],
  ['diary.csv', reviewed],
  ['reviews.csv', reviewedInDiary],
  ['ratings.csv', reviewed],
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

/** The columns that only exports and files for letterboxd.com/import have. */
const OWN_COLUMNS = ['letterboxd_uri', 'letterboxduri', 'rating10', 'watcheddate'];
const isFilms = (columns: ReadonlySet<string>): boolean =>
  ['name', 'title', 'imdbid', 'tmdbid'].some((name) => columns.has(name)) &&
  OWN_COLUMNS.some((name) => columns.has(name));

/**
 * Returns how to read the rows of a single file. What was watched, the watchlist and the likes have the same columns, so
 * without one of their names only the member knows which it is.
 */
function entriesOfSingle(columns: ReadonlySet<string>, named: Statement | null): ToEntries {
  if (columns.has('rating') || columns.has('rating10')) return reviewed;
  if (named === 'wish') return listed(WATCH_LATER);
  if (named === 'seen' || columns.has('watcheddate')) return watched;
  return (hint, row) => {
    const date = row.get('date');
    return [{ hint, fact: { kind: 'open', on: parseView(date), at: parseMoment(date) } }];
  };
}

/** Reads a single file that may have been renamed. The columns show which kind of file it is. */
async function* readSingle(archive: Archive, name: string): AsyncGenerator<Entry> {
  let columns: ReadonlySet<string> = new Set();
  const rows = csvRows(archive.text(name), isFilms, (table) => {
    columns = table.columns;
  });
  let isTable = false;
  for await (const row of rows) {
    isTable = true;
    const toEntries = entriesOfSingle(columns, statementOfFile(name));
    const hint = row && hintFrom(row);
    if (row && hint) yield* toEntries(hint, row);
    else yield UNREADABLE;
  }
  if (!isTable) {
    const list = readList(archive, name);
    for await (const entry of list) if ('hint' in entry || 'unreadable' in entry) yield entry;
  }
}
