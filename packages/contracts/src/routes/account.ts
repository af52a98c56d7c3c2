import { z } from 'zod';
import * as accounts from '../accounts.ts';
import { Message } from '../primitives.ts';
import * as users from '../users.ts';
import { type RouteContract, route } from './route.ts';

export const accountRoutes = {
  'POST /users/sign_in': route({
    access: 'public',
    scope: 'none',
    ignoresToken: true,
    tag: 'Account',
    summary: 'Sign in',
    description:
      'Answers the user with a new access token, valid for 30 days. An unknown address and a wrong password get the same error in the same time. `recaptcha` carries the proof of the bot check.',
    errors: ['invalid_credentials', 'account_disabled', 'bot_check_failed'],
    body: accounts.SignIn,
    replies: { 200: users.UserReply },
  }),
  'POST /users': route({
    access: 'public',
    scope: 'none',
    ignoresToken: true,
    tag: 'Account',
    summary: 'Create an account',
    description:
      'Creates an account with a trial and both system lists. `signup_step` is accepted and ignored: the reply says 4. Field errors name the email address, display name or password.',
    body: accounts.SignUp,
    replies: { 201: users.UserReply },
  }),
  'POST /api/v1/users/check_email_exists': route({
    access: 'public',
    scope: 'none',
    ignoresToken: true,
    tag: 'Account',
    summary: 'Check whether an email address is taken',
    description: 'Sign-up asks this before it continues. `recaptcha` carries the proof of the bot check.',
    errors: ['bot_check_failed'],
    body: accounts.CheckEmail,
    replies: { 200: z.object({ email_exists: z.boolean() }) },
  }),
  'POST /api/v1/users/check_display_name_exists': route({
    access: 'public',
    scope: 'none',
    ignoresToken: true,
    tag: 'Account',
    summary: 'Check whether a display name is valid and free',
    description:
      'Accepts every text. `errors` says in sentences what is wrong with the name, or that it is taken.',
    body: accounts.CheckDisplayName,
    replies: { 200: z.object({ valid: z.boolean(), errors: z.array(z.string()) }) },
  }),
  'GET /api/v1/bot_check/challenge': route({
    access: 'public',
    scope: 'none',
    tag: 'Account',
    summary: 'The challenge of the bot check',
    description:
      '`provider` says which proof `recaptcha` expects: a solved ALTCHA challenge, a token of reCAPTCHA v3, or none. A proof works once, for five minutes.',
    query: accounts.BotCheckQuery,
    replies: { 200: accounts.BotCheckChallenge },
  }),
  'POST /users/sign_out': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'End the presented token, or every token of the user',
    description:
      'The presented token answers 401 from now on, in every process. With `everywhere`, so does every other token of the user.',
    body: accounts.SignOut,
    bodyOptional: true,
    replies: { 204: null },
  }),
  'POST /api/v1/users/confirm_email': route({
    access: 'public',
    scope: 'none',
    tag: 'Account',
    summary: 'Confirm an email address with the code of a mailed link',
    description:
      'The mailed link is valid for 7 days and once. Where it proves a pending address, that address becomes the address of the account.',
    errors: ['invalid_code'],
    body: accounts.ConfirmEmail,
    replies: { 200: Message },
  }),
  'POST /api/v1/users/resend_confirmation': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'Mail the confirmation link again',
    description: 'Mails to the pending address where there is one, else to the address of the account.',
    replies: { 200: Message },
  }),
  'POST /api/v1/users/restore_email': route({
    access: 'public',
    scope: 'none',
    tag: 'Account',
    summary: 'Restore the previous email address with the code of a mailed link',
    description:
      'From the mail to the old address. The old address is back, every token ends, and the password no longer signs in until it is reset.',
    errors: ['invalid_code'],
    body: accounts.RestoreEmail,
    replies: { 200: Message },
  }),
  'GET /api/v1/user': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'The signed-in user',
    description:
      'Clients read this on start to learn whether their token still works, and which screen follows: `signup_step` and `trial_or_subscribed` decide.',
    replies: { 200: users.UserReply },
  }),
  'PUT /api/v1/user': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'Change account or settings',
    description:
      'Every field may be missing, and missing fields keep their value. A new `email` appears as `pending_email` until its mailed link is opened, and needs a session that signed in or confirmed its password in the last ten minutes.',
    errors: ['password_needed'],
    body: users.UpdateUser,
    replies: { 200: users.UserReply },
  }),
  'PATCH /api/v1/user': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'Set the step of the sign-up wizard',
    description:
      '4 means services are not chosen yet, 5 means complete. A lower step than the stored one changes nothing.',
    body: users.PatchSignupStep,
    replies: { 200: users.UserReply },
  }),
  'GET /api/v1/user/export': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'Everything stored about the caller, or the ratings and views for another service, as a file',
    description:
      'A file, sent while it is read. With `format=letterboxd` or `imdb` it is CSV. One export of a user runs at a time. With `code`, 422 `invalid_code` for a link that has ended or is another user’s, and `password_needed` as for a deletion.',
    errors: ['invalid_code', 'password_needed'],
    textType: 'text/csv',
    query: accounts.ExportQuery,
    cost: 20,
    replies: { 200: z.looseObject({}) },
  }),
  'POST /users/password': route({
    access: 'public',
    scope: 'none',
    tag: 'Account',
    summary: 'Request a password reset',
    description:
      'Mails a link with a token that is valid for two hours and once. A new request replaces the earlier token.',
    errors: ['email_not_found'],
    body: accounts.RequestPasswordReset,
    replies: { 201: Message },
  }),
  'PATCH /users/password': route({
    access: 'public',
    scope: 'none',
    tag: 'Account',
    summary: 'Set a new password with a reset token',
    description:
      'Ends every token of the user. A token that is unknown, used or old is a field error of `reset_password_token`.',
    body: accounts.ResetPassword,
    replies: { 204: null },
  }),
  'POST /api/v1/users/password_confirmation': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'Confirm the password',
    description:
      'Asked before the account is deleted from the settings. Wrong passwords count like failed logins.',
    errors: ['wrong_password'],
    body: accounts.ConfirmPassword,
    replies: { 200: z.object({ valid: z.literal(true) }) },
  }),
  'POST /api/v1/users/destroy': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'Delete the account',
    description:
      'Everything stored about the caller is deleted at once, a running subscription at Stripe is canceled, and every token ends. Needs a session that signed in or confirmed its password in the last ten minutes.',
    errors: ['password_needed'],
    replies: { 200: Message },
  }),
  'POST /api/v1/user/delete_account': route({
    access: 'public',
    scope: 'none',
    tag: 'Account',
    summary: 'Request a deletion code by mail',
    description:
      'For users who cannot log in. The reply is the same whether or not the address has an account. The code is valid for 24 hours.',
    body: accounts.RequestDeletion,
    replies: { 200: Message },
  }),
  'POST /api/v1/user/confirm_delete_account': route({
    access: 'public',
    scope: 'none',
    tag: 'Account',
    summary: 'Delete the account with a mailed code',
    description:
      'Does the same as `POST /api/v1/users/destroy`, with the code of the mailed link instead of a token.',
    errors: ['invalid_code'],
    body: accounts.ConfirmDeletion,
    replies: { 200: Message },
  }),
  'POST /api/v1/referral_sources': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'Save how the user heard of Marquee',
    description: 'Ends `pending_referral_source`. Source 8 (Other) needs details of 4 characters or more.',
    body: accounts.GiveReferralSource,
    replies: { 201: accounts.ReferralSourceReply },
  }),
  'GET /api/v1/user_preferences': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'Saved filters, and the available sources of critical ratings',
    description: '`critical_rating_sources` contains `metacritic` only while a title has a score.',
    replies: {
      200: z.object({
        user_preferences: users.UserPreferences,
        critical_rating_sources: z.array(users.CriticalRatingSource),
      }),
    },
  }),
  'POST /api/v1/user_preferences/save': route({
    access: 'token',
    scope: 'none',
    tag: 'Account',
    summary: 'Save a filter',
    description:
      'Values are text: `true` or `false` for the filter of services, `all`, `movies` or `series` for the other.',
    body: users.SavePreference,
    replies: { 200: z.object({ user_preferences: users.UserPreferences }) },
  }),
  'POST /api/v1/feedback': route({
    access: 'token',
    scope: 'none',
    tag: 'Messages',
    summary: 'Send feedback',
    description: 'Stored, and mailed to support with the address of the caller.',
    body: accounts.SendFeedback,
    replies: { 201: Message },
  }),
  'POST /api/v1/contact': route({
    access: 'public',
    scope: 'none',
    tag: 'Messages',
    summary: 'Send a contact message',
    description: 'Stored, and mailed to support. Works without a session.',
    body: accounts.SendContact,
    replies: { 201: Message },
  }),
} satisfies Record<string, RouteContract>;
