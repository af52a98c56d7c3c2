import { z } from 'zod';
import { normalize } from '#src/titles/engine/normalize.ts';
import { EpisodeHint } from '../files/episode.ts';
import { PLAYS_MAX } from '../records.ts';

/** An episode that the file says was seen, with the known days of its views. */
export const ToldEpisode = EpisodeHint.extend({
  days: z.array(z.string()).default([]),
  plays: z.int().min(1).default(1),
});
export type ToldEpisode = z.infer<typeof ToldEpisode>;

/** A row of the file about one episode. `plays` is what the row says of all views, or 0 when it only says that there is one. */
export interface EpisodeView {
  of: EpisodeHint;
  day: string | null;
  plays: number | undefined;
}

const keyOf = ({ season, episode, name, upTo }: EpisodeHint): string =>
  `${season ?? ''} ${episode ?? ''} ${upTo ?? ''} ${name === undefined ? '' : normalize(name) || name}`;

const later = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])].sort();

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
    joined.set(key, { ...known, days, plays: Math.min(PLAYS_MAX, plays) });
  }
  return [...joined.values()];
}

/** Returns the episodes of the rows about one title. */
export const episodesOf = (views: readonly EpisodeView[]): ToldEpisode[] =>
  joinEpisodes(
    views.map(({ of, day, plays }) => ({
      ...of,
      days: day === null ? [] : [day],
      plays: Math.max(1, plays ?? 1),
    })),
  );
