import { z } from 'zod';
import { NAME_MAX } from './constants.ts';
import { MediumCard } from './media.ts';
import { Id, Line, PageQuery, Pagination, Timestamp } from './primitives.ts';

/** The address to which the media server of a user reports what was watched. The address itself is shown once. */
export const WatchHook = z.object({
  /** The account of the media server whose views count. Other people may use the same server. */
  account_name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type WatchHook = z.infer<typeof WatchHook>;

export const SaveWatchHook = z.object({ account_name: Line(NAME_MAX, 'Account name is required') });

export const WatchHookReply = z.object({ watch_hook: WatchHook.nullable() });
export const NewWatchHookReply = z.object({ watch_hook: WatchHook, url: z.url() });
export type NewWatchHook = z.infer<typeof NewWatchHookReply>;

/** A title that a media server reported as watched. */
export const WatchEvent = z.object({
  id: Id,
  medium: MediumCard,
  seen_at: Timestamp,
  undone_at: Timestamp.nullable(),
});
export type WatchEvent = z.infer<typeof WatchEvent>;

export const WatchEventsQuery = z.object(PageQuery);
export const WatchEventsReply = z.object({ events: z.array(WatchEvent), pagination: Pagination });
export type WatchEvents = z.infer<typeof WatchEventsReply>;
export const WatchEventReply = z.object({ event: WatchEvent });
