import type { DigestPreferences, NotificationPreferences } from '@marquee/contracts';

/** The email notifications that a member may turn off. */
export const NOTIFICATIONS: readonly { key: keyof NotificationPreferences; label: string }[] = [
  { key: 'shared_list', label: 'Someone shares a list with me' },
  { key: 'accepted_list', label: 'Someone joins my list' },
  { key: 'added_medium_to_list', label: 'A title is added to a shared list' },
  { key: 'removed_medium_from_list', label: 'A title is removed from a shared list' },
  { key: 'deleted_list', label: 'A shared list is deleted' },
  { key: 'rate_movie_watched', label: 'I followed a link to a title and have not rated it' },
];

/** Returns the number of email notifications that are on, in words. */
export function notificationsSummary(
  preferences: NotificationPreferences,
  digestPreferences: DigestPreferences,
): string {
  const all = [...NOTIFICATIONS.map(({ key }) => preferences[key]), digestPreferences.news];
  const on = all.filter(Boolean).length;
  if (on === all.length) return 'All email notifications are on.';
  return on === 0 ? 'All email notifications are off.' : `${on} of ${all.length} email notifications are on.`;
}
