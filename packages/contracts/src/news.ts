import { z } from 'zod';
import { Medium, ProviderMedium, ReasonParts } from './media.ts';
import { Id, PageQuery, Pagination } from './primitives.ts';

/**
 * The kinds of news, in the order of the page and of the mail. `saved_*`: a title in the caller's lists leaves the
 * caller's services or came to them. `new_for_you`: new, and the caller will probably like it. `new_season`: of a
 * series with a rating of `FAVORITE_RATING` or more. `imported_arrived`, `wish_arrived`: the catalogue has a title now
 * that an import or a wish of the caller names.
 */
export const NewsKind = z.enum([
  'saved_leaving',
  'saved_arrived',
  'new_for_you',
  'new_season',
  'imported_arrived',
  'wish_arrived',
]);
export type NewsKind = z.infer<typeof NewsKind>;

export const NewsItem = z.object({
  kind: NewsKind,
  medium: Medium,
  /** The offer that the news is about, or where the caller can watch the title. Null without such an offer. */
  provider_medium: ProviderMedium.nullable(),
  /** The last day of an offer that leaves. For other kinds the day of the event. */
  date: z.iso.date(),
  /** Why the caller sees this, as a sentence. */
  reason: z.string(),
  reason_parts: ReasonParts,
  /** The import that brought the title, for its undo. */
  import_id: Id.nullable(),
});
export type NewsItem = z.infer<typeof NewsItem>;

export const NewsQuery = z.object({ page: PageQuery.page });
export const NewsReply = z.object({ news: z.array(NewsItem), pagination: Pagination });
export type NewsReply = z.infer<typeof NewsReply>;
