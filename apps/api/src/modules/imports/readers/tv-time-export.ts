// The files that TV Time itself, and the tools that saved its lists, wrote before it closed in July 2026.
import { z } from 'zod';
import { baseName } from '../files/archive.ts';
import type { Row } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { type EpisodeHint, episodeOf, ofEpisode } from '../files/episode.ts';
import { cleanListName, cleanText, findImdbId, parseId, parseNumber, parseYear } from '../files/fields.ts';
import { statementOfFlag, statementOfWord, watchStateOf } from '../files/seen-statement.ts';
import {
  type Entry,
  hintOf,
  inState,
  PASSED,
  PLAYS_MAX,
  type TitleHint,
  UNREADABLE,
  WATCH_LATER,
} from '../records.ts';
import { hintNamed, type Names, seriesHint } from './tv-time-names.ts';

const wish = (hint: TitleHint, at: string): Entry => ({
  hint,
  list: WATCH_LATER,
  fact: { kind: 'list', at: parseMoment(at) },
  isSaid: true,
});

function view(hint: TitleHint, at: string, again: number | null, of: EpisodeHint | null = null): Entry {
  const plays = Math.min(PLAYS_MAX, 1 + Math.max(0, Math.round(again ?? 0)));
  return { hint, fact: { kind: 'seen', ...ofEpisode(of), on: parseView(at), at: null, plays }, isSaid: true };
}

interface Movie {
  title: string;
  year: number | null;
  imdbId: string | null;
  isWatched: boolean;
  watchedAt: string;
  addedAt: string;
  again: number | null;
}

/** A movie that was added but not watched is a wish, because that is what TV Time's list of movies is for. */
function fromMovie({ title, year, imdbId, isWatched, watchedAt, addedAt, again }: Movie): Entry {
  if (title === '') return UNREADABLE;
  const hint = hintOf({ title, year, type: 'movie', imdbId });
  return isWatched ? view(hint, watchedAt, again) : wish(hint, addedAt);
}

const moviesRow = (row: Row): Entry =>
  fromMovie({
    title: cleanText(row.get('title')),
    year: parseYear(row.get('year')),
    imdbId: findImdbId(row.get('imdb_id')),
    isWatched: statementOfFlag(row.get('is_watched')) === 'seen',
    watchedAt: row.get('watched_at'),
    addedAt: row.get('created_at'),
    again: parseNumber(row.get('rewatch_count')),
  });

/** A series that was followed and not begun is a wish. Its episodes say whether one that was stopped was begun. */
function fromSeries(hint: TitleHint | null, status: string, at: string): Entry {
  if (hint === null) return UNREADABLE;
  if (/^not[ _]started/i.test(status)) return wish(hint, at);
  const stated = statementOfWord(status);
  if (stated === 'wish') return wish(hint, at);
  const state = watchStateOf(status);
  if (state !== null) return inState(hint, state);
  return stated === 'seen' ? { hint, fact: { kind: 'seen', on: null, at: null }, isSaid: true } : PASSED;
}

/** Some tools count episodes, or mark a series as watched, and leave the state empty. */
function statusOf(row: Row): string {
  if (row.get('status') === '' && statementOfFlag(row.get('is_watched')) === 'seen') return 'watched';
  const seen = parseNumber(row.get('seen_episodes'));
  return row.get('status') || (seen === null ? '' : seen > 0 ? 'watching' : 'not_started_yet');
}

const seriesRow = (row: Row): Entry =>
  row.get('entity_type') === 'movie'
    ? PASSED
    : fromSeries(
        seriesHint(row.get('title', 'name'), findImdbId(row.get('imdb_id')), parseId(row.get('tvdb_id'))),
        statusOf(row),
        row.get('created_at'),
      );

/** The ids in the row of an episode are the episode's, so its series goes by name. */
function episodesRow(row: Row): Entry {
  const hint = seriesHint(row.get('title', 'series_name'), null, parseId(row.get('series_tvdb_id')));
  if (hint === null) return UNREADABLE;
  if (statementOfFlag(row.get('is_watched')) !== 'seen') return PASSED;
  const of = specialOf(statementOfFlag(row.get('special')) === 'seen', row.get('season'), row.get('episode'));
  return view(hint, row.get('watched_at'), parseNumber(row.get('rewatch_count')), of);
}

/** A special keeps the number that it has among the specials, which are season 0. */
const specialOf = (isSpecial: boolean, season: unknown, episode: unknown): EpisodeHint | null =>
  episodeOf(isSpecial ? 0 : season, episode);

/** `LIKE` is the name of the favorites. */
const listNamed = (name: string): string => (name === 'LIKE' ? 'TV Time favorites' : cleanListName(name));

/** The ids of a list are those of the other files, which know the year of a movie. */
function listsRow(row: Row, names: Names): Entry {
  const type = row.get('item_type');
  const known = names.get(row.get('uuid')) ?? names.get(`${type} ${row.get('tvdb_id')}`);
  const list = { type: 'custom', name: listNamed(row.get('list_name')) } as const;
  const hint = known ?? hintNamed(type, row.get('name'));
  return hint ? { hint, list, fact: { kind: 'list', at: null } } : UNREADABLE;
}

/** The tables by the columns that only they have. */
const TABLES: [columns: readonly string[], toEntry: (row: Row, names: Names) => Entry][] = [
  [['season', 'episode', 'is_watched', 'title'], episodesRow],
  [['list_name', 'item_type', 'name'], listsRow],
  [['title', 'is_watched', 'rewatch_count'], moviesRow],
  [['uuid', 'status', 'title', 'tvdb_id'], seriesRow],
  [['uuid', 'status', 'name', 'entity_type'], seriesRow],
];

/** Returns what reads a row of the table with this header, or null for another table. */
export const readerOfTable = (columns: ReadonlySet<string>): ((row: Row, names: Names) => Entry) | null =>
  TABLES.find(([own]) => own.every((column) => columns.has(column)))?.[1] ?? null;

const Text = z.string().nullish();
const Ids = z.object({ imdb: Text, tvdb: z.union([z.number(), z.string()]).nullish() });
const MovieItem = z.object({
  id: Ids,
  title: z.string(),
  year: z.union([z.number(), z.string()]).nullish(),
  is_watched: z.boolean(),
  watched_at: Text,
  created_at: Text,
  rewatch_count: z.number().nullish(),
});
const SeriesItem = z.object({
  id: Ids,
  title: z.string(),
  status: Text,
  created_at: Text,
  seasons: z.array(
    z.object({
      number: z.number().nullish(),
      episodes: z.array(
        z.object({
          number: z.number().nullish(),
          special: z.boolean().nullish(),
          is_watched: z.boolean(),
          watched_at: Text,
          rewatch_count: z.number().nullish(),
        }),
      ),
    }),
  ),
});
const ListItem = z.object({
  name: z.string(),
  items: z.array(z.object({ type: z.string(), name: Text, title: Text, id: Ids.nullish() })),
});

/** Reads an item of the JSON files. Null for an item of another product. */
export function fromJson(value: unknown): Entry[] | null {
  const movie = MovieItem.safeParse(value);
  if (movie.success) {
    const { id, title, year, is_watched, watched_at, created_at, rewatch_count } = movie.data;
    return [
      fromMovie({
        title: cleanText(title),
        year: parseYear(year),
        imdbId: findImdbId(id.imdb),
        isWatched: is_watched,
        watchedAt: watched_at ?? '',
        addedAt: created_at ?? '',
        again: rewatch_count ?? null,
      }),
    ];
  }
  const series = SeriesItem.safeParse(value);
  if (series.success) {
    const { id, title, status, created_at, seasons } = series.data;
    const hint = seriesHint(title, findImdbId(id.imdb), parseId(String(id.tvdb ?? '')));
    if (hint === null) return [UNREADABLE];
    const views = seasons.flatMap(({ number: season, episodes }) =>
      episodes
        .filter(({ is_watched }) => is_watched)
        .map(({ number, special, watched_at, rewatch_count }) =>
          view(hint, watched_at ?? '', rewatch_count ?? null, specialOf(special === true, season, number)),
        ),
    );
    const state = watchStateOf(status ?? '');
    if (views.length > 0) return state === null ? views : [...views, inState(hint, state)];
    return [fromSeries(hint, status ?? '', created_at ?? '')];
  }
  const list = ListItem.safeParse(value);
  if (!list.success) return null;
  const ref = { type: 'custom', name: listNamed(list.data.name) } as const;
  const entries = list.data.items.map(({ type, name, title }): Entry => {
    const hint = hintNamed(type, name ?? title ?? '');
    return hint ? { hint, list: ref, fact: { kind: 'list', at: null } } : UNREADABLE;
  });
  return [{ list: ref }, ...entries];
}

/** Returns the table with the same content as a JSON file of an archive, or null. */
export function twinOf(name: string, names: readonly string[]): string | null {
  const base = baseName(name).replace(/\.json$/, '');
  const find = (wanted: string) => names.find((each) => baseName(each) === wanted) ?? null;
  const twin = find(`${base}.csv`);
  // The JSON file of the series has the episodes too, which are a table of their own.
  const isSeries = /^tvtime-series(?!-episodes)/.test(base);
  return isSeries && find(`${base.replace('series', 'series-episodes')}.csv`) === null ? null : twin;
}
