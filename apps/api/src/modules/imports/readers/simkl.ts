import { z } from 'zod';
import type { Archive } from '../files/archive.ts';
import { csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { episodeIn, episodeOf, ofEpisode } from '../files/episode.ts';
import { cleanText, findImdbId, parseId, parseScore, parseYear } from '../files/fields.ts';
import { jsonValues } from '../files/json.ts';
import { isNothing, statementOfWord, watchStateOf } from '../files/seen-statement.ts';
import { movieOrSeries, titleType } from '../files/title-type.ts';
import {
  type Entry,
  hintOf,
  inState,
  PASSED,
  rated,
  type TitleHint,
  UNREADABLE,
  WATCH_LATER,
} from '../records.ts';

const Text = z.union([z.string(), z.number()]).nullish();
const Title = z.object({
  title: z.string().nullish(),
  year: z.number().nullish(),
  ids: z.object({ simkl: Text, imdb: z.string().nullish(), tmdb: Text }),
});
const Item = z
  .object({
    status: z.string(),
    user_rating: z.number().nullish(),
    user_rated_at: z.string().nullish(),
    last_watched_at: z.string().nullish(),
    added_to_watchlist_at: z.string().nullish(),
    movie: Title.nullish(),
    show: Title.nullish(),
    seasons: z
      .array(
        z.object({
          number: z.number(),
          episodes: z.array(z.object({ number: z.number(), watched_at: z.string().nullish() })),
        }),
      )
      .nullish()
      .catch(null),
  })
  // Trakt writes similar items, but neither a status nor ids of Simkl.
  .refine(({ movie, show }) => (show ?? movie)?.ids.simkl != null);

/** An item lists the watched episodes where the backup was asked for them. */
function viewsIn({ seasons, last_watched_at }: z.infer<typeof Item>, hint: TitleHint): Entry[] {
  const views = (seasons ?? []).flatMap(({ number: season, episodes }) =>
    episodes.flatMap(({ number, watched_at }): Entry[] => {
      const of = episodeOf(season, number);
      return of === null
        ? []
        : [{ hint, fact: { kind: 'seen', of, on: parseView(watched_at ?? ''), at: null }, isSaid: true }];
    }),
  );
  if (views.length > 0) return views;
  return [{ hint, fact: { kind: 'seen', on: parseView(last_watched_at ?? ''), at: null }, isSaid: true }];
}

/** Of a series that was stopped or waits, the episodes that were seen count, and the state. */
function stoppedIn(item: z.infer<typeof Item>, hint: TitleHint): Entry[] {
  const state = watchStateOf(item.status);
  if (state === null) return [];
  const views = (item.seasons ?? []).length > 0 ? viewsIn(item, hint) : [];
  return [...views, inState(hint, state)];
}

function toEntries(item: z.infer<typeof Item>, isAnime: boolean): Entry[] {
  const given = item.show ?? item.movie;
  const title = cleanText(given?.title);
  const imdbId = findImdbId(given?.ids.imdb);
  if (!given || (title === '' && imdbId === null)) return [UNREADABLE];
  const hint = hintOf({
    title: title || (imdbId ?? ''),
    year: parseYear(given.year),
    // Simkl lists films among anime too.
    type: isAnime ? null : item.show ? 'series' : 'movie',
    imdbId,
    tmdbId: isAnime ? null : parseId(String(given.ids.tmdb ?? '')),
  });
  const entries: Entry[] = [];
  const rating = item.user_rating ?? 0;
  if (rating >= 1 && rating <= 10) {
    const at = parseMoment(item.user_rated_at ?? item.last_watched_at ?? '');
    entries.push({ hint, fact: { kind: 'rating', rating: Math.round(rating), tags: [], at, first: null } });
  }
  const stated = statementOfWord(item.status);
  if (stated === 'wish') {
    const at = parseMoment(item.added_to_watchlist_at ?? '');
    entries.push({ hint, list: WATCH_LATER, fact: { kind: 'list', at }, isSaid: true });
  } else if (stated === 'seen') entries.push(...viewsIn(item, hint));
  else if (item.show) entries.push(...stoppedIn(item, hint));
  return entries.length > 0 ? entries : [stated === null ? UNREADABLE : PASSED];
}

/** The table names the last episode that was watched: `s1e3`. */
function placeIn(row: Row) {
  const last = episodeIn(row.get('lastepwatched'));
  return ofEpisode(last && { ...last, upTo: true });
}

function fromRow(row: Row): Entry[] {
  const title = cleanText(row.get('title'));
  const imdbId = findImdbId(row.get('imdb_id'));
  const type = row.get('type').toLowerCase();
  const isAnime = type === 'anime';
  const tmdbId = isAnime ? null : parseId(row.get('tmdb'));
  if (title === '' && imdbId === null && tmdbId === null) return [UNREADABLE];
  const hint = hintOf({
    title: title || (imdbId ?? `TMDB ${tmdbId}`),
    year: parseYear(row.get('year')),
    type: isAnime ? null : movieOrSeries(titleType(type)),
    imdbId,
    tmdbId,
  });
  const day = row.get('watcheddate');
  const entries: Entry[] = [];
  const score = isNothing(row.get('rating')) ? null : parseScore(row.get('rating'));
  if (score !== null && !('score' in score && score.score === 0))
    entries.push({ hint, fact: rated(score, [], parseMoment(day)) });
  const stated = statementOfWord(row.get('watchlist'));
  if (stated === 'seen')
    entries.push({
      hint,
      fact: { kind: 'seen', ...placeIn(row), on: parseView(day), at: null },
      isSaid: true,
    });
  if (stated === 'wish')
    entries.push({ hint, list: WATCH_LATER, fact: { kind: 'list', at: parseMoment(day) }, isSaid: true });
  const state = hint.type === 'series' ? watchStateOf(row.get('watchlist')) : null;
  if (state !== null) {
    const place = placeIn(row);
    const fact = { kind: 'seen', ...place, on: parseView(day), at: null } as const;
    if (place.of) entries.push({ hint, fact, isSaid: true });
    entries.push(inState(hint, state));
  }
  return entries.length > 0 ? entries : [stated === null ? UNREADABLE : PASSED];
}

/** Reads `SimklBackup.json`, alone or in its ZIP: `{"shows": […], "movies": […], "anime": […]}`, and `SimklBackup.csv`. */
export async function* readSimkl(archive: Archive): AsyncGenerator<Entry> {
  let found = 0;
  const backup = archive.names.find((name) => /\.json$/i.test(name));
  for (const name of archive.names) {
    const isOfBackup = backup !== undefined && name !== backup && /\.csv$/i.test(name);
    if (isOfBackup) {
      yield { file: name, state: 'unread', reason: `The same titles are in ${cleanText(backup)}.` };
      continue;
    }
    let isTable = false;
    const rows = csvRows(archive.text(name), has('simkl_id', 'title', 'watchlist'), () => {
      isTable = true;
    });
    for await (const row of /\.json$/i.test(name) ? [] : rows)
      if (row) yield* fromRow(row);
      else yield UNREADABLE;
    if (isTable) found++;
    else if (!/\.csv$/i.test(name))
      for await (const { path, value } of jsonValues(archive.text(name), () => ['$.*.*'])) {
        const item = Item.safeParse(value);
        if (!item.success) {
          yield UNREADABLE;
          continue;
        }
        found++;
        yield* toEntries(item.data, path[0] === 'anime');
      }
  }
  if (found === 0) throw notAnExport('Simkl');
}
