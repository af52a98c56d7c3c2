import type { NotificationPreferences } from '@marquee/contracts';
import type { JobKind } from '#src/jobs/definitions.ts';

export type Preference = keyof NotificationPreferences;

/** The column of users for each preference of the wire. */
export const PREFERENCE_COLUMNS = {
  shared_list: 'notifySharedList',
  added_medium_to_list: 'notifyAddedMediumToList',
  removed_medium_from_list: 'notifyRemovedMediumFromList',
  deleted_list: 'notifyDeletedList',
  accepted_list: 'notifyAcceptedList',
  rate_movie_watched: 'notifyRateMovieWatched',
} as const satisfies Record<Preference, string>;

/**
 * Optional mails and the preferences that turn them off. Every other mail is transactional: it answers an action of
 * the user or protects the account.
 */
export const MAIL_PREFERENCES = {
  invitation: ['shared_list'],
  invitation_accepted: ['accepted_list'],
  list_changed: ['added_medium_to_list', 'removed_medium_from_list'],
  list_deleted: ['deleted_list'],
  rate_watched: ['rate_movie_watched'],
} as const satisfies Partial<Record<JobKind, readonly Preference[]>>;

export type OptionalMail = keyof typeof MAIL_PREFERENCES;

export const isOptionalMail = (kind: string): kind is OptionalMail => Object.hasOwn(MAIL_PREFERENCES, kind);

/** The name of each optional mail on the unsubscribe page. */
export const MAIL_NAMES: Record<OptionalMail, string> = {
  invitation: 'emails with invitations to shared lists',
  invitation_accepted: 'emails about accepted invitations',
  list_changed: 'emails about changes to shared lists',
  list_deleted: 'emails about deleted shared lists',
  rate_watched: 'emails that ask what you watched',
};
