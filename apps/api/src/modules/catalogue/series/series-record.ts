import { createHash } from 'node:crypto';
import type { SeriesStatus } from '@marquee/contracts';
import { FIRST_DAY } from '@marquee/contracts';
import type { EpisodeNumber } from './renumber.ts';

/** A season as a list of aired episodes has it. */
export interface SeasonRecord {
  season: number;
  episodes: number;
  first_air_date: string | null;
}

/** An episode by itself. Its place is ours; `source_season` and `source_episode` are set where its source has another one. */
export interface EpisodeRecord extends EpisodeNumber {
  name: string | null;
  /** The day as the source names it. */
  air_date: string | null;
  /** The instant (ISO 8601), where the source knows it. */
  air_at: string | null;
  runtime_minutes: number | null;
  source_id: string | null;
  source_season: number | null;
  source_episode: number | null;
}

/** What one source says of a series. Without seasons and episodes it says nothing of them, and the stored ones stay. */
export interface SeriesRecord {
  medium_id: number;
  source: string;
  status: SeriesStatus | null;
  network: string | null;
  last_air_date: string | null;
  /** The day on which the source knew it. */
  as_of: string | null;
  seasons: readonly SeasonRecord[];
  episodes: readonly EpisodeRecord[];
}

/** A row to store; see `Episode.airsOn` in prisma/schema.prisma. */
export interface EpisodeRow extends EpisodeRecord {
  airs_on: string | null;
}

/** Returns the hash of what a record says, without the day on which it says so. */
export const hashSeries = ({ medium_id, as_of, ...said }: SeriesRecord): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 27);

const UNNAMED = {
  name: null,
  air_date: null,
  air_at: null,
  runtime_minutes: null,
  source_id: null,
  source_season: null,
  source_episode: null,
};

const keyOf = ({ season, episode }: EpisodeNumber): string => `${season} ${episode}`;

/** Returns the episodes of a record: those that it names, and those of which it only has the count. */
export function episodesOf({ seasons, episodes }: SeriesRecord): EpisodeRow[] {
  const named = new Map(episodes.map((episode) => [keyOf(episode), episode]));
  const rows = new Map<string, EpisodeRow>();
  for (const { season, episodes: count, first_air_date } of seasons) {
    for (let episode = 1; episode <= count; episode++) {
      const known = named.get(keyOf({ season, episode })) ?? { season, episode, ...UNNAMED };
      // The list has aired episodes only, so one without a day has aired, at the latest with its season.
      rows.set(keyOf(known), { ...known, airs_on: known.air_date ?? first_air_date ?? FIRST_DAY });
    }
  }
  for (const episode of episodes)
    if (!rows.has(keyOf(episode))) rows.set(keyOf(episode), { ...episode, airs_on: null });
  // An episode without a day has aired when a later one has. Specials have an order of their own.
  for (const isSpecial of [false, true]) {
    let later: string | null = null;
    const ordered = [...rows.values()]
      .filter(({ season }) => (season === 0) === isSpecial)
      .toSorted((a, b) => b.season - a.season || b.episode - a.episode);
    for (const row of ordered) {
      row.airs_on ??= row.air_date ?? later;
      later = row.airs_on;
    }
  }
  return [...rows.values()];
}

/** Returns the seasons of a record, each with its first day where it is known. */
export function seasonsOf(record: SeriesRecord): Pick<SeasonRecord, 'season' | 'first_air_date'>[] {
  const listed = new Map(record.seasons.map(({ season, first_air_date }) => [season, first_air_date]));
  return [...Map.groupBy(episodesOf(record), ({ season }) => season)].map(([season, episodes]) => {
    const days = episodes
      .map(({ air_date }) => air_date)
      .filter((day) => day !== null)
      .toSorted();
    return { season, first_air_date: listed.get(season) ?? days[0] ?? null };
  });
}
