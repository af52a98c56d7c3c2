import { z } from 'zod';
import type { Archive } from '../files/archive.ts';
import { notAnExport } from '../files/csv.ts';
import { parseMoment, parseView } from '../files/dates.ts';
import { episodeOf } from '../files/episode.ts';
import { cleanText, parseId } from '../files/fields.ts';
import { jsonValues } from '../files/json.ts';
import { type Entry, hintOf, inState, rated, type TitleHint, UNREADABLE, WATCH_LATER } from '../records.ts';

// Showly shortens its keys: `cH` is the collection that was watched, `cW` the watchlist, `cHid` what is hidden, `pEp` the
// episodes, `pOH` the ids of series on hold and `rS`, `rM` the ratings; `tmId` is TMDB's id, `id` Trakt's, and `sId` and
// `stmId` are those of the series. A file without Trakt's ids has those of TMDB in `pOH`.

const Id = z.number().nullish();
const Title = z.object({ id: Id, tmId: Id, t: z.string(), a: z.string().nullish() });
const Episode = z.object({ sId: Id, stmId: Id, sN: z.number(), eN: z.number(), a: z.string().nullish() });
const Rated = z.object({ id: Id, tmId: Id, r: z.number(), rA: z.string().nullish() });

const TITLES = ['cH', 'cW', 'cHid'];
const PARTS = [...TITLES, 'pEp', 'pOH', 'rS', 'rM'];
const PATHS = ['shows', 'movies'].flatMap((kind) => PARTS.map((part) => `$.${kind}.${part}.*`));
const SCALE = 10;

type Kind = 'shows' | 'movies';
/** The names of titles by the ids that episodes and ratings have. */
interface Names {
  readonly byKey: ReadonlyMap<string, TitleHint>;
  /** Whose ids `pOH` has. */
  readonly idsOnHold: 'trakt' | 'tmdb';
}

const keysOf = (kind: Kind, trakt: number | null | undefined, tmdb: number | null | undefined): string[] => [
  ...(tmdb && tmdb > 0 ? [`${kind} tmdb ${tmdb}`] : []),
  ...(trakt && trakt > 0 ? [`${kind} trakt ${trakt}`] : []),
];

function hintFrom(kind: Kind, { t, tmId }: z.infer<typeof Title>): TitleHint | null {
  const title = cleanText(t);
  const tmdbId = parseId(String(tmId ?? ''));
  if (title === '' && tmdbId === null) return null;
  return hintOf({ title: title || `TMDB ${tmdbId}`, type: kind === 'shows' ? 'series' : 'movie', tmdbId });
}

const kindOf = (part: unknown): Kind => (part === 'movies' ? 'movies' : 'shows');

async function readNames(archive: Archive, name: string): Promise<Names> {
  const byKey = new Map<string, TitleHint>();
  let idsOnHold: Names['idsOnHold'] = 'tmdb';
  for await (const { path, value } of jsonValues(archive.text(name), () => PATHS)) {
    const title = TITLES.includes(String(path[1])) ? Title.safeParse(value).data : undefined;
    const kind = kindOf(path[0]);
    const hint = title && hintFrom(kind, title);
    if (!hint) continue;
    if (kind === 'shows' && title.id) idsOnHold = 'trakt';
    for (const key of keysOf(kind, title.id, title.tmId)) byKey.set(key, hint);
  }
  return { byKey, idsOnHold };
}

/** A title of which neither list knows the name still has TMDB's id. */
function named(kind: Kind, names: Names, trakt: number | null | undefined, tmdb: number | null | undefined) {
  const known = keysOf(kind, trakt, tmdb).flatMap((key) => names.byKey.get(key) ?? [])[0];
  return known ?? hintFrom(kind, { t: '', tmId: tmdb });
}

function toEntry(kind: Kind, part: string, value: unknown, names: Names): Entry {
  if (part === 'pEp') {
    const { sId, stmId, sN, eN, a } = Episode.parse(value);
    const hint = named(kind, names, sId, stmId);
    const of = episodeOf(sN, eN);
    if (hint === null || of === null) return UNREADABLE;
    return { hint, fact: { kind: 'seen', of, on: parseView(a ?? ''), at: null }, isSaid: true };
  }
  if (part === 'pOH') {
    const id = z.number().parse(value);
    const hint = names.byKey.get(`shows ${names.idsOnHold} ${id}`);
    return hint ? inState(hint, 'on_hold') : UNREADABLE;
  }
  if (part === 'rS' || part === 'rM') {
    const { id, tmId, r, rA } = Rated.parse(value);
    const hint = named(kind, names, id, tmId);
    if (hint === null || !(r >= 1 && r <= SCALE)) return UNREADABLE;
    return { hint, fact: rated({ rating: Math.round(r) }, [], parseMoment(rA ?? '')) };
  }
  const title = Title.parse(value);
  const hint = hintFrom(kind, title);
  if (hint === null) return UNREADABLE;
  const at = parseMoment(title.a ?? '');
  if (part === 'cW') return { hint, list: WATCH_LATER, fact: { kind: 'list', at }, isSaid: true };
  if (part === 'cHid') return { hint, fact: { kind: 'hide', at } };
  // A series of the collection was begun, and its episodes say how far.
  const plays = kind === 'shows' ? { plays: 0 } : {};
  return { hint, fact: { kind: 'seen', on: parseView(title.a ?? ''), at: null, ...plays }, isSaid: true };
}

/** Reads the JSON file of Settings → Backup. */
export async function* readShowly(archive: Archive): AsyncGenerator<Entry> {
  let found = 0;
  for (const name of archive.names.filter((each) => archive.names.length === 1 || /\.json$/i.test(each))) {
    const names = await readNames(archive, name);
    for await (const { path, value } of jsonValues(archive.text(name), () => PATHS)) {
      found++;
      try {
        yield toEntry(kindOf(path[0]), String(path[1]), value, names);
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        yield UNREADABLE;
      }
    }
  }
  if (found === 0) throw notAnExport('Showly');
}
