import type { Episode, EpisodeNumber, Progress, Season } from '@marquee/contracts';
import { today } from '#src/lib/screen/dates.ts';
import type { Episodes } from './api.ts';

/** Episodes by their numbers, or all aired ones up to one of them. */
export type Which = { episodes: EpisodeNumber[] } | { up_to: EpisodeNumber };

/** Whether and how the episodes are marked. */
export interface Mark {
  seen: boolean;
  /** Adds a view to each of `episodes`. */
  again?: boolean;
}

/** Returns whether an episode is later than another one of the same series. */
export const isAfter = (a: EpisodeNumber, b: EpisodeNumber): boolean =>
  a.season > b.season || (a.season === b.season && a.episode > b.episode);

/** Returns whether an episode has aired. One without a day is told by the number of aired ones. */
export function hasAired({ episodes, aired_count: aired }: Season, episode: Episode): boolean {
  if (episode.air_at !== null) return Date.parse(episode.air_at) <= Date.now();
  if (episode.air_date !== null) return episode.air_date <= today();
  return episode.seen || episodes.indexOf(episode) < aired;
}

/** Returns the seasons that count in the progress. Season 0 has the specials. */
const counted = (seasons: readonly Season[]): Season[] => seasons.filter(({ season }) => season > 0);

/** Returns the last episode that has aired, or null. */
export function lastAired(seasons: readonly Season[]): EpisodeNumber | null {
  for (const season of counted(seasons).toReversed()) {
    const last = season.episodes.findLast((episode) => hasAired(season, episode));
    if (last) return { season: season.season, episode: last.episode };
  }
  return null;
}

const placeOf = ({ season, episode }: EpisodeNumber): string => `${season} ${episode}`;

/** Returns a function that says whether an episode is meant. A season of a soap may have thousands. */
function meantBy(which: Which): (season: Season, episode: Episode) => boolean {
  const numberOf = ({ season }: Season, { episode }: Episode): EpisodeNumber => ({ season, episode });
  if ('up_to' in which)
    return (season, episode) =>
      season.season > 0 &&
      !isAfter(numberOf(season, episode), which.up_to) &&
      (episode.seen || hasAired(season, episode));
  const places = new Set(which.episodes.map(placeOf));
  return (season, episode) => places.has(placeOf(numberOf(season, episode)));
}

function markOne(episode: Episode, { seen, again = false }: Mark): Episode {
  if (!seen) return { ...episode, seen: false, seen_on: null, plays: 0 };
  const plays = again ? episode.plays + 1 : Math.max(episode.plays, 1);
  const seen_on = again ? today() : (episode.seen_on ?? (episode.seen ? null : today()));
  return { ...episode, seen: true, seen_on, plays };
}

function stateAfter(before: Progress, seen: number, isDue: boolean, hasEnded: boolean): Progress['state'] {
  if (seen === 0) return 'none';
  if (before.state === 'on_hold' || before.state === 'dropped') return before.state;
  if (isDue) return 'watching';
  return hasEnded ? 'finished' : 'up_to_date';
}

/** Returns the episodes as the server will have them after a mark, so that a screen shows it before the reply. */
export function withMarks(reply: Episodes, which: Which, mark: Mark): Episodes {
  const isMeant = meantBy(which);
  const seasons = reply.seasons.map((season) => {
    if (!season.episodes.some((episode) => isMeant(season, episode))) return season;
    const episodes = season.episodes.map((episode) =>
      isMeant(season, episode) ? markOne(episode, mark) : episode,
    );
    return { ...season, episodes, seen_count: episodes.filter(({ seen }) => seen).length };
  });
  const { progress, status } = reply;
  if (progress === null) return { ...reply, seasons };
  const open = counted(seasons).flatMap((season) =>
    season.episodes.filter(({ seen }) => !seen).map((episode) => ({ season, episode })),
  );
  const [first] = open;
  const seen = counted(seasons).reduce((sum, { seen_count }) => sum + seen_count, 0);
  const isDue = first !== undefined && hasAired(first.season, first.episode);
  return {
    ...reply,
    seasons,
    progress: {
      ...progress,
      seen,
      state: stateAfter(progress, seen, isDue, status === 'ended' || status === 'canceled'),
      next: first
        ? {
            season: first.season.season,
            episode: first.episode.episode,
            name: first.episode.name,
            air_date: first.episode.air_date,
          }
        : null,
      last_seen_on: mark.seen ? today() : progress.last_seen_on,
    },
  };
}

/**
 * Returns the progress after the next episode is seen, where the episodes are not at hand: a guess until the reply.
 * @param behind aired episodes that were not seen, with the next one
 */
export function afterNext(progress: Progress, behind: number): Progress {
  const { next, seen } = progress;
  if (next === null) return progress;
  const goesOn = behind > 1;
  return {
    ...progress,
    seen: seen + 1,
    state: goesOn || progress.state !== 'watching' ? progress.state : 'up_to_date',
    next: goesOn ? { season: next.season, episode: next.episode + 1, name: null, air_date: null } : null,
    last_seen_on: today(),
  };
}
