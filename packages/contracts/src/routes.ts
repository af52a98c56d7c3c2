import { z } from 'zod';
import * as accounts from './accounts.ts';
import { ErrorBody } from './errors.ts';
import * as lists from './lists.ts';
import * as media from './media.ts';
import * as plans from './plans.ts';
import * as preferences from './preferences.ts';
import { Code, IdOrCode, IdText, Message } from './primitives.ts';
import * as ratings from './ratings.ts';
import * as users from './users.ts';

/**
 * Required access. `public`: none. `token`: an access token. `member`: a trial or subscription, else 402.
 * `signed`: a signature that the route verifies. `operations`: loopback or METRICS_TOKEN.
 */
export type Access = 'public' | 'token' | 'member' | 'signed' | 'operations';

export interface RouteContract {
  access: Access;
  tag: string;
  summary: string;
  /** Sign-in, sign-up and the checks ignore a bad token. */
  ignoresToken?: boolean;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body may be missing. */
  bodyOptional?: boolean;
  /** Schema by status; null for an empty body, `text` for every content type but JSON. */
  replies: Record<number, z.ZodType | null | 'text'>;
}

const route = <const R extends RouteContract>(contract: R) => contract;
const ById = z.object({ id: IdText });
const ByIdOrCode = z.object({ id: IdOrCode });
const ByCode = z.object({ code: Code });

/**
 * Every call of the product, keyed `METHOD /path` (docs/api.md). The server registers its routes from this table.
 * Clients take their types from it, OpenAPI is generated from it, and `pnpm contracts:missing` lists unserved calls.
 */
export const routes = {
  // Account
  'POST /users/sign_in': route({
    access: 'public',
    ignoresToken: true,
    tag: 'Account',
    summary: 'Sign in',
    body: accounts.SignIn,
    replies: { 200: users.UserReply },
  }),
  'POST /users': route({
    access: 'public',
    ignoresToken: true,
    tag: 'Account',
    summary: 'Create an account',
    body: accounts.SignUp,
    replies: { 201: users.UserReply },
  }),
  'POST /api/v1/users/check_email_exists': route({
    access: 'public',
    ignoresToken: true,
    tag: 'Account',
    summary: 'Check whether an email address is taken',
    body: accounts.CheckEmail,
    replies: { 200: z.object({ email_exists: z.boolean() }) },
  }),
  'POST /api/v1/users/check_display_name_exists': route({
    access: 'public',
    ignoresToken: true,
    tag: 'Account',
    summary: 'Check whether a display name is valid and free',
    body: accounts.CheckDisplayName,
    replies: { 200: z.object({ valid: z.boolean(), errors: z.array(z.string()) }) },
  }),
  'GET /api/v1/bot_check/challenge': route({
    access: 'public',
    tag: 'Account',
    summary: 'The challenge of the bot check',
    query: accounts.BotCheckQuery,
    replies: { 200: accounts.BotCheckChallenge },
  }),
  'POST /users/sign_out': route({
    access: 'token',
    tag: 'Account',
    summary: 'End the presented token, or every token of the user',
    body: accounts.SignOut,
    bodyOptional: true,
    replies: { 204: null },
  }),
  'POST /api/v1/users/confirm_email': route({
    access: 'public',
    tag: 'Account',
    summary: 'Confirm an email address with the code of a mailed link',
    body: accounts.ConfirmEmail,
    replies: { 200: Message },
  }),
  'POST /api/v1/users/resend_confirmation': route({
    access: 'token',
    tag: 'Account',
    summary: 'Mail the confirmation link again',
    replies: { 200: Message },
  }),
  'POST /api/v1/users/restore_email': route({
    access: 'public',
    tag: 'Account',
    summary: 'Restore the previous email address with the code of a mailed link',
    body: accounts.RestoreEmail,
    replies: { 200: Message },
  }),
  'GET /api/v1/user': route({
    access: 'token',
    tag: 'Account',
    summary: 'The signed-in user',
    replies: { 200: users.UserReply },
  }),
  'PUT /api/v1/user': route({
    access: 'token',
    tag: 'Account',
    summary: 'Change account or settings',
    body: users.UpdateUser,
    replies: { 200: users.UserReply },
  }),
  'PATCH /api/v1/user': route({
    access: 'token',
    tag: 'Account',
    summary: 'Set the step of the sign-up wizard',
    body: users.PatchSignupStep,
    replies: { 200: users.UserReply },
  }),
  'GET /api/v1/user/export': route({
    access: 'token',
    tag: 'Account',
    summary: 'Everything stored about the caller, as a file',
    replies: { 200: z.looseObject({}) },
  }),
  'POST /users/password': route({
    access: 'public',
    tag: 'Account',
    summary: 'Request a password reset',
    body: accounts.RequestPasswordReset,
    replies: { 201: Message },
  }),
  'PATCH /users/password': route({
    access: 'public',
    tag: 'Account',
    summary: 'Set a new password with a reset token',
    body: accounts.ResetPassword,
    replies: { 204: null },
  }),
  'POST /api/v1/users/password_confirmation': route({
    access: 'token',
    tag: 'Account',
    summary: 'Confirm the password',
    body: accounts.ConfirmPassword,
    replies: { 200: z.object({ valid: z.literal(true) }) },
  }),
  'POST /api/v1/users/destroy': route({
    access: 'token',
    tag: 'Account',
    summary: 'Delete the account',
    replies: { 200: Message },
  }),
  'POST /api/v1/user/delete_account': route({
    access: 'public',
    tag: 'Account',
    summary: 'Request a deletion code by mail',
    body: accounts.RequestDeletion,
    replies: { 200: Message },
  }),
  'POST /api/v1/user/confirm_delete_account': route({
    access: 'public',
    tag: 'Account',
    summary: 'Delete the account with a mailed code',
    body: accounts.ConfirmDeletion,
    replies: { 200: Message },
  }),
  'POST /api/v1/referral_sources': route({
    access: 'token',
    tag: 'Account',
    summary: 'Save how the user heard of Marquee',
    body: accounts.GiveReferralSource,
    replies: { 201: accounts.ReferralSourceReply },
  }),
  'GET /api/v1/user_preferences': route({
    access: 'token',
    tag: 'Account',
    summary: 'Saved filters, and the available sources of critical ratings',
    replies: {
      200: z.object({
        user_preferences: users.UserPreferences,
        critical_rating_sources: z.array(users.CriticalRatingSource),
      }),
    },
  }),
  'POST /api/v1/user_preferences/save': route({
    access: 'token',
    tag: 'Account',
    summary: 'Save a filter',
    body: users.SavePreference,
    replies: { 200: z.object({ user_preferences: users.UserPreferences }) },
  }),
  'POST /api/v1/feedback': route({
    access: 'token',
    tag: 'Messages',
    summary: 'Send feedback',
    body: accounts.SendFeedback,
    replies: { 201: Message },
  }),
  'POST /api/v1/contact': route({
    access: 'public',
    tag: 'Messages',
    summary: 'Send a contact message',
    body: accounts.SendContact,
    replies: { 201: Message },
  }),

  // Plans
  'GET /api/v1/plans': route({
    access: 'public',
    tag: 'Plans',
    summary: 'Plans and trial length',
    replies: { 200: plans.PlansReply },
  }),
  'POST /api/v1/plans/change': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Choose or switch a plan',
    body: plans.ChangePlan,
    replies: { 200: plans.ChangePlanReply },
  }),
  'POST /api/v1/plans/cancel': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Cancel at the end of the period',
    replies: { 200: plans.CancelPlanReply },
  }),
  'POST /api/v1/plans/sync': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Read the subscription from the payment processor',
    body: plans.SyncPlan,
    bodyOptional: true,
    replies: { 200: users.UserReply },
  }),
  'POST /api/v1/plans/manage': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Open the billing portal',
    body: plans.ManagePlan,
    bodyOptional: true,
    replies: { 200: plans.ManagePlanReply },
  }),
  'POST /api/v1/plans/preview': route({
    access: 'token',
    tag: 'Plans',
    summary: 'The charges that choosing a plan causes',
    body: plans.PreviewPlan,
    replies: { 200: plans.PlanPreview },
  }),
  'GET /api/v1/plans/invoices': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Invoices, newest first',
    query: plans.InvoicesQuery,
    replies: { 200: plans.InvoicesReply },
  }),
  'POST /webhooks/stripe': route({
    access: 'signed',
    tag: 'Webhooks',
    summary: 'Stripe events',
    replies: { 200: z.looseObject({}) },
  }),
  'POST /webhooks/apple': route({
    access: 'signed',
    tag: 'Webhooks',
    summary: 'App Store notifications',
    replies: { 200: z.looseObject({}) },
  }),
  'POST /webhooks/google': route({
    access: 'signed',
    tag: 'Webhooks',
    summary: 'Google Play notifications',
    replies: { 200: z.looseObject({}) },
  }),

  // Titles
  'GET /api/v2/media': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Recommendations, rows, search, person, list',
    query: media.MediaQuery,
    replies: { 200: media.MediaReply },
  }),
  'GET /api/v1/media': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Hidden, to rate, rating history',
    query: media.MediaV1Query,
    replies: { 200: media.MediaV1Reply },
  }),
  'GET /api/v1/media/to_rate': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Titles the caller probably knows',
    query: media.MediaPageQuery,
    replies: { 200: media.MediaPageReply },
  }),
  'GET /api/v1/media/rating_history': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Rated titles, newest first',
    query: media.MediaPageQuery,
    replies: { 200: media.MediaPageReply },
  }),
  'GET /api/v1/media/{id}': route({
    access: 'public',
    tag: 'Titles',
    summary: 'One title',
    params: ById,
    replies: { 200: media.MediumReply },
  }),
  'GET /api/v1/people': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Search people',
    query: media.PeopleQuery,
    replies: { 200: media.PeopleReply },
  }),
  'GET /api/v1/people/{id}': route({
    access: 'member',
    tag: 'Titles',
    summary: 'One person',
    params: ById,
    replies: { 200: media.PersonReply },
  }),
  'POST /api/v1/media/{id}/user_medium_hiddens': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Hide',
    params: ById,
    replies: { 200: media.MediumReply },
  }),
  'POST /api/v1/media/{id}/user_medium_hiddens/remove': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Unhide',
    params: ById,
    replies: { 200: media.MediumReply },
  }),
  'GET /api/v1/media/{id}/user_medium_ratings': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'The caller’s rating',
    params: ById,
    replies: { 200: ratings.RatingReply },
  }),
  'POST /api/v1/media/{id}/user_medium_ratings': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Rate',
    params: ById,
    body: ratings.RateMedium,
    replies: { 200: ratings.RatingReply, 201: ratings.RatingReply },
  }),
  'DELETE /api/v1/media/{id}/user_medium_ratings': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Delete the rating',
    params: ById,
    replies: { 204: null },
  }),
  'PUT /api/v1/media/{id}/user_medium_settings/0': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Stop suggesting to share this title',
    params: ById,
    body: ratings.SaveMediumSetting,
    replies: { 200: ratings.MediumSettingReply },
  }),
  'GET /api/v1/system_medium_tags': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Suggested tags',
    query: ratings.TagsQuery,
    replies: { 200: ratings.TagsReply },
  }),
  'GET /api/v1/user_interactions': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'Unanswered interactions, newest first',
    replies: { 200: ratings.InteractionsReply },
  }),
  'POST /api/v1/user_interactions': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'Store a followed provider link',
    body: ratings.CreateInteraction,
    replies: { 200: ratings.InteractionReply, 201: ratings.InteractionReply },
  }),
  'GET /api/v1/user_interactions/{id}': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'One interaction',
    params: ById,
    replies: { 200: ratings.InteractionReply },
  }),
  'PUT /api/v1/user_interactions/{id}': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'Answer an interaction',
    params: ById,
    body: ratings.AnswerInteraction,
    replies: { 200: ratings.InteractionReply },
  }),

  // Lists
  'GET /api/v1/user_lists': route({
    access: 'member',
    tag: 'Lists',
    summary: 'The caller’s lists',
    query: lists.ListsQuery,
    replies: { 200: lists.ListsReply },
  }),
  'POST /api/v1/user_lists': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Create a list',
    body: lists.CreateList,
    replies: { 201: lists.ListReply },
  }),
  'POST /api/v1/user_lists/batch_update': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Create, rename, delete; all or nothing',
    body: lists.BatchUpdateLists,
    replies: { 200: lists.ListsReply },
  }),
  'GET /api/v1/user_lists/{id}': route({
    access: 'member',
    tag: 'Lists',
    summary: 'A list and a page of its titles',
    params: ByIdOrCode,
    query: lists.ListQuery,
    replies: { 200: lists.ListDetailReply },
  }),
  'PUT /api/v1/user_lists/{id}': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Rename, reorder, collaborate',
    params: ByIdOrCode,
    body: lists.UpdateList,
    replies: { 200: lists.ListReply },
  }),
  'DELETE /api/v1/user_lists/{id}': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Delete, leave or reject',
    params: ByIdOrCode,
    replies: { 204: null },
  }),
  'POST /api/v1/user_lists/{id}/share': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Share by address',
    params: ByIdOrCode,
    body: lists.ShareList,
    replies: { 200: lists.ListReply },
  }),
  'POST /api/v1/user_lists/{id}/shared_link': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Join through a share link',
    params: ByIdOrCode,
    replies: { 200: lists.ListReply },
  }),
  'POST /api/v1/user_lists/{id}/renew_link': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Replace the share link',
    params: ByIdOrCode,
    replies: { 200: lists.ListReply },
  }),
  'POST /api/v1/user_lists/0/user_list_media/save_selection': route({
    access: 'member',
    tag: 'Lists',
    summary: 'The lists that hold a title',
    body: lists.SaveSelection,
    replies: { 200: lists.SaveSelectionReply },
  }),
  'POST /api/v1/user_lists/0/user_list_media': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Add to Watch Later or Haven’t Watched',
    body: lists.AddToSystemList,
    replies: { 200: lists.UserListMediumReply, 201: lists.UserListMediumReply },
  }),
  'POST /api/v1/user_lists/{id}/user_list_media': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Add a title',
    params: ByIdOrCode,
    body: lists.AddToList,
    replies: { 200: lists.UserListMediumReply, 201: lists.UserListMediumReply },
  }),
  'DELETE /api/v1/user_lists/{id}/user_list_media/0': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Remove a title',
    params: ByIdOrCode,
    query: z.object({ medium_id: IdText }),
    replies: { 204: null },
  }),
  'GET /api/v1/invitations/{code}': route({
    access: 'public',
    tag: 'Lists',
    summary: 'Inviter, list and address of an open invitation',
    params: ByCode,
    replies: { 200: lists.InvitationReply },
  }),
  'GET /accept_list/{code}': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Accept an invitation',
    params: ByCode,
    replies: { 200: lists.ListReply },
  }),
  'GET /reject_list/{code}': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Reject an invitation',
    params: ByCode,
    replies: { 200: Message },
  }),

  // Providers and genres
  'GET /api/v1/user_medium_providers': route({
    access: 'token',
    tag: 'Services and genres',
    summary: 'All providers, and the caller’s',
    replies: { 200: preferences.ProvidersReply },
  }),
  'POST /api/v1/user_medium_providers/update_all': route({
    access: 'token',
    tag: 'Services and genres',
    summary: 'Choose providers',
    body: preferences.UpdateProviders,
    replies: { 200: preferences.ProvidersReply },
  }),
  'GET /api/v1/user_medium_genres': route({
    access: 'token',
    tag: 'Services and genres',
    summary: 'All genres, and the caller’s',
    replies: { 200: preferences.GenresReply },
  }),
  'POST /api/v1/user_medium_genres/update_all': route({
    access: 'token',
    tag: 'Services and genres',
    summary: 'Choose genres',
    body: preferences.UpdateGenres,
    replies: { 200: preferences.GenresReply },
  }),

  // Operations
  'GET /unsubscribe/{token}': route({
    access: 'public',
    tag: 'Operations',
    summary: 'Unsubscribe page',
    params: z.object({ token: z.string().max(500) }),
    replies: { 200: 'text' },
  }),
  'POST /unsubscribe/{token}': route({
    access: 'public',
    tag: 'Operations',
    summary: 'Unsubscribe with one click (RFC 8058)',
    params: z.object({ token: z.string().max(500) }),
    replies: { 200: 'text' },
  }),
  'GET /livez': route({
    access: 'public',
    tag: 'Operations',
    summary: 'The process is alive',
    replies: { 200: z.looseObject({}) },
  }),
  'GET /readyz': route({
    access: 'public',
    tag: 'Operations',
    summary: 'PostgreSQL and the snapshot are ready',
    replies: { 200: z.looseObject({}), 503: ErrorBody },
  }),
  'GET /metrics': route({
    access: 'operations',
    tag: 'Operations',
    summary: 'Prometheus metrics',
    replies: { 200: 'text' },
  }),
} satisfies Record<string, RouteContract>;

export type Routes = typeof routes;
export type RouteKey = keyof Routes;
