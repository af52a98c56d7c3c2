import type { NotificationPreferences } from '@marquee/contracts';
import { hashToken, type Secrets } from '#src/core/secrets.ts';
import type { JobKind } from '#src/jobs/definitions.ts';
import type { Job } from '#src/jobs/handler.ts';
import { confirmEmailEmail } from '#src/mail/messages/confirm-email.email.ts';
import { deletionCodeEmail } from '#src/mail/messages/deletion-code.email.ts';
import { deletionDoneEmail } from '#src/mail/messages/deletion-done.email.ts';
import { emailChangedEmail } from '#src/mail/messages/email-changed.email.ts';
import { invitationEmail } from '#src/mail/messages/invitation.email.ts';
import { invitationAcceptedEmail } from '#src/mail/messages/invitation-accepted.email.ts';
import { listChangedEmail, type Titles } from '#src/mail/messages/list-changed.email.ts';
import { listDeletedEmail } from '#src/mail/messages/list-deleted.email.ts';
import { passwordChangedEmail } from '#src/mail/messages/password-changed.email.ts';
import { passwordResetEmail } from '#src/mail/messages/password-reset.email.ts';
import { rateWatchedEmail } from '#src/mail/messages/rate-watched.email.ts';
import { supportContactEmail, supportFeedbackEmail } from '#src/mail/messages/support.email.ts';
import { trialEndingEmail } from '#src/mail/messages/trial-ending.email.ts';
import { welcomeEmail } from '#src/mail/messages/welcome.email.ts';
import type { MailFactsRepository, MailUser } from './mail-facts.repository.ts';
import type { Links, Message } from './message.ts';
import { MAIL_PREFERENCES, type OptionalMail, PREFERENCE_COLUMNS } from './preferences.ts';
import type { UnsubscribeRepository } from './unsubscribe.repository.ts';
import type { Recipient } from './unsubscribe.service.ts';

/** A message with its address. */
export interface AddressedEmail {
  to: string;
  message: Message;
  replyTo?: string;
  /** The owner of the one-click unsubscribe link; missing in transactional mail. */
  recipient?: Recipient;
}

/** Every kind of mail. The other kinds are jobs without a mail. */
export type MailKind = Exclude<JobKind, 'list_edited' | `stripe_${string}`>;
/** Null when the mail is no longer needed; this is not a failure. */
type Write<K extends MailKind> = (job: Job<K>) => Promise<AddressedEmail | null>;

interface Dependencies {
  repos: { mailFacts: MailFactsRepository; unsubscribe: Pick<UnsubscribeRepository, 'isSuppressed'> };
  secrets: Secrets;
  links: Links;
  /** When access by plan ends (milliseconds); 0 without a plan. */
  subscribedUntil: (user: MailUser) => number;
}

/** Titles shown in one mail; the others are only counted. */
const TITLES_SHOWN = 10;

const wants = (user: MailUser, preference: keyof NotificationPreferences): boolean =>
  user[PREFERENCE_COLUMNS[preference]];

const toDetail = (medium: { type: 'movie' | 'series'; releaseYear: number | null }): string =>
  [medium.releaseYear, medium.type === 'movie' ? 'Movie' : 'Series']
    .filter((part) => part !== null)
    .join(' · ');

/** Writes each kind of email from the facts at the time of sending. */
export function createEmailWriters({ repos, secrets, links, subscribedUntil }: Dependencies): {
  [K in MailKind]: Write<K>;
} {
  const { mailFacts: facts, unsubscribe } = repos;

  const findOwner = (job: Job): Promise<MailUser | null> =>
    job.userId === null ? Promise.resolve(null) : facts.findUser(job.userId);

  /** Transactional: always sent while the user exists. */
  const transactionalMail = async <K extends MailKind>(
    job: Job<K>,
    write: (user: MailUser) => Message | null | Promise<Message | null>,
  ): Promise<AddressedEmail | null> => {
    const user = await findOwner(job);
    const message = user && (await write(user));
    return user && message && { to: user.email, message };
  };

  /** Optional: sent unless a preference turns it off; carries an unsubscribe link. */
  const optionalMail = async <K extends OptionalMail>(
    job: Job<K>,
    write: (user: MailUser) => Promise<Message | null>,
  ): Promise<AddressedEmail | null> => {
    const user = await findOwner(job);
    if (!user || user.disabledAt) return null;
    if (!MAIL_PREFERENCES[job.kind].some((preference) => wants(user, preference))) return null;
    const message = await write(user);
    return message && { to: user.email, message, recipient: { kind: 'member', userId: user.id } };
  };

  const readTitles = async (ids: number[]): Promise<Titles['titles']> => {
    const rows = new Map((await facts.listTitles(ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [{ id, title: row.title, detail: toDetail(row) }] : [];
    });
  };

  return {
    welcome: (job) =>
      transactionalMail(job, async (user) => {
        const { nonce } = job.payload;
        const code = nonce === null ? null : secrets.deriveToken('email_confirm', user.id, nonce);
        const isLive =
          code !== null && (await facts.findCodeAddress(user.id, hashToken(code))) === user.email;
        return welcomeEmail({ ...user, confirmationCode: isLive ? code : null }, links);
      }),

    async confirm_email(job) {
      const user = await findOwner(job);
      if (!user) return null;
      const code = secrets.deriveToken('email_confirm', user.id, job.payload.nonce);
      const to = await facts.findCodeAddress(user.id, hashToken(code));
      if (to === null) return null;
      return { to, message: confirmEmailEmail({ displayName: user.displayName, code }, links) };
    },

    // A replaced or used link would not work, so it is not sent.
    password_reset: (job) =>
      transactionalMail(job, async (user) => {
        const token = secrets.deriveToken('password_reset', user.id, job.payload.nonce);
        const live = await facts.hasLiveReset(user.id, hashToken(token));
        return live ? passwordResetEmail({ token }, links) : null;
      }),

    password_changed: (job) =>
      transactionalMail(job, () => passwordChangedEmail({ at: job.createdAt }, links)),

    async email_changed(job) {
      const user = await findOwner(job);
      if (!user) return null;
      const code = secrets.deriveToken('email_restore', user.id, job.payload.nonce);
      const to = await facts.findCodeAddress(user.id, hashToken(code));
      const { displayName } = user;
      if (to === null) return null;
      return { to, message: emailChangedEmail({ displayName, at: job.createdAt, code }, links) };
    },

    deletion_code: (job) =>
      transactionalMail(job, async (user) => {
        const code = secrets.deriveToken('deletion_code', user.id, job.payload.nonce);
        const live = await facts.hasLiveDeletionCode(user.id, hashToken(code));
        return live ? deletionCodeEmail({ code, email: user.email }, links) : null;
      }),

    deletion_done: async (job) => ({ to: job.payload.email, message: deletionDoneEmail() }),

    async invitation({ payload }) {
      const share = await facts.findShare(payload.shareId);
      if (!share || share.state === 'accepted') return null;
      if (share.expiresAt && share.expiresAt <= new Date()) return null;
      const user = share.userId
        ? await facts.findUser(share.userId)
        : await facts.findUserByEmail(share.email);
      const addressHash = secrets.hashAddress(share.email);
      if (
        user
          ? user.disabledAt || !wants(user, 'shared_list')
          : await unsubscribe.isSuppressed(addressHash, 'invitation')
      )
        return null;
      const inviterName = share.invitedBy?.displayName ?? share.list.owner?.displayName ?? 'A Marquee user';
      return {
        to: share.email,
        recipient: user
          ? { kind: 'member', userId: user.id }
          : { kind: 'address', addressHash, shareId: payload.shareId },
        message: invitationEmail(
          {
            inviterName,
            listName: share.list.name,
            titleCount: share.list.mediaCount,
            code: share.code,
            expiresAt: share.expiresAt,
            newAddress: user ? null : share.email,
          },
          links,
        ),
      };
    },

    invitation_accepted: (job) =>
      optionalMail(job, async () => {
        const share = await facts.findShare(job.payload.shareId);
        if (!share?.user || share.state !== 'accepted') return null;
        const { id: listId, name: listName } = share.list;
        return invitationAcceptedEmail({ memberName: share.user.displayName, listName, listId }, links);
      }),

    list_changed: (job) =>
      optionalMail(job, async (user) => {
        const { listId } = job.payload;
        const added = wants(user, 'added_medium_to_list') ? job.payload.added : [];
        const removed = wants(user, 'removed_medium_from_list') ? job.payload.removed : [];
        const list = await facts.findList(listId);
        const isOnList = list?.ownerId === user.id || list?.shares.some(({ userId }) => userId === user.id);
        if (!list || !isOnList || added.length + removed.length === 0) return null;
        const editors = await facts.listDisplayNames([
          ...new Set([...added, ...removed].map((change) => change.byUserId)),
        ]);
        const read = async (changes: typeof added): Promise<Titles> => ({
          titles: await readTitles(changes.slice(0, TITLES_SHOWN).map((change) => change.mediumId)),
          total: changes.length,
        });
        return listChangedEmail(
          {
            listId,
            listName: list.name,
            editors: editors.map((editor) => editor.displayName),
            added: await read(added),
            removed: await read(removed),
          },
          links,
        );
      }),

    list_deleted: (job) =>
      optionalMail(job, async () => {
        const { listName, ownerId } = job.payload;
        const owner = ownerId === null ? null : await facts.findUser(ownerId);
        return listDeletedEmail({ listName, ownerName: owner?.displayName ?? null }, links);
      }),

    rate_watched: (job) =>
      optionalMail(job, async (user) => {
        const rated = new Set(await facts.listRatedIds(user.id, job.payload.mediumIds));
        const titles = await readTitles(job.payload.mediumIds.filter((id) => !rated.has(id)));
        return titles.length > 0 ? rateWatchedEmail({ titles }, links) : null;
      }),

    trial_ending: (job) =>
      transactionalMail(job, (user) => {
        const { trialEndsAt } = user;
        if (!trialEndsAt || trialEndsAt <= new Date() || user.disabledAt) return null;
        if (subscribedUntil(user) > trialEndsAt.getTime()) return null;
        return trialEndingEmail({ trialEndsAt }, links);
      }),

    async support_feedback(job) {
      const feedback = await facts.findFeedback(job.payload.feedbackId);
      if (!feedback) return null;
      const { user, content } = feedback;
      const message = supportFeedbackEmail({ ...user, userId: user.id, content });
      return { to: links.support, replyTo: user.email, message };
    },

    async support_contact(job) {
      const contact = await facts.findContactMessage(job.payload.contactMessageId);
      return contact && { to: links.support, replyTo: contact.email, message: supportContactEmail(contact) };
    },
  };
}
