import { z } from 'zod';
import { ACCOUNT_NAMES_MAX, NAME_MAX } from './constants.ts';
import { MediumCard } from './media.ts';
import { Id, Line, PageQuery, Pagination, Timestamp } from './primitives.ts';

/** The address to which the media server of a user reports what was watched. The address itself is shown once. */
export const WatchHook = z.object({
  /** The first of `account_names`. */
  account_name: z.string(),
  /** The accounts of media servers whose views count. Other people may use the same servers. */
  account_names: z.array(z.string()),
  /** Whether a rating on the server is a rating here. */
  take_ratings: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type WatchHook = z.infer<typeof WatchHook>;

const AccountName = Line(NAME_MAX, 'Account name is required');
export const SaveWatchHook = z.object({ account_name: AccountName });
/** PATCH /api/v1/watch_hook. A missing field keeps its value. */
export const UpdateWatchHook = z.object({
  account_names: z.array(AccountName).min(1).max(ACCOUNT_NAMES_MAX).optional(),
  take_ratings: z.boolean().optional(),
});
export type UpdateWatchHook = z.infer<typeof UpdateWatchHook>;

export const WatchHookReply = z.object({ watch_hook: WatchHook.nullable() });
export const SavedWatchHookReply = z.object({ watch_hook: WatchHook });
export const NewWatchHookReply = z.object({ watch_hook: WatchHook, url: z.url() });
export type NewWatchHook = z.infer<typeof NewWatchHookReply>;

/** A title that a media server reported as watched. */
export const WatchEvent = z.object({
  id: Id,
  medium: MediumCard,
  /** Null when the report was about the whole title. */
  episode: z.object({ season: z.int(), episode: z.int() }).nullable(),
  seen_at: Timestamp,
  undone_at: Timestamp.nullable(),
});
export type WatchEvent = z.infer<typeof WatchEvent>;

export const WatchEventsQuery = z.object(PageQuery);
export const WatchEventsReply = z.object({ events: z.array(WatchEvent), pagination: Pagination });
export type WatchEvents = z.infer<typeof WatchEventsReply>;
export const WatchEventReply = z.object({ event: WatchEvent });

/** What became of a report. */
export const WatchOutcome = z.enum([
  'marked',
  /** The title was seen or rated already, or the member had taken this view back. */
  'seen_already',
  'unmarked',
  'rated',
  'other_account',
  'unknown_title',
  /** A report of something else than a finished view, such as a pause. */
  'not_finished',
  /** No shape that Marquee knows. */
  'unread',
]);
export type WatchOutcome = z.infer<typeof WatchOutcome>;

export const WatchReport = z.object({
  received_at: Timestamp,
  /** The product, or the name that the server has. Null where the report has neither. */
  server: z.string().nullable(),
  account_name: z.string().nullable(),
  /** Null for `other_account` and `unread`. */
  title: z.string().nullable(),
  outcome: WatchOutcome,
  medium: MediumCard.nullable(),
});
export type WatchReport = z.infer<typeof WatchReport>;

export const WatchReportsReply = z.object({ reports: z.array(WatchReport), pagination: Pagination });
export type WatchReports = z.infer<typeof WatchReportsReply>;
