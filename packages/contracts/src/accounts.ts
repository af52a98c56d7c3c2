import { z } from 'zod';
import {
  CONTACT_MESSAGE_MIN,
  FEEDBACK_MIN,
  MESSAGE_MAX,
  MESSAGES,
  REFERRAL_DETAILS_MAX,
  REFERRAL_DETAILS_MIN,
  REFERRAL_OTHER,
  REFERRAL_SOURCES,
  SUBJECT_MAX,
} from './constants.ts';
import { described, param } from './described.ts';
import { DisplayName } from './names.ts';
import { opaqueString } from './plain-text.ts';
import { Email, Line, Lines, NewPassword } from './primitives.ts';

/**
 * The proof of the bot check. The schema accepts a missing proof, so that the reply is `bot_check_failed` and
 * not a field error.
 */
export const Recaptcha = z.string().max(10_000).nullable().optional();

/**
 * A challenge with an action is valid for that action only. A challenge without an action is valid for all
 * actions.
 */
export const BotCheckAction = z.enum(['login', 'signup_email', 'round_code']);
export type BotCheckAction = z.infer<typeof BotCheckAction>;
export const BotCheckQuery = z.object({
  action: param(
    BotCheckAction.optional(),
    'The call that the proof is for. Without it, the proof is valid for all.',
    'login',
  ),
});
/**
 * One reply for each provider of bot checks. The client sends the proof for this provider in the field
 * `recaptcha`, and sends no field for the provider `off`.
 */
export const BotCheckChallenge = z.looseObject({
  /**
   * `altcha` replies `parameters` and `signature` (ALTCHA, format 2), and accepts the proof once within five
   * minutes. The proof is base64 of
   * `{ challenge: { parameters, signature }, solution: { counter, derivedKey } }` as JSON.
   */
  provider: z.enum(['altcha', 'recaptcha', 'off']),
  /** Only `recaptcha` replies this key, and expects the token of reCAPTCHA v3 as proof. */
  site_key: z.string().optional(),
});
export type BotCheckChallenge = z.infer<typeof BotCheckChallenge>;

/** A password that is compared with the stored hash. Neither login nor sign-up trims a password. */
const GivenPassword = z
  .string(MESSAGES.passwordRequired)
  .min(1, MESSAGES.passwordRequired)
  .max(1_000)
  .register(described, { examples: ['popcorn 4 two'] });

export const SignIn = z.object({
  user: z.object({ email: Email(), password: GivenPassword }),
  recaptcha: Recaptcha,
});
export const SignUp = z.object({
  user: z.object({
    email: Email(),
    password: NewPassword,
    display_name: DisplayName,
    /** For clients that send the step of their wizard. Any value is ignored, and the reply says 4. */
    signup_step: z.int().optional().catch(undefined),
  }),
});
export const CheckEmail = z.object({ email: Email(), recaptcha: Recaptcha });
/** Accepts every text, because the reply lists the problems of the name. */
export const CheckDisplayName = z.object({ display_name: z.string(MESSAGES.displayNameRequired).max(1_000) });

export const RequestPasswordReset = z.object({ user: z.object({ email: Email() }) });
export const ResetPassword = z.object({
  user: z
    .object({
      reset_password_token: Line(200, MESSAGES.resetTokenInvalid),
      password: NewPassword,
      password_confirmation: z
        .string(MESSAGES.passwordConfirmation)
        .max(1_000)
        .overwrite(opaqueString)
        .register(described, { examples: ['popcorn 4 two'] }),
    })
    .refine((user) => user.password === user.password_confirmation, {
      error: MESSAGES.passwordConfirmation,
      path: ['password_confirmation'],
    }),
});
export const ConfirmPassword = z.object({ user: z.object({ password: GivenPassword }) });

/** The code of a mailed link. Each code is valid for one use. */
const MailedCode = Line(200, 'Code is required');
export const ConfirmEmail = z.object({ code: MailedCode });
export const RestoreEmail = z.object({ code: MailedCode });
export const SignOut = z.object({ everywhere: z.boolean().optional() });

export const RequestDeletion = z.object({ user: z.object({ email: Email() }) });
export const ConfirmDeletion = z.object({
  user: z.object({ email: Email() }),
  code: MailedCode,
});

const ReferralCode = z.literal(REFERRAL_SOURCES.map((source) => source.code));
export type ReferralCode = z.infer<typeof ReferralCode>;
export const GiveReferralSource = z.object({
  referral_source: z
    .object({
      // A select box sends the number as text.
      referral_source: z.union([
        ReferralCode,
        z
          .string()
          .max(1)
          .regex(/^[1-8]$/)
          .transform(Number)
          .pipe(ReferralCode),
      ]),
      details: Line(REFERRAL_DETAILS_MAX).nullable().optional(),
    })
    .refine(
      (given) =>
        given.referral_source !== REFERRAL_OTHER || [...(given.details ?? '')].length >= REFERRAL_DETAILS_MIN,
      { error: 'Please tell us a little more, at least 4 characters', path: ['details'] },
    ),
});
export const ReferralSourceReply = z.object({
  referral_source: z.object({ referral_source: ReferralCode, details: z.string().nullable() }),
});

export const SendFeedback = z.object({
  feedback: z.object({
    content: Lines(FEEDBACK_MIN, MESSAGE_MAX, 'Type your feedback, more than 4 characters.').register(
      described,
      { examples: ['Could Discover remember where I was?'] },
    ),
  }),
});
export const SendContact = z.object({
  contact: z.object({
    subject: Line(SUBJECT_MAX, MESSAGES.subjectRequired),
    message: Lines(CONTACT_MESSAGE_MIN, MESSAGE_MAX, MESSAGES.contactMessage).register(described, {
      examples: ['I cannot find the receipt of my payment.'],
    }),
    email: Email(MESSAGES.contactEmailRequired),
  }),
});

/** The formats `letterboxd` and `imdb` are CSV files with ratings and views. */
export const ExportQuery = z.object({
  format: param(
    z.enum(['json', 'letterboxd', 'imdb']).default('json'),
    'Everything as JSON, or ratings and views as the CSV that Letterboxd or IMDb reads.',
    'json',
  ),
  code: param(
    z.string().max(200).optional(),
    'The code of a mailed link. With it the call needs the password, and fails once the link has ended.',
    'MTIzLTE3NjQ0MzIwMDA.c2lnbmF0dXJl',
  ),
});
