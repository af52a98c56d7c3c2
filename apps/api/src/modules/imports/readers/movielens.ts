import { type Archive, baseName } from '../files/archive.ts';
import { csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { parseMoment } from '../files/dates.ts';
import { cleanText, parseScore, splitTags, splitYear } from '../files/fields.ts';
import {
  type Entry,
  hintOf,
  rated,
  type TitleHint,
  UNREADABLE,
  UnreadableFile,
  WATCH_LATER,
} from '../records.ts';

const MANY_USERS =
  'This file has the ratings of several people. Please upload the export of your own account.';

/** Completes an IMDb id, because MovieLens writes these ids without `tt` and without leading zeros. */
const toImdbId = (value: string): string | null =>
  /^(tt)?\d{1,9}$/.test(value) ? `tt${value.replace(/^tt/, '').padStart(7, '0')}` : null;

const toTmdbId = (value: string): number | null => (/^\d{1,9}$/.test(value) ? Number(value) : null);

const idOf = (row: Row): string => row.get('movieid', 'movie_id');

interface Movie {
  name?: string;
  imdbId?: string | null;
  tmdbId?: number | null;
}

/** Reads names and ids of the movies, which some exports keep in separate files. */
async function readMovies(archive: Archive): Promise<Map<string, Movie>> {
  const movies = new Map<string, Movie>();
  for (const name of archive.names.filter((each) => /^(movies|links)\.csv$/.test(baseName(each)))) {
    for await (const row of csvRows(archive.text(name), has('movieid'))) {
      if (!row) continue;
      const movie = { ...movies.get(idOf(row)) };
      if (row.get('title')) movie.name = row.get('title');
      if (row.get('imdbid')) movie.imdbId = toImdbId(row.get('imdbid'));
      if (row.get('tmdbid')) movie.tmdbId = toTmdbId(row.get('tmdbid'));
      movies.set(idOf(row), movie);
    }
  }
  return movies;
}

function hintFrom(row: Row, movies: ReadonlyMap<string, Movie>): TitleHint | null {
  const movie = movies.get(idOf(row));
  const { title, year } = splitYear(cleanText(row.get('title') || movie?.name));
  const imdbId = toImdbId(row.get('imdb_id', 'imdbid')) ?? movie?.imdbId ?? null;
  const tmdbId = toTmdbId(row.get('tmdb_id', 'tmdbid')) ?? movie?.tmdbId ?? null;
  if (title === '' && imdbId === null && tmdbId === null) return null;
  // MovieLens contains movies, and a few series that it lists as movies.
  return hintOf({ title: title || (imdbId ?? String(tmdbId)), year, type: 'movie', imdbId, tmdbId });
}

function toEntry(row: Row, hint: TitleHint, columns: ReadonlySet<string>): Entry {
  const at = parseMoment(row.get('timestamp', 'date', 'rated_at'));
  if (columns.has('tag')) {
    const tags = splitTags(row.get('tag'));
    return tags.length > 0
      ? { hint, fact: { kind: 'rating', rating: null, tags, at, first: null } }
      : UNREADABLE;
  }
  if (!columns.has('rating')) return { hint, list: WATCH_LATER, fact: { kind: 'list', at } };
  // A rating of -1 means that the member hid the movie.
  if (row.get('rating') === '-1') return { hint, fact: { kind: 'hide', at } };
  const score = parseScore(row.get('rating'));
  return score === null ? UNREADABLE : { hint, fact: rated(score, [], at) };
}

/**
 * Reads the export of an account (ratings, tags, wishlist) or the files of a research data set with one user.
 */
export async function* readMovielens(archive: Archive): AsyncGenerator<Entry> {
  const movies = await readMovies(archive);
  for (const file of archive.names.filter((name) => /^(movies|links)\.csv$/.test(baseName(name))))
    yield { file, state: 'read', reason: null };
  let user: string | null = null;
  let tables = 0;
  for (const name of archive.names.filter((each) => !/^(movies|links)\.csv$/.test(baseName(each)))) {
    let columns: ReadonlySet<string> = new Set();
    const isHeader = (given: ReadonlySet<string>) => given.has('movieid') || given.has('movie_id');
    const rows = csvRows(archive.text(name), isHeader, (table) => {
      tables++;
      columns = table.columns;
    });
    for await (const row of rows) {
      const owner = row?.get('userid', 'user_id') ?? '';
      if (owner !== '' && user !== null && owner !== user)
        throw new UnreadableFile(MANY_USERS, 'unreadable_file');
      if (owner !== '') user = owner;
      const hint = row && hintFrom(row, movies);
      yield row && hint ? toEntry(row, hint, columns) : UNREADABLE;
    }
  }
  if (tables === 0) throw notAnExport('MovieLens');
}
