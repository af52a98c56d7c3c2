import type { NotificationPreferences, User, UserPreferences } from '@marquee/contracts';
import { isCanceled, memberUntil, subscribedUntil } from '#src/modules/plans/access.ts';
import type { UserRow } from './accounts.repository.ts';

const toTimestamp = (date: Date | null): string | null => date?.toISOString() ?? null;

export const mapNotificationPreferences = (row: UserRow): NotificationPreferences => ({
  shared_list: row.notifySharedList,
  added_medium_to_list: row.notifyAddedMediumToList,
  removed_medium_from_list: row.notifyRemovedMediumFromList,
  deleted_list: row.notifyDeletedList,
  accepted_list: row.notifyAcceptedList,
  rate_movie_watched: row.notifyRateMovieWatched,
});

/** Returns the saved filters. A filter that is not stored has its default (docs/api.md#saved-filters). */
export function mapPreferences(rows: readonly { key: string; value: string }[]): UserPreferences {
  const saved = new Map(rows.map(({ key, value }) => [key, value]));
  const type = saved.get('filter_media_type');
  return {
    filter_all_streaming_services: saved.get('filter_all_streaming_services') === 'false' ? 'false' : 'true',
    filter_media_type: type === 'movies' || type === 'series' ? type : 'all',
  };
}

interface Circumstances {
  verified: boolean;
  /** With BILLING=off, every user is a member. */
  isOpenToAll: boolean;
  now?: number;
}

/**
 * Builds the user for a reply. `token` is a new access token after a login, otherwise the token of the
 * request.
 */
export function mapUser(
  row: UserRow,
  token: string,
  { verified, isOpenToAll, now = Date.now() }: Circumstances,
): User {
  return {
    id: row.id,
    access_token: token,
    signup_step: row.signupStep,
    trial_or_subscribed: isOpenToAll || memberUntil(row) > now,
    has_creation_trial: row.trialEndsAt !== null && row.trialEndsAt.getTime() > now,
    trial_ends_at: toTimestamp(row.trialEndsAt),
    current_period_end: toTimestamp(row.currentPeriodEnd),
    product_id: row.plan?.planId ?? null,
    product_name: row.plan?.name ?? null,
    price_id: row.pricing?.priceId ?? null,
    subscription_status: row.subscriptionStatus,
    subscribed: subscribedUntil(row) > now,
    subscription_canceled: isCanceled(row, now),
    subscription_processor: row.subscriptionProcessor,
    plan_read_only: row.subscriptionProcessor === 'apple' || row.subscriptionProcessor === 'google',
    store_account_token: row.storeAccountToken,
    pending_referral_source: row.referralSource === null,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    email_verified: verified,
    pending_email: row.pendingEmail,
    phone_number: row.phoneNumber,
    gender: row.gender,
    birthdate: row.birthdate?.toISOString().slice(0, 10) ?? null,
    display_name: row.displayName,
    critical_rating_source: row.criticalRatingSource,
    add_tags_while_rating: row.addTagsWhileRating,
    unavailable_titles: row.unavailableTitles,
    hide_spoilers: row.hideSpoilers,
    preferences: mapPreferences(row.preferences),
    notification_preferences: mapNotificationPreferences(row),
    digest_preferences: {
      news: row.digestNews,
      leaving_soon: row.digestLeavingSoon,
      new_on_services: row.digestNewOnServices,
    },
    push_preferences: {
      episode: row.pushEpisode,
      saved: row.pushSaved,
      invitation: row.pushInvitation,
      round: row.pushRound,
    },
    quiet_hours:
      row.quietFrom === null || row.quietTo === null ? null : { from: row.quietFrom, to: row.quietTo },
    monthly_export: row.monthlyExport,
    country: row.country,
    time_zone: row.timeZone,
    rating_count: row._count.ratings,
  };
}
