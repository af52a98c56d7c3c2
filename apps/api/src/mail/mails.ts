import type { z } from 'zod';
import { confirmEmail } from './messages/confirm-email.email.ts';
import { deletionCode } from './messages/deletion-code.email.ts';
import { deletionDone } from './messages/deletion-done.email.ts';
import { emailChanged } from './messages/email-changed.email.ts';
import { invitation } from './messages/invitation.email.ts';
import { invitationAccepted } from './messages/invitation-accepted.email.ts';
import { listChanged } from './messages/list-changed.email.ts';
import { listDeleted } from './messages/list-deleted.email.ts';
import { monthlyExport } from './messages/monthly-export.email.ts';
import { news } from './messages/news.email.ts';
import { passwordChanged } from './messages/password-changed.email.ts';
import { passwordReset } from './messages/password-reset.email.ts';
import { rateWatched } from './messages/rate-watched.email.ts';
import { roundInvitation } from './messages/round-invitation.email.ts';
import { supportContact } from './messages/support-contact.email.ts';
import { supportFeedback } from './messages/support-feedback.email.ts';
import { trialEnding } from './messages/trial-ending.email.ts';
import { welcome } from './messages/welcome.email.ts';

/** Every mail by the kind of its outbox row. */
export const mails = {
  welcome,
  confirm_email: confirmEmail,
  password_reset: passwordReset,
  password_changed: passwordChanged,
  email_changed: emailChanged,
  deletion_code: deletionCode,
  deletion_done: deletionDone,
  invitation,
  invitation_accepted: invitationAccepted,
  round_invitation: roundInvitation,
  list_changed: listChanged,
  list_deleted: listDeleted,
  rate_watched: rateWatched,
  news,
  trial_ending: trialEnding,
  monthly_export: monthlyExport,
  support_feedback: supportFeedback,
  support_contact: supportContact,
} as const;

export type MailKind = keyof typeof mails;
/** The parsed payload of a kind of mail. */
export type MailPayload<K extends MailKind> = z.output<(typeof mails)[K]['payload']>;

type IfOptional<K extends MailKind> = (typeof mails)[K] extends { optional: unknown } ? K : never;
/** A kind of mail that preferences turn off. */
export type OptionalMail = { [K in MailKind]: IfOptional<K> }[MailKind];

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(mails, kind);

export const MAIL_KINDS: readonly MailKind[] = Object.keys(mails).filter(isMailKind);

export const isOptionalMail = (kind: string): kind is OptionalMail =>
  isMailKind(kind) && 'optional' in mails[kind];
