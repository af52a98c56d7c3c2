import type { Episode, NextEpisode, Season } from '@marquee/contracts';
import { airDate, type Clock, hasAired } from '#src/titles/users/progress.ts';
import type { EpisodeRow } from './episodes.repository.ts';

/** Returns whether an episode comes after the next one, so that its name may tell what happens. */
export const isSpoiler = (
  { season, episode, plays }: Pick<EpisodeRow, 'season' | 'episode' | 'plays'>,
  next: Pick<NextEpisode, 'season' | 'episode'> | null,
): boolean =>
  plays === 0 &&
  next !== null &&
  (season > next.season || (season === next.season && episode > next.episode));

const toEpisode = (row: EpisodeRow, clock: Clock, next: NextEpisode | null): Episode => ({
  episode: row.episode,
  name: isSpoiler(row, next) ? null : row.name,
  air_date: airDate(row, clock),
  air_at: row.minute === null ? null : new Date(row.minute * 60_000).toISOString(),
  runtime_minutes: row.runtimeMinutes,
  seen_on: row.seenOn,
  seen: row.plays > 0,
  plays: row.plays,
});

/** @param next the next episode of a reader who wants no spoilers, else null. */
export function mapSeasons(
  firstDays: ReadonlyMap<number, string | null>,
  rows: readonly EpisodeRow[],
  clock: Clock,
  next: NextEpisode | null,
): Season[] {
  return [...Map.groupBy(rows, ({ season }) => season)].map(([season, episodes]) => {
    const known = episodes.filter(({ isKnown }) => isKnown);
    return {
      season,
      first_air_date: firstDays.get(season) ?? null,
      episode_count: known.length,
      aired_count: known.filter((row) => hasAired(row, clock)).length,
      seen_count: episodes.filter(({ plays }) => plays > 0).length,
      episodes: episodes.map((row) => toEpisode(row, clock, next)),
    };
  });
}
