import { z } from 'zod';
import type { Archive } from '../files/archive.ts';
import { notAnExport } from '../files/csv.ts';
import { parseDay, parseMoment } from '../files/dates.ts';
import { cleanText, findImdbId, parseId, parseYear } from '../files/fields.ts';
import { jsonValues } from '../files/json.ts';
import { type Entry, hintOf, type ListRef, UNREADABLE } from '../records.ts';

const WATCH_LATER: ListRef = { type: 'watch_later', name: '' };
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
  })
  // Trakt writes similar items, but neither a status nor ids of Simkl.
  .refine(({ movie, show }) => (show ?? movie)?.ids.simkl != null);

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
  if (item.status === 'plantowatch') {
    const at = parseMoment(item.added_to_watchlist_at ?? '');
    entries.push({ hint, list: WATCH_LATER, fact: { kind: 'list', at } });
  } else {
    entries.push({ hint, fact: { kind: 'seen', on: parseDay(item.last_watched_at ?? ''), at: null } });
  }
  return entries;
}

/** Reads `SimklBackup.json`, alone or in its ZIP: `{"shows": […], "movies": […], "anime": […]}`. */
export async function* readSimkl(archive: Archive): AsyncGenerator<Entry> {
  let found = 0;
  for (const name of archive.names) {
    for await (const { path, value } of jsonValues(archive.text(name), () => ['$.*.*'])) {
      const item = Item.safeParse(value);
      if (!item.success) continue;
      found++;
      yield* toEntries(item.data, path[0] === 'anime');
    }
  }
  if (found === 0) throw notAnExport('Simkl');
}
