import { type Archive, baseName } from '../files/archive.ts';
import { csvRows, notAnExport, type Row } from '../files/csv.ts';
import { parseDay, parseMoment } from '../files/dates.ts';
import { cleanText, parseScore, parseYear, splitYear } from '../files/fields.ts';
import { type Entry, hintOf, type ListRef, type TitleHint, UNREADABLE } from '../records.ts';

const SCALE = 5;
const WATCH_LATER: ListRef = { type: 'watch_later', name: '' };
const isTrue = (value: string): boolean => /^(1|true|yes|t)$/i.test(value);

/**
 * Returns the series with this name. TV Time adds the country or the year to equal names: `The Office (US)`,
 * `The Flash (2014)`.
 */
function seriesHint(name: string): TitleHint | null {
  const { title, year } = splitYear(name);
  if (title === '') return null;
  const plain = title.replace(/ \([A-Z]{2,3}\)$/, '');
  return hintOf({ title: plain, year, type: 'series' });
}

function movieHint(row: Row): TitleHint | null {
  // A few rows have no name, only a key such as `watch-alpha-no-hard-feelings`.
  const slug = /-alpha-(.+)$/.exec(row.get('alpha_range_key'))?.[1]?.replaceAll('-', ' ') ?? '';
  const title = cleanText(row.get('movie_name') || slug);
  return title === '' ? null : hintOf({ title, year: parseYear(row.get('release_date')), type: 'movie' });
}

const seen = (hint: TitleHint | null, row: Row): Entry =>
  hint
    ? { hint, fact: { kind: 'seen', on: parseDay(row.get('created_at', 'updated_at')), at: null } }
    : UNREADABLE;

const later = (hint: TitleHint | null, row: Row): Entry =>
  hint
    ? {
        hint,
        list: WATCH_LATER,
        fact: { kind: 'list', at: parseMoment(row.get('created_at', 'updated_at')) },
      }
    : UNREADABLE;

/** Reads a row in the log of movies. Skips rows about episodes, because the file of episodes contains them too. */
function fromTracking(row: Row): Entry | null {
  if (row.get('entity_type') !== 'movie') return null;
  const type = row.get('type');
  if (type === 'watch' || type === 'rewatch') return seen(movieHint(row), row);
  return type === 'towatch' || type === 'follow' ? later(movieHint(row), row) : null;
}

/** Reads a row in the log of episodes. The key contains the kind of the row. */
function fromEpisodes(row: Row): Entry | null {
  const key = row.get('key');
  const hint = seriesHint(row.get('series_name'));
  if (/^(re)?watch-episode-/.test(key)) return seen(hint, row);
  return key.startsWith('user-series-') && isTrue(row.get('is_for_later')) ? later(hint, row) : null;
}

function fromRates(row: Row): Entry {
  const hint = seriesHint(row.get('tv_show_name'));
  const rating = parseScore(row.get('rating'), SCALE);
  if (!hint || rating === null) return UNREADABLE;
  const at = parseMoment(row.get('created_at', 'updated_at'));
  return { hint, fact: { kind: 'rating', rating, tags: [], at, first: null } };
}

function fromShows(row: Row): Entry | null {
  const hint = seriesHint(row.get('tv_show_name'));
  if (isTrue(row.get('is_for_later'))) return later(hint, row);
  return Number(row.get('nb_episodes_seen')) > 0 ? seen(hint, row) : null;
}

const FILES: [name: RegExp, column: string, toEntry: (row: Row) => Entry | null][] = [
  [/^tracking-prod-records-v2\.csv$/, 'series_name', fromEpisodes],
  [/^tracking-prod-records\.csv$/, 'entity_type', fromTracking],
  [
    /^(seen_episode(_source)?|watched_on_episode|show_seen_episode_latest)\.csv$/,
    'tv_show_name',
    (row) => seen(seriesHint(row.get('tv_show_name')), row),
  ],
  [/^user_tv_show_data\.csv$/, 'tv_show_name', fromShows],
  [/^tv_show_rate\.csv$/, 'tv_show_name', fromRates],
];

/** Finds the layout of a file by its name, or by its columns when the file was renamed. */
const known = (name: string, columns: ReadonlySet<string>) =>
  FILES.find(([pattern, column]) => pattern.test(baseName(name)) && columns.has(column)) ??
  (columns.has('entity_type') && columns.has('movie_name')
    ? FILES[1]
    : columns.has('series_name') && columns.has('key')
      ? FILES[0]
      : columns.has('tv_show_name') && columns.has('rating')
        ? FILES[4]
        : undefined);

/** Reads the archive that TV Time sends on a GDPR request, or one file of the archive. */
export async function* readTvTime(archive: Archive): AsyncGenerator<Entry> {
  const isAlone = archive.names.length === 1;
  const names = archive.names.filter(
    (name) => isAlone || FILES.some(([pattern]) => pattern.test(baseName(name))),
  );
  let tables = 0;
  for (const name of names) {
    let toEntry: (row: Row) => Entry | null = () => null;
    const rows = csvRows(
      archive.text(name),
      (columns) => known(name, columns) !== undefined,
      ({ columns }) => {
        tables++;
        toEntry = known(name, columns)?.[2] ?? toEntry;
      },
    );
    for await (const row of rows) {
      const entry = row ? toEntry(row) : UNREADABLE;
      if (entry) yield entry;
    }
  }
  if (tables === 0) throw notAnExport('TV Time');
}
