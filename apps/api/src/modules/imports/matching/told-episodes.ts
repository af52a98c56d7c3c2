import { EPISODE_PLAYS_MAX } from '@marquee/contracts/constants';
import { z } from 'zod';
import { normalize } from '#src/titles/engine/normalize.ts';
import { EpisodeHint } from '../files/episode.ts';

/** An episode that the file says was seen, with the known days of its views. */
export const ToldEpisode = EpisodeHint.extend({
  days: z.array(z.string()).default([]),
  plays: z.int().min(1).default(1),
  /** When it was marked, in an export of Marquee. */
  at: z.string().nullable().default(null),
});
export type ToldEpisode = z.infer<typeof ToldEpisode>;

/** A row of the file about one episode. `plays` is what the row says of all views, or 0 when it only says that there is one. */
export interface EpisodeView {
  of: EpisodeHint;
  day: string | null;
  plays: number | undefined;
  at: string | null;
}

const keyOf = ({ season, episode, name, upTo }: EpisodeHint): string =>
  `${season ?? ''} ${episode ?? ''} ${upTo ?? ''} ${name === undefined ? '' : normalize(name) || name}`;

/** The last ones, where there are more than the views of an episode that count. */
const later = (a: readonly string[], b: readonly string[]): string[] =>
  [...new Set([...a, ...b])].sort().slice(-EPISODE_PLAYS_MAX);

/** Joins what two rows say of one episode. Two rows may be the same view, so a day counts once, and the greater number counts. */
export function joinEpisodes(episodes: readonly ToldEpisode[]): ToldEpisode[] {
  const joined = new Map<string, ToldEpisode>();
  for (const episode of episodes) {
    const key = keyOf(episode);
    const known = joined.get(key);
    if (!known) {
      joined.set(key, episode);
      continue;
    }
    const days = later(known.days, episode.days);
    const plays = Math.max(known.plays, episode.plays, days.length);
    joined.set(key, {
      ...known,
      days,
      plays: Math.min(EPISODE_PLAYS_MAX, plays),
      at: known.at ?? episode.at,
    });
  }
  return [...joined.values()];
}

/** Returns the episodes of the rows about one title. */
export const episodesOf = (views: readonly EpisodeView[]): ToldEpisode[] =>
  joinEpisodes(
    views.map(({ of, day, plays, at }) => ({
      ...of,
      days: day === null ? [] : [day],
      plays: Math.min(EPISODE_PLAYS_MAX, Math.max(1, plays ?? 1)),
      at,
    })),
  );

/** An episode of the catalogue, by its place. */
export interface KnownEpisode {
  season: number;
  episode: number;
  name: string | null;
  hasAired: boolean;
}

/** A seen episode at the place where it is stored. */
export interface PlacedEpisode {
  season: number;
  episode: number;
  days: string[];
  plays: number;
  at: string | null;
}

export interface Fitted {
  placed: PlacedEpisode[];
  /** Numbers that the catalogue does not know. They are stored as the file tells them. */
  unknown: EpisodeHint[];
  /** Names that no episode of the catalogue has. They cannot be stored. */
  nameless: EpisodeHint[];
}

/** A name that is only a number: `Chapter 7`, `Capítulo 7`. */
const NUMBERED = /^\p{L}+\.?\s+(\d{1,3})$/u;

interface Index {
  regular: readonly KnownEpisode[];
  places: ReadonlySet<string>;
  byName: ReadonlyMap<string, readonly KnownEpisode[]>;
}

const placeOf = ({ season, episode }: { season: number; episode: number }): string => `${season} ${episode}`;

function indexOf(known: readonly KnownEpisode[]): Index {
  const named = known.flatMap((each) => (each.name === null ? [] : [{ each, key: normalize(each.name) }]));
  const groups = Map.groupBy(named, ({ key }) => key);
  groups.delete('');
  return {
    regular: known
      .filter(({ season }) => season > 0)
      .toSorted((a, b) => a.season - b.season || a.episode - b.episode),
    places: new Set(known.map(placeOf)),
    byName: new Map([...groups].map(([key, all]) => [key, all.map(({ each }) => each)])),
  };
}

/** Finds an episode by its name, or by an end of it, because a file may write the name of an arc before it. */
function findNamed(
  { season, name = '' }: EpisodeHint,
  { byName, places }: Index,
): Pick<KnownEpisode, 'season' | 'episode'> | null {
  const parts = name.split(/\s*[:：]\s+/);
  for (let from = 0; from < parts.length; from++) {
    const found = byName.get(normalize(parts.slice(from).join(': '))) ?? [];
    const inSeason = found.filter((each) => each.season === season);
    const [only, other] = inSeason.length > 0 ? inSeason : found;
    if (only && other === undefined) return only;
  }
  const number = Number(NUMBERED.exec(parts.at(-1) ?? '')?.[1]);
  const place = { season: season ?? 1, episode: number };
  return number > 0 && places.has(placeOf(place)) ? place : null;
}

/** Returns the place of a numbered episode. Without a season, the number counts from the first episode of the series. */
function placeOfNumber(season: number | undefined, episode: number, { regular, places }: Index) {
  if (season !== undefined) return { season, episode };
  if (places.has(placeOf({ season: 1, episode }))) return { season: 1, episode };
  return regular[episode - 1] ?? { season: 1, episode };
}

/** Returns where the told episodes of a series are stored, and which of them the catalogue does not know. */
export function fitEpisodes(told: readonly ToldEpisode[], known: readonly KnownEpisode[]): Fitted {
  const index = indexOf(known);
  const placed = new Map<string, PlacedEpisode>();
  const unknown: EpisodeHint[] = [];
  const nameless: EpisodeHint[] = [];
  const put = (
    place: { season: number; episode: number },
    { days, plays, at }: Omit<PlacedEpisode, 'season' | 'episode'>,
  ) => {
    const other = placed.get(placeOf(place));
    const all = later(other?.days ?? [], days);
    placed.set(placeOf(place), {
      season: place.season,
      episode: place.episode,
      days: all,
      plays: Math.min(EPISODE_PLAYS_MAX, Math.max(other?.plays ?? 1, plays, all.length)),
      at: at ?? other?.at ?? null,
    });
  };
  for (const each of told) {
    const { season, episode, upTo } = each;
    const place = episode === undefined ? findNamed(each, index) : placeOfNumber(season, episode, index);
    if (place === null) {
      nameless.push({ ...(season !== undefined && { season }), name: each.name ?? '' });
      continue;
    }
    put(place, each);
    if (!index.places.has(placeOf(place))) unknown.push({ season: place.season, episode: place.episode });
    if (!upTo) continue;
    for (const before of index.regular) {
      if (before.season > place.season || (before.season === place.season && before.episode >= place.episode))
        break;
      if (before.hasAired) put(before, { days: [], plays: 1, at: null });
    }
  }
  return { placed: [...placed.values()], unknown, nameless };
}
