import { z } from 'zod';
import { latestBirthdate, MESSAGES, NAME_MAX, PHONE_MAX, SIGNUP_STEP } from './constants.ts';
import { described } from './described.ts';
import { Country, Email, Id, NameLine, Timestamp, TimeZone } from './primitives.ts';
import { PushPreferences, QuietHours, SaveQuietHours } from './push.ts';

export const NotificationPreferences = z.object({
  shared_list: z.boolean(),
  added_medium_to_list: z.boolean(),
  removed_medium_from_list: z.boolean(),
  deleted_list: z.boolean(),
  accepted_list: z.boolean(),
  rate_movie_watched: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** `news` is the weekly mail. The other two are kept for earlier clients and have no effect. */
export const DigestPreferences = z.object({
  news: z.boolean(),
  leaving_soon: z.boolean(),
  new_on_services: z.boolean(),
});
export type DigestPreferences = z.infer<typeof DigestPreferences>;

export const MediaType = z.enum(['all', 'movies', 'series']);
export type MediaType = z.infer<typeof MediaType>;

/** Values are strings on the wire (docs/api.md#saved-filters). */
export const UserPreferences = z.object({
  filter_all_streaming_services: z.enum(['true', 'false']),
  filter_media_type: MediaType,
});
export type UserPreferences = z.infer<typeof UserPreferences>;

export const SavePreference = z.object({
  user_preference: z.discriminatedUnion('key', [
    z.object({ key: z.literal('filter_all_streaming_services'), value: z.enum(['true', 'false']) }),
    z.object({ key: z.literal('filter_media_type'), value: MediaType }),
  ]),
});

export const CriticalRatingSource = z.enum(['metacritic', 'none']);
export const Gender = z.enum(['male', 'female']);
export const SubscriptionProcessor = z.enum(['stripe', 'apple', 'google']);

export const User = z.object({
  id: Id,
  access_token: z.string(),
  signup_step: z.int(),
  trial_or_subscribed: z.boolean(),
  has_creation_trial: z.boolean(),
  trial_ends_at: Timestamp.nullable(),
  current_period_end: Timestamp.nullable(),
  product_id: z.string().nullable(),
  product_name: z.string().nullable(),
  price_id: z.string().nullable(),
  subscription_status: z.string().nullable(),
  subscribed: z.boolean(),
  subscription_canceled: z.boolean(),
  subscription_processor: SubscriptionProcessor.nullable(),
  plan_read_only: z.boolean(),
  /** For the mobile apps: appAccountToken of StoreKit, obfuscatedExternalAccountId of Google Play. */
  store_account_token: z.uuid(),
  pending_referral_source: z.boolean(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string(),
  /** Whether a mailed link proved the address. */
  email_verified: z.boolean(),
  /** The address that replaces `email` when it is confirmed. */
  pending_email: z.string().nullable(),
  phone_number: z.string().nullable(),
  gender: Gender.nullable(),
  birthdate: z.string().nullable(),
  display_name: z.string(),
  critical_rating_source: CriticalRatingSource,
  add_tags_while_rating: z.boolean(),
  unavailable_titles: z.boolean(),
  /** Whether names of episodes after the next one are left out. */
  hide_spoilers: z.boolean(),
  preferences: UserPreferences,
  notification_preferences: NotificationPreferences,
  digest_preferences: DigestPreferences,
  push_preferences: PushPreferences,
  /** Null where there are none. */
  quiet_hours: QuietHours.nullable(),
  /** Whether a link to the export is mailed each month. */
  monthly_export: z.boolean(),
  /**
   * The code of the country (ISO 3166). Replies contain the offers of this country, and filters use these
   * offers.
   */
  country: z.string(),
  /** The time zone (IANA) in which the user's days begin. Null until it is set: UTC. */
  time_zone: z.string().nullable(),
  rating_count: z.int(),
});
export type User = z.infer<typeof User>;
export const UserReply = z.object({ user: User });

const PHONE_RULE = `Phone number must have at most ${PHONE_MAX} digits`;
const PHONE = new RegExp(`^\\d{1,${PHONE_MAX}}$`);
/** Accepts a number or text and returns text, or null for an empty value. */
const PhoneNumber = z
  .union([z.string().trim().max(PHONE_MAX, PHONE_RULE), z.number().transform(String)])
  .nullable()
  .transform((value) => value || null)
  .refine((value) => value === null || PHONE.test(value), PHONE_RULE)
  .register(described, { examples: ['5550100123'] });

const OptionalName = NameLine(NAME_MAX)
  .nullable()
  .transform((value) => value || null);

const Birthdate = z
  .union([z.literal(''), z.iso.date('Birthdate must be a date like 1990-12-31')])
  .nullable()
  .transform((value) => value || null)
  .refine((value) => value === null || value >= '1900-01-01', 'Birthdate must be in 1900 or later')
  .refine((value) => value === null || value <= latestBirthdate(new Date()), MESSAGES.birthdateTooYoung);

/** PUT /api/v1/user. Every field is optional, and missing fields keep their value. */
export const UpdateUser = z.object({
  user: z.object({
    gender: z
      .union([Gender, z.literal('').transform(() => null)])
      .nullable()
      .optional(),
    first_name: OptionalName.optional(),
    last_name: OptionalName.optional(),
    email: Email().optional(),
    phone_number: PhoneNumber.optional(),
    birthdate: Birthdate.optional(),
    critical_rating_source: CriticalRatingSource.optional(),
    add_tags_while_rating: z.boolean().optional(),
    unavailable_titles: z.boolean().optional(),
    hide_spoilers: z.boolean().optional(),
    notification_preferences: NotificationPreferences.partial().optional(),
    digest_preferences: DigestPreferences.partial().optional(),
    /** The first kind that is switched on begins the quiet hours of the night, unless the call sets others. */
    push_preferences: PushPreferences.partial().optional(),
    quiet_hours: SaveQuietHours.nullable().optional(),
    monthly_export: z.boolean().optional(),
    country: Country.optional(),
    time_zone: TimeZone.nullable().optional(),
  }),
});
export type UpdateUser = z.infer<typeof UpdateUser>;

export const PatchSignupStep = z.object({
  user: z.object({
    signup_step: z.literal([SIGNUP_STEP.services, SIGNUP_STEP.complete, SIGNUP_STEP.genres]),
  }),
});
