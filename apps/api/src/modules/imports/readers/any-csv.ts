import type { ImportColumn } from '@marquee/contracts';
import type { Archive } from '../files/archive.ts';
import { csvRows, type Row } from '../files/csv.ts';
import { createOrderFinder, type DateOrder, parseDay, parseMoment } from '../files/dates.ts';
import {
  cleanText,
  findImdbId,
  parseId,
  parseNumber,
  parseScore,
  parseYear,
  scaleOf,
  splitTags,
  splitYear,
} from '../files/fields.ts';
import { type Entry, hintOf, type ListRef, UNREADABLE, UnreadableFile } from '../records.ts';

const WATCH_LATER: ListRef = { type: 'watch_later', name: '' };

/** The names of columns, by what they mean. The first that a file has is used. */
const NAMES: Record<ImportColumn['meaning'], readonly string[]> = {
  imdb_id: ['imdb_id', 'imdbid', 'imdb', 'const', 'tconst', 'imdb_url', 'imdb_link'],
  tmdb_id: ['tmdb_id', 'tmdbid', 'tmdb', 'themoviedb_id'],
  title: [
    'title',
    'name',
    'film',
    'movie',
    'film_name',
    'movie_title',
    'film_title',
    'primary_title',
    'show',
    'series',
  ],
  original_title: ['original_title', 'original_name', 'originaltitle'],
  year: ['year', 'release_year', 'releaseyear', 'released', 'release_date', 'film_year', 'start_year'],
  type: ['type', 'media_type', 'title_type', 'kind', 'category'],
  rating: ['rating', 'my_rating', 'your_rating', 'user_rating', 'userrating', 'score', 'my_score', 'stars'],
  rated_at: ['rated_at', 'date_rated', 'rating_date'],
  watched_at: [
    'watched_at',
    'watchedat',
    'watched_date',
    'date_watched',
    'last_watched_at',
    'viewed_at',
    'last_seen_at',
    'lastseenat',
    'seen_at',
    'watched_on',
    'date',
  ],
  tags: ['tags', 'labels'],
};
const MEANINGS = Object.keys(NAMES).filter((key): key is ImportColumn['meaning'] => key in NAMES);

function columnsOf(columns: ReadonlySet<string>): ImportColumn[] {
  return MEANINGS.flatMap((meaning) => {
    const name = NAMES[meaning].find((each) => columns.has(each));
    return name === undefined ? [] : [{ name, meaning }];
  });
}

function isAboutTitles(columns: ReadonlySet<string>): boolean {
  const known = new Set(columnsOf(columns).map(({ meaning }) => meaning));
  return known.has('imdb_id') || known.has('tmdb_id') || (known.has('title') && known.has('year'));
}

interface Layout {
  scale: number;
  order: DateOrder;
}

const given = (row: Row, meaning: ImportColumn['meaning']): string => row.get(...NAMES[meaning]);

/** Finds the scale of the ratings and the order of day and month, which only the whole file shows. */
async function readLayout(archive: Archive, name: string): Promise<Layout> {
  let highest = 0;
  const finder = createOrderFinder();
  for await (const row of csvRows(archive.text(name), isAboutTitles)) {
    if (!row) continue;
    highest = Math.max(highest, parseNumber(given(row, 'rating')) ?? 0);
    finder.add(given(row, 'watched_at') || given(row, 'rated_at'));
  }
  return { scale: scaleOf(highest), order: finder.order() };
}

function toEntries(row: Row, { scale, order }: Layout, isWatchlist: boolean): Entry[] {
  const { title, year } = splitYear(cleanText(given(row, 'title')));
  const imdbId = findImdbId(given(row, 'imdb_id'));
  const tmdbId = parseId(given(row, 'tmdb_id'));
  if (title === '' && imdbId === null && tmdbId === null) return [UNREADABLE];
  const type = given(row, 'type').toLowerCase();
  const hint = hintOf({
    title: title || (imdbId ?? `TMDB ${tmdbId}`),
    originalTitle: cleanText(given(row, 'original_title')) || null,
    year: parseYear(given(row, 'year')) ?? year,
    type: /\b(tv|show|series|season)/.test(type) ? 'series' : /movie|film/.test(type) ? 'movie' : null,
    imdbId,
    tmdbId,
  });
  const watched = given(row, 'watched_at');
  const rated = given(row, 'rated_at') || watched;
  const rating = parseScore(given(row, 'rating'), scale);
  const tags = splitTags(given(row, 'tags'));
  if (rating !== null) {
    const at = parseMoment(rated, order);
    return [{ hint, fact: { kind: 'rating', rating, tags, at, first: null } }];
  }
  if (given(row, 'rating') !== '') return [UNREADABLE];
  if (isWatchlist)
    return [{ hint, list: WATCH_LATER, fact: { kind: 'list', at: parseMoment(watched, order) } }];
  return [{ hint, fact: { kind: 'seen', on: parseDay(watched, order), at: null } }];
}

/**
 * Reads any table whose header has an id of IMDb or TMDB, or a title and a year. The preview shows which columns were
 * used, because the names may mislead.
 */
export async function* readAnyCsv(archive: Archive): AsyncGenerator<Entry> {
  let tables = 0;
  for (const name of archive.names) {
    let columns: ImportColumn[] | null = null;
    const rows = csvRows(archive.text(name), isAboutTitles, (table) => {
      tables++;
      columns = columnsOf(table.columns);
    });
    let layout: Layout | null = null;
    for await (const row of rows) {
      if (layout === null) {
        layout = await readLayout(archive, name);
        if (columns !== null) yield { columns };
      }
      if (row) yield* toEntries(row, layout, /watch-?_?list|wish/i.test(name));
      else yield UNREADABLE;
    }
  }
  if (tables === 0)
    throw new UnreadableFile(
      'This table has no column with an id of IMDb or TMDB, and not both a title and a year.',
      'unknown_file',
    );
}
