import type { NotificationPreferences } from '@marquee/contracts';

export type Preference = keyof NotificationPreferences | 'news';

/** Maps each preference of the wire to its column of users. */
export const PREFERENCE_COLUMNS = {
  shared_list: 'notifySharedList',
  added_medium_to_list: 'notifyAddedMediumToList',
  removed_medium_from_list: 'notifyRemovedMediumFromList',
  deleted_list: 'notifyDeletedList',
  accepted_list: 'notifyAcceptedList',
  rate_movie_watched: 'notifyRateMovieWatched',
  news: 'digestNews',
} as const satisfies Record<Preference, string>;
