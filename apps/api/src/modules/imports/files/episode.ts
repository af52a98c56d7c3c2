import { z } from 'zod';
import { cleanText } from './fields.ts';

/** Specials are season 0. */
const SEASON_MAX = 9_999;
const EPISODE_MAX = 9_999;

/**
 * The episode of a view, as the file tells it: by its numbers, or by its name where it has none. The number alone is that of a
 * series without seasons.
 */
export const EpisodeHint = z.object({
  season: z.int().min(0).max(SEASON_MAX).optional(),
  episode: z.int().min(1).max(EPISODE_MAX).optional(),
  name: z.string().optional(),
  /** Everything up to this episode was seen, as a tracker says that keeps nothing but the place. */
  upTo: z.literal(true).optional(),
});
export type EpisodeHint = z.infer<typeof EpisodeHint>;

const CODE = /\bs(\d{1,4})\s*[.·x-]?\s*e(\d{1,4})\b|\b(\d{1,2})x(\d{1,3})\b/i;

function wholeNumber(value: unknown, min: number, max: number): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const number = /^\d{1,4}(?:\.0)?$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : null;
}

/** Returns the episode of the numbers and the name, or null when they are none. */
export function episodeOf(season: unknown, episode: unknown, name: unknown = ''): EpisodeHint | null {
  const seasonNumber = wholeNumber(season, 0, SEASON_MAX);
  const number = wholeNumber(episode, 1, EPISODE_MAX);
  const text = typeof name === 'string' ? cleanText(name) : '';
  if (number === null && text === '') return null;
  return {
    ...(seasonNumber !== null && { season: seasonNumber }),
    ...(number !== null && { episode: number }),
    ...(text !== '' && number === null && { name: text }),
  };
}

/** Returns the episode of a code in a text, such as `Dark - s01e02 - Lies` or `2x03`. */
export function episodeIn(text: string): EpisodeHint | null {
  const [, season, episode, otherSeason, otherEpisode] = CODE.exec(text) ?? [];
  return episodeOf(season ?? otherSeason, episode ?? otherEpisode);
}

/** Returns the field of a view, which is absent for a view of a whole title. */
export const ofEpisode = (of: EpisodeHint | null): { of?: EpisodeHint } => (of === null ? {} : { of });
