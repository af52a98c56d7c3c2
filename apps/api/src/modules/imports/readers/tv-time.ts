import { type Archive, baseName } from '../files/archive.ts';
import { csvRows, notAnExport, type Row } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { type EpisodeHint, episodeOf, ofEpisode } from '../files/episode.ts';
import { cleanListName, cleanText, parseNumber, splitYear, toRating } from '../files/fields.ts';
import { jsonValues } from '../files/json.ts';
import {
  type Entry,
  hintOf,
  type ListRef,
  PASSED,
  rated,
  type TitleHint,
  UNREADABLE,
  WATCH_LATER,
} from '../records.ts';
import { fromJson, readerOfTable, twinOf } from './tv-time-export.ts';
import { movieHint, type Names, readNames, seriesHint } from './tv-time-names.ts';

const STARS = 5;
type ToEntry = (row: Row, names: Names) => Entry;
const isTrue = (value: string): boolean => /^(1|true|yes|t)$/i.test(value);

function seen(hint: TitleHint | null, row: Row, of: EpisodeHint | null = null): Entry {
  if (hint === null) return UNREADABLE;
  const on = parseView(row.get('created_at', 'updated_at'));
  return { hint, fact: { kind: 'seen', ...ofEpisode(of), on, at: null }, isSaid: true };
}

/** The names of these columns have changed over the years. */
const episodeIn = (row: Row): EpisodeHint | null =>
  episodeOf(
    row.get('season_number', 'episode_season_number', 's_no', 'season'),
    row.get('episode_number', 'ep_no', 'episode'),
  );

const later = (hint: TitleHint | null, at: string | null): Entry =>
  hint ? { hint, list: WATCH_LATER, fact: { kind: 'list', at }, isSaid: true } : UNREADABLE;

/**
 * A series that is followed is a wish until an episode was seen. Its day says nothing: a series that was followed again after
 * it was seen is not on Watch Later.
 */
const followed = (hint: TitleHint): Entry => later(hint, null);

const addedAt = (row: Row): string | null => parseMoment(row.get('created_at', 'updated_at'));

/** Reads a row in the log. Skips rows about episodes, because the file of episodes contains them too. */
function fromTracking(row: Row): Entry {
  const type = row.get('type');
  const series = seriesHint(row.get('series_name', 'tv_show_name'));
  if (row.get('entity_type') === 'series' && type === 'follow' && series) return followed(series);
  if (row.get('entity_type') !== 'movie') return PASSED;
  if (type === 'watch' || type === 'rewatch') return seen(movieHint(row), row);
  return type === 'towatch' || type === 'follow' ? later(movieHint(row), addedAt(row)) : PASSED;
}

/** Reads a row in the log of episodes. The key contains the kind of the row. */
function fromEpisodes(row: Row): Entry {
  const key = row.get('key');
  const hint = seriesHint(row.get('series_name'));
  if (/^(re)?watch-episode-/.test(key)) return seen(hint, row, episodeIn(row));
  if (!key.startsWith('user-series-')) return PASSED;
  if (isTrue(row.get('is_for_later'))) return later(hint, addedAt(row));
  const isFollowed = isTrue(row.get('is_followed')) && !isTrue(row.get('is_archived'));
  return isFollowed && hint ? followed(hint) : PASSED;
}

function fromRates(row: Row): Entry {
  const hint = seriesHint(row.get('tv_show_name'));
  const rating = toRating(parseNumber(row.get('rating')), STARS);
  return !hint || rating === null ? UNREADABLE : { hint, fact: rated({ rating }, [], addedAt(row)) };
}

function fromShows(row: Row): Entry {
  const hint = seriesHint(row.get('tv_show_name'));
  const isArchived = isTrue(row.get('archived', 'is_archived'));
  if (isTrue(row.get('is_for_later'))) return later(hint, addedAt(row));
  if (Number(row.get('nb_episodes_seen')) > 0) return seen(hint, row);
  return isTrue(row.get('is_followed', 'active')) && !isArchived && hint ? followed(hint) : PASSED;
}

/** The votes of TV Time by their numbers. Other numbers are feelings, which rate nothing. */
const VOTES: ReadonlyMap<string, number> = new Map([
  ['1', 2],
  ['27', 4],
  ['28', 6],
  ['29', 8],
  ['3', 10],
]);

/** The last part of the key is the number of the vote. A vote for an episode is a view of its series. */
function fromVotes(row: Row, names: Names): Entry {
  const movie = cleanText(row.get('movie_name'));
  const rating = VOTES.get(row.get('vote_key').split('-').at(-1) ?? '');
  if (movie === '') {
    const hint = seriesHint(row.get('series_name', 'tv_show_name'));
    const of = ofEpisode(episodeIn(row));
    return hint ? { hint, fact: { kind: 'seen', ...of, on: null, at: null }, isSaid: true } : UNREADABLE;
  }
  if (rating === undefined) return PASSED;
  const hint = names.get(row.get('uuid')) ?? hintOf({ ...splitYear(movie), type: 'movie' });
  return { hint, fact: rated({ rating }, [], addedAt(row)) };
}

const LISTS = /^lists-prod-lists\.csv$/;

/** Reads a list, whose titles stand in one cell: `[map[type:movie uuid:…] map[id:123 type:series]]`. */
function* fromList(row: Row, names: Names): Generator<Entry> {
  const key = row.get('s_key');
  const name = row.get('name') || (key.startsWith('favorite-') ? 'TV Time favorites' : '');
  if (row.get('type') !== 'list' || name === '') return yield PASSED;
  const list: ListRef = { type: 'custom', name: cleanListName(name) };
  const items = [...row.get('objects').matchAll(/map\[([^[\]]{1,500})\]/g)];
  // Everybody has lists of favorites, most of them empty.
  if (row.get('name') !== '' || items.length > 0) yield { list };
  for (const [, item = ''] of items) {
    const id = /\b(?:uuid|id):([\w-]{1,60})/.exec(item)?.[1] ?? '';
    const hint = names.get(id);
    yield hint ? { hint, list, fact: { kind: 'list', at: null } } : UNREADABLE;
  }
}

const FILES: [name: RegExp, column: string, toEntry: ToEntry][] = [
  [/^tracking-prod-records-v2\.csv$/, 'series_name', fromEpisodes],
  [/^tracking-prod-records\.csv$/, 'entity_type', fromTracking],
  [
    /^(seen_episode(_source)?|watched_on_episode|show_seen_episode_latest|rewatched_episode)\.csv$/,
    'tv_show_name',
    (row) => seen(seriesHint(row.get('tv_show_name')), row, episodeIn(row)),
  ],
  [/^user_tv_show_data\.csv$/, 'tv_show_name', fromShows],
  [/^followed_tv_show\.csv$/, 'tv_show_name', fromShows],
  [/^tv_show_rate\.csv$/, 'tv_show_name', fromRates],
  [/^ratings-.*votes\.csv$/, 'vote_key', fromVotes],
];

/** Finds the layout of a file by its name, or by its columns when the file was renamed. */
function known(name: string, columns: ReadonlySet<string>): ToEntry | null {
  const named = FILES.find(([pattern, column]) => pattern.test(baseName(name)) && columns.has(column))?.[2];
  if (named) return named;
  if (columns.has('entity_type') && columns.has('movie_name')) return fromTracking;
  if (columns.has('series_name') && columns.has('key')) return fromEpisodes;
  if (columns.has('tv_show_name') && columns.has('rating')) return fromRates;
  return readerOfTable(columns);
}

const NATIVE = /^tvtime-.*\.(?:csv|json)$/;
const isOfTvTime = (name: string): boolean =>
  NATIVE.test(baseName(name)) ||
  LISTS.test(baseName(name)) ||
  FILES.some(([pattern]) => pattern.test(baseName(name)));

async function* readJson(archive: Archive, name: string): AsyncGenerator<Entry> {
  for await (const { value } of jsonValues(archive.text(name), (isArray) =>
    isArray ? ['$.*'] : ['$.*.*'],
  )) {
    const entries = fromJson(value);
    if (entries) yield* entries;
    else yield UNREADABLE;
  }
}

/** Reads the ZIP that TV Time sent on a GDPR request, its own export of 2026, or one file of either. */
export async function* readTvTime(archive: Archive): AsyncGenerator<Entry> {
  const isAlone = archive.names.length === 1;
  let tables = 0;
  const names = await readNames(archive);
  for (const name of archive.names.filter((each) => isAlone || isOfTvTime(each))) {
    const twin = /\.json$/i.test(name) ? twinOf(name, archive.names) : null;
    if (twin !== null) {
      yield { file: name, state: 'unread', reason: `The same titles are in ${cleanText(baseName(twin))}.` };
      continue;
    }
    if (/\.json$/i.test(name) || (isAlone && (await beginsAsJson(archive, name)))) {
      for await (const entry of readJson(archive, name)) {
        if (!('unreadable' in entry)) tables++;
        yield entry;
      }
      continue;
    }
    const isList = LISTS.test(baseName(name));
    let toEntry: ToEntry = () => PASSED;
    const isHeader = (columns: ReadonlySet<string>) =>
      isList ? columns.has('objects') : known(name, columns) !== null;
    const rows = csvRows(archive.text(name), isHeader, ({ columns }) => {
      tables++;
      toEntry = known(name, columns) ?? toEntry;
    });
    for await (const row of rows)
      if (row && isList) yield* fromList(row, names);
      else yield row ? toEntry(row, names) : UNREADABLE;
  }
  if (tables === 0) throw notAnExport('TV Time');
}

async function beginsAsJson(archive: Archive, name: string): Promise<boolean> {
  for await (const chunk of archive.text(name)) if (chunk.trim() !== '') return /^\s*[[{]/.test(chunk);
  return false;
}
