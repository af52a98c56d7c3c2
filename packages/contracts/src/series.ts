import { z } from 'zod';

/** Whether further episodes of a series are to come. */
export const SeriesStatus = z.enum(['returning', 'ended', 'canceled']);
export type SeriesStatus = z.infer<typeof SeriesStatus>;

/**
 * Where a member is in a series. `none`: no episode is seen. `up_to_date`: every aired episode that is known; `finished`: also
 * ended. `on_hold` and `dropped` are what the member said.
 */
export const SeriesState = z.enum(['none', 'watching', 'up_to_date', 'finished', 'on_hold', 'dropped']);
export type SeriesState = z.infer<typeof SeriesState>;

export const NextEpisode = z.object({
  season: z.int(),
  episode: z.int(),
  name: z.string().nullable(),
  /** The day in the caller's time zone where an instant is known, and else the day as the source names it. */
  air_date: z.iso.date().nullable(),
});
export type NextEpisode = z.infer<typeof NextEpisode>;

/** How far a member is in a series. Season 0, which has the specials, counts nowhere. */
export const Progress = z.object({
  state: SeriesState,
  /** Seen episodes, also those that the catalogue does not know. */
  seen: z.int(),
  /** Aired episodes and all episodes that the catalogue knows. */
  aired: z.int(),
  total: z.int(),
  /** The first known episode that is not seen. */
  next: NextEpisode.nullable(),
  last_seen_on: z.iso.date().nullable(),
});
export type Progress = z.infer<typeof Progress>;
