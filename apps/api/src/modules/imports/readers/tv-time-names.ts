import { type Archive, baseName } from '../files/archive.ts';
import { csvRows, type Row } from '../files/csv.ts';
import { cleanText, findImdbId, parseYear, splitYear } from '../files/fields.ts';
import { hintOf, type TitleHint } from '../records.ts';

/** Titles by the ids that lists and votes have: `uuid`, the id of a series, or type and id of TheTVDB. */
export type Names = ReadonlyMap<string, TitleHint>;

/**
 * Returns the series with this name. TV Time adds the country or the year to equal names: `The Office (US)`,
 * `The Flash (2014)`.
 */
export function seriesHint(
  name: string,
  imdbId: string | null = null,
  tvdbId: number | null = null,
): TitleHint | null {
  const { title, year } = splitYear(name);
  if (title === '') return null;
  const plain = title.replace(/ \([A-Z]{2,3}\)$/, '');
  return hintOf({ title: plain, year, type: 'series', imdbId, tvdbId });
}

/** Returns the movie of a row in the log of movies. */
export function movieHint(row: Row): TitleHint | null {
  // A few rows have no name, only a key such as `watch-alpha-no-hard-feelings`.
  const slug = /-alpha-(.+)$/.exec(row.get('alpha_range_key'))?.[1]?.replaceAll('-', ' ') ?? '';
  const title = cleanText(row.get('movie_name') || slug);
  return title === '' ? null : hintOf({ title, year: parseYear(row.get('release_date')), type: 'movie' });
}

/** Returns the title with a type and a name of TV Time. */
export function hintNamed(type: string, name: string): TitleHint | null {
  if (type !== 'movie') return seriesHint(name);
  const { title, year } = splitYear(name);
  return title === '' ? null : hintOf({ title, year, type: 'movie' });
}

const NAMING =
  /^(?:tracking-prod-records(?:-v2)?|followed_tv_show|user_tv_show_data|tvtime-(?:movies|series(?!-episodes)).*)\.csv$/;
const IDS = ['uuid', 's_id', 'tv_show_id', 'tvdb_id'];
const TITLES = ['movie_name', 'series_name', 'tv_show_name', 'title'];
const isNaming = (columns: ReadonlySet<string>): boolean =>
  IDS.some((column) => columns.has(column)) && TITLES.some((column) => columns.has(column));

function hintOfRow(row: Row, isMovies: boolean): TitleHint | null {
  if (row.get('movie_name') !== '') return movieHint(row);
  const imdbId = findImdbId(row.get('imdb_id'));
  if (!isMovies) return seriesHint(row.get('series_name', 'tv_show_name', 'title'), imdbId);
  const title = cleanText(row.get('title'));
  return title === '' ? null : hintOf({ title, year: parseYear(row.get('year')), type: 'movie', imdbId });
}

/** Reads the names of titles from the files of an archive that have them beside their ids. */
export async function readNames(archive: Archive): Promise<Names> {
  const names = new Map<string, TitleHint>();
  if (archive.names.length === 1) return names;
  for (const name of archive.names.filter((each) => NAMING.test(baseName(each)))) {
    const isMovies = baseName(name).startsWith('tvtime-movies');
    for await (const row of csvRows(archive.text(name), isNaming)) {
      const hint = row && hintOfRow(row, isMovies);
      if (!hint) continue;
      for (const column of hint.type === 'movie' ? ['uuid'] : ['uuid', 's_id', 'tv_show_id'])
        if (row.get(column) !== '') names.set(row.get(column), hint);
      if (row.get('tvdb_id') !== '') names.set(`${hint.type} ${row.get('tvdb_id')}`, hint);
    }
  }
  return names;
}
