import { z } from 'zod';
import { EPISODE_NUMBER_MAX, EPISODES_PER_CALL, FIRST_DAY, SEASON_NUMBER_MAX } from './constants.ts';
import { described, param } from './described.ts';
import { MediumCard, MediumProvider } from './media.ts';
import { PageQuery, Pagination, Timestamp } from './primitives.ts';
import { Progress, SeriesStatus } from './series.ts';

const DayText = z.iso.date('A day is written like 2026-12-31');

/** The numbers of an episode; season 0 has the specials. */
export const EpisodeNumber = z.object({
  season: z.int().min(0).max(SEASON_NUMBER_MAX),
  episode: z.int().min(1).max(EPISODE_NUMBER_MAX),
});
export type EpisodeNumber = z.infer<typeof EpisodeNumber>;

export const Episode = z.object({
  episode: z.int(),
  /** Null where it is unknown, and where it is hidden as a spoiler (`user.hide_spoilers`). */
  name: z.string().nullable(),
  /** The day in the caller's time zone where an instant is known, and else the day as the source names it. */
  air_date: z.iso.date().nullable(),
  air_at: Timestamp.nullable(),
  runtime_minutes: z.int().nullable(),
  seen_on: z.iso.date().nullable(),
  seen: z.boolean(),
  /** Views, 0 for an episode that is not seen. */
  plays: z.int(),
});
export type Episode = z.infer<typeof Episode>;

export const Season = z.object({
  season: z.int(),
  first_air_date: z.iso.date().nullable(),
  /** The episodes that the catalogue knows, and those of them that have aired. */
  episode_count: z.int(),
  aired_count: z.int(),
  /** Seen episodes, also those that the catalogue does not know. */
  seen_count: z.int(),
  /** Known episodes, and those that the caller has seen by numbers that the catalogue does not know. */
  episodes: z.array(Episode),
});
export type Season = z.infer<typeof Season>;

/** GET /api/v1/media/{id}/episodes */
export const EpisodesReply = z.object({
  seasons: z.array(Season),
  /** Null for a movie. */
  progress: Progress.nullable(),
  status: SeriesStatus.nullable(),
  network: z.string().nullable(),
  /** The day on which the source knew the episodes. */
  as_of: z.iso.date().nullable(),
  /** The feed or source of the episodes, such as `tvmaze`. */
  source: z.string().nullable(),
  /** The page of the series at TVmaze, to which whatever shows its episodes or its summary must link. */
  source_url: z.url().nullable(),
  /** TVmaze's text about a series that has no `overview`, under its licence (CC BY-SA 4.0). */
  summary: z.string().nullable(),
});
export type EpisodesReply = z.infer<typeof EpisodesReply>;

/** PUT /api/v1/media/{id}/episodes: `episodes` or `up_to` with `seen`, or `undo` alone. */
export const SaveEpisodes = z
  .object({
    episodes: z.array(EpisodeNumber).min(1).max(EPISODES_PER_CALL).optional(),
    up_to: EpisodeNumber.optional(),
    seen: z.boolean().optional(),
    /** Today where it is missing, unknown where it is null. */
    seen_on: DayText.refine((day) => day >= FIRST_DAY, 'The day must be in 1900 or later').nullish(),
    /** Adds a view to each of `episodes`, once a day. */
    again: z.boolean().optional(),
    undo: z.string().max(100).optional(),
  })
  .superRefine(({ episodes, up_to, seen, again, seen_on, undo }, context) => {
    const refuse = (field: string, message: string): void =>
      void context.addIssue({ code: 'custom', path: [field], message });
    const named = [episodes, up_to, undo].filter((field) => field !== undefined).length;
    if (named !== 1)
      refuse('episodes', 'Name either episodes, or the one up to which all are meant, or an undo');
    if (undo === undefined && seen === undefined) refuse('seen', 'Say whether the episodes are seen');
    if (again && (episodes === undefined || seen === false))
      refuse('again', 'A further view is of episodes that are seen');
    if (again && seen_on === null) refuse('seen_on', 'A further view has a day');
  })
  .register(described, {
    examples: [{ episodes: [{ season: 1, episode: 2 }], seen: true, seen_on: '2026-01-31' }],
  });
export type SaveEpisodes = z.infer<typeof SaveEpisodes>;

export const ProgressReply = z.object({ progress: Progress });
/** `undo` takes the change back once, within ten minutes. */
export const SavedEpisodesReply = z.object({ progress: Progress, undo: z.string() });

/** PUT /api/v1/media/{id}/watching */
export const SaveWatching = z.object({ state: z.enum(['watching', 'on_hold', 'dropped']) });
export type SaveWatching = z.infer<typeof SaveWatching>;

/** GET /api/v1/up_next */
export const UpNextQuery = z.object({
  ...PageQuery,
  state: param(
    SaveWatching.shape.state.default('watching'),
    'Series that the caller is watching, has put on hold or has dropped.',
    'watching',
  ),
});
export type UpNextQuery = z.infer<typeof UpNextQuery>;

export const UpNextReply = z.object({
  up_next: z.array(
    z.object({
      medium: MediumCard,
      progress: Progress,
      /** Aired episodes that are not seen. */
      behind: z.int(),
    }),
  ),
  pagination: Pagination,
});
export type UpNextReply = z.infer<typeof UpNextReply>;

/** GET /api/v1/calendar */
export const CalendarQuery = z.object({
  from: param(DayText.optional(), 'The first day; today where it is missing.', '2026-01-01'),
  to: param(DayText.optional(), 'The last day, at most 92 days with the first.', '2026-01-31'),
});
export type CalendarQuery = z.infer<typeof CalendarQuery>;

/**
 * `episode`: of a series that the caller has begun. `arrives`, `leaves`: a saved title on the caller's services. `round`: an
 * evening with others that was decided.
 */
export const CalendarKind = z.enum(['episode', 'arrives', 'leaves', 'round']);
export type CalendarKind = z.infer<typeof CalendarKind>;

export const CalendarEvent = z.object({
  kind: CalendarKind,
  medium: MediumCard,
  season: z.int().nullable(),
  episode: z.int().nullable(),
  name: z.string().nullable(),
  at: Timestamp.nullable(),
  /** The streaming service of an arrival or a departure. */
  provider: MediumProvider.nullable(),
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;

/** Only days with events, in order. */
export const CalendarReply = z.object({
  days: z.array(z.object({ day: z.iso.date(), events: z.array(CalendarEvent) })),
  /** The sources of the episodes among them, whose terms may ask for a credit: `tvmaze`. */
  sources: z.array(z.string()),
});
export type CalendarReply = z.infer<typeof CalendarReply>;
