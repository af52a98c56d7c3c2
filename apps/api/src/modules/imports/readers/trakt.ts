import { z } from 'zod';
import { type Archive, baseName } from '../files/archive.ts';
import { notAnExport } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { episodeOf, ofEpisode } from '../files/episode.ts';
import { cleanListName, cleanText, findImdbId, parseId, parseYear } from '../files/fields.ts';
import { jsonValues } from '../files/json.ts';
import {
  type Entry,
  hintOf,
  inState,
  type ListRef,
  PASSED,
  PLAYS_MAX,
  type TitleHint,
  UNREADABLE,
} from '../records.ts';

/** Some tools write ids and years as text. */
const TextOrNumber = z.union([z.string(), z.number()]).nullish();
const Title = z.object({
  title: z.string().nullish(),
  year: TextOrNumber,
  ids: z.object({ imdb: z.string().nullish(), tmdb: TextOrNumber }).partial().nullish(),
});
/** The shape of the items in all files. Each kind of file uses different date fields. */
const Item = z.object({
  rating: z.union([z.number(), z.string().transform(Number)]).nullish(),
  rated_at: z.string().nullish(),
  last_watched_at: z.string().nullish(),
  watched_at: z.string().nullish(),
  plays: z.int().max(PLAYS_MAX).nullish().catch(null),
  listed_at: z.string().nullish(),
  type: z.string().nullish(),
  movie: Title.nullish(),
  show: Title.nullish(),
  episode: z.object({ season: TextOrNumber, number: TextOrNumber }).partial().nullish().catch({}),
  season: z.unknown().optional(),
  seasons: z
    .array(
      z.object({
        number: z.number(),
        episodes: z.array(
          z.object({
            number: z.number(),
            plays: z.int().min(0).max(PLAYS_MAX).nullish().catch(null),
            last_watched_at: z.string().nullish(),
          }),
        ),
      }),
    )
    .nullish()
    .catch(null),
});
type Item = z.infer<typeof Item>;
const NamesTitle = z.union([
  z.object({ movie: z.record(z.string(), z.unknown()) }),
  z.object({ show: z.record(z.string(), z.unknown()) }),
]);

/** The series that the member has dropped. The other hidden files say where Trakt shows a title, and not what became of it. */
const DROPPED = /(^|[-_/])hidden-dropped\.json$/i;

/** The files of the archive that are not imported, for example comments and collected discs. */
const IGNORED =
  /(^|[-_/])(collection|comments?|network|followers|following|friends|likes|likes-.*|user|profile|stats|settings|progress|hidden(?!-dropped\.)[^/]*|lists)\.json$/i;

function hintFrom({ movie, show }: Item): TitleHint | null {
  const given = show ?? movie;
  const title = cleanText(given?.title);
  const imdbId = findImdbId(given?.ids?.imdb);
  if (!given || (title === '' && imdbId === null)) return null;
  const tmdbId = parseId(String(given.ids?.tmdb ?? ''));
  const type = show ? 'series' : 'movie';
  return hintOf({ title: title || (imdbId ?? ''), year: parseYear(given.year), type, imdbId, tmdbId });
}

/** The report of watched series counts the views of each episode, and names the day of the last one. */
function* episodesIn({ seasons }: Item, hint: TitleHint): Generator<Entry> {
  for (const { number: season, episodes } of seasons ?? [])
    for (const { number, plays, last_watched_at } of episodes) {
      const of = episodeOf(season, number);
      if (of === null || plays === 0) continue;
      const on = parseView(last_watched_at ?? '');
      yield { hint, fact: { kind: 'seen', of, on, at: null, plays: plays ?? 1 }, isSaid: true };
    }
}

function toEntry(item: Item, hint: TitleHint, list: ListRef): Entry {
  // The rating of an episode or season does not rate the series, but shows that the series was seen.
  const isPart = /^(episode|season)$/.test(item.type ?? '') || item.episode != null || item.season != null;
  const seenAt = item.last_watched_at ?? item.watched_at ?? (isPart ? item.rated_at : null);
  if (item.rating != null && !isPart) {
    const rating = Math.round(item.rating);
    if (!(rating >= 1 && rating <= 10)) return UNREADABLE;
    const at = parseMoment(item.rated_at ?? '');
    return { hint, fact: { kind: 'rating', rating, tags: [], at, first: null } };
  }
  // A report of all watched titles counts titles that are only collected as played zero times.
  if (seenAt != null && item.plays === 0) return PASSED;
  if (seenAt != null) {
    const of = ofEpisode(episodeOf(item.episode?.season, item.episode?.number));
    const plays = item.plays ? { plays: item.plays } : {};
    return { hint, fact: { kind: 'seen', ...of, on: parseView(seenAt), at: null, ...plays }, isSaid: true };
  }
  if (item.listed_at != null)
    return { hint, list, fact: { kind: 'list', at: parseMoment(item.listed_at) }, isSaid: true };
  return PASSED;
}

/** Returns the list of a file: `lists/list-123-rainy-days.json` → `rainy days`. The exact names are in `lists.json`. */
function listOf(name: string, keys: readonly string[], names: ReadonlyMap<string, string>): ListRef {
  const [, id = '', slug = ''] = /^(?:lists?-)?(?:list-)?(\d+)?-?(.*?)\.json$/.exec(baseName(name)) ?? [];
  const label = [...keys, baseName(name)].join(' ');
  if (/watch-?_?list/i.test(label)) return { type: 'watch_later', name: '' };
  const given = names.get(id) ?? names.get(slug) ?? slug.replaceAll('-', ' ');
  return { type: 'custom', name: cleanListName(given || 'Trakt list') };
}

const ListInfo = z.object({
  name: z.string(),
  ids: z.object({ trakt: z.number().nullish(), slug: z.string().nullish() }).partial().nullish(),
});

const LIST_NAMES = /(^|[-/])lists(-lists)?\.json$/i;

async function readListNames(archive: Archive): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const name of archive.names.filter((each) => LIST_NAMES.test(each))) {
    for await (const { value } of jsonValues(archive.text(name), () => ['$.*'])) {
      const info = ListInfo.safeParse(value);
      if (!info.success) continue;
      if (info.data.ids?.trakt) names.set(String(info.data.ids.trakt), info.data.name);
      if (info.data.ids?.slug) names.set(info.data.ids.slug, info.data.name);
    }
  }
  return names;
}

/**
 * Reads the archive of Settings → Data, or one JSON file of a backup tool: `{"history": […], "ratings":
 * […]}`.
 */
export async function* readTrakt(archive: Archive): AsyncGenerator<Entry> {
  const isAlone = archive.names.length === 1;
  const names = archive.names.filter((each) => isAlone || (/\.json$/i.test(each) && !IGNORED.test(each)));
  const listNames = isAlone ? new Map<string, string>() : await readListNames(archive);
  for (const file of isAlone ? [] : archive.names.filter((name) => LIST_NAMES.test(name)))
    yield { file, state: 'read', reason: null };
  let found = 0;
  for (const name of names) {
    const values = jsonValues(archive.text(name), (isArray) => (isArray ? ['$.*'] : ['$.*.*']));
    for await (const { path, value } of values) {
      const item = Item.safeParse(value);
      // A backup has items of other kinds too, such as statistics and people; an item of a title that is damaged counts.
      if (!item.success || (!item.data.movie && !item.data.show)) {
        if (NamesTitle.safeParse(value).success) yield UNREADABLE;
        continue;
      }
      found++;
      const hint = hintFrom(item.data);
      const keys = path.filter((part) => typeof part === 'string');
      if (hint === null) {
        yield UNREADABLE;
        continue;
      }
      if (DROPPED.test(name)) {
        yield item.data.show ? inState(hint, 'dropped') : PASSED;
        continue;
      }
      const episodes = [...episodesIn(item.data, hint)];
      yield* episodes.length > 0 ? episodes : [toEntry(item.data, hint, listOf(name, keys, listNames))];
    }
  }
  if (found === 0) throw notAnExport('Trakt');
}
