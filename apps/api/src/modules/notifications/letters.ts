import type { NotificationPreferences } from '@marquee/contracts';
import { deletionCodeEmail } from '#src/emails/deletion-code.email.ts';
import { deletionDoneEmail } from '#src/emails/deletion-done.email.ts';
import { emailChangedEmail } from '#src/emails/email-changed.email.ts';
import { invitationEmail } from '#src/emails/invitation.email.ts';
import { invitationAcceptedEmail } from '#src/emails/invitation-accepted.email.ts';
import { listChangedEmail, type Titles } from '#src/emails/list-changed.email.ts';
import { listDeletedEmail } from '#src/emails/list-deleted.email.ts';
import type { Links, Message } from '#src/emails/message.ts';
import { passwordChangedEmail } from '#src/emails/password-changed.email.ts';
import { passwordResetEmail } from '#src/emails/password-reset.email.ts';
import { rateWatchedEmail } from '#src/emails/rate-watched.email.ts';
import { supportContactEmail, supportFeedbackEmail } from '#src/emails/support.email.ts';
import { trialEndingEmail } from '#src/emails/trial-ending.email.ts';
import { welcomeEmail } from '#src/emails/welcome.email.ts';
import type { JobKind } from '#src/jobs/definitions.ts';
import type { Job } from '#src/jobs/handler.ts';
import { hashToken, type Secrets } from '#src/secrets.ts';
import type { MailFactsRepository, Person } from './mail-facts.repository.ts';
import { MAIL_PREFERENCES, type OptionalMail, PREFERENCE_COLUMNS } from './preferences.ts';
import type { UnsubscribeRepository } from './unsubscribe.repository.ts';
import type { Reader } from './unsubscribe.service.ts';

/** A message and whom it goes to. */
export interface Letter {
  to: string;
  message: Message;
  replyTo?: string;
  /** Whose one-click link it carries; none in transactional mail. */
  reader?: Reader;
}

/** Every kind but the gathering of edits, which is no mail. */
export type MailKind = Exclude<JobKind, 'list_edited' | 'stripe_cancel'>;
/** Null: there is nothing (any more) to say, and that is no failure. */
type Write<K extends MailKind> = (job: Job<K>) => Promise<Letter | null>;

interface Dependencies {
  repos: { mailFacts: MailFactsRepository; unsubscribe: Pick<UnsubscribeRepository, 'isSuppressed'> };
  secrets: Secrets;
  links: Links;
  /** Until when (milliseconds) a plan gives access; 0 without one. */
  subscribedUntil: (person: Person) => number;
}

/** Titles shown in one mail; more are only counted. */
const TITLES_READ = 10;

const wants = (person: Person, preference: keyof NotificationPreferences): boolean =>
  person[PREFERENCE_COLUMNS[preference]];

const toDetail = (medium: { type: 'movie' | 'series'; releaseYear: number | null }): string =>
  [medium.releaseYear, medium.type === 'movie' ? 'Movie' : 'Series']
    .filter((part) => part !== null)
    .join(' · ');

/** Writes each kind of mail from what is true when it is sent. */
export function createLetters({ repos, secrets, links, subscribedUntil }: Dependencies): {
  [K in MailKind]: Write<K>;
} {
  const { mailFacts: facts, unsubscribe } = repos;

  const findOwner = (job: Job): Promise<Person | null> =>
    job.userId === null ? Promise.resolve(null) : facts.findPerson(job.userId);

  /** Transactional: it goes out unless the person is gone. */
  const toPerson = async <K extends MailKind>(
    job: Job<K>,
    write: (person: Person) => Message | null | Promise<Message | null>,
  ): Promise<Letter | null> => {
    const person = await findOwner(job);
    const message = person && (await write(person));
    return person && message && { to: person.email, message };
  };

  /** Optional: only to those who want it, with the way to end it. */
  const toReader = async <K extends OptionalMail>(
    job: Job<K>,
    write: (person: Person) => Promise<Message | null>,
  ): Promise<Letter | null> => {
    const person = await findOwner(job);
    if (!person || person.disabledAt) return null;
    if (!MAIL_PREFERENCES[job.kind].some((preference) => wants(person, preference))) return null;
    const message = await write(person);
    return message && { to: person.email, message, reader: { kind: 'member', userId: person.id } };
  };

  const readTitles = async (ids: number[]): Promise<Titles['titles']> => {
    const rows = new Map((await facts.listTitles(ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [{ id, title: row.title, detail: toDetail(row) }] : [];
    });
  };

  return {
    welcome: (job) => toPerson(job, (person) => welcomeEmail(person, links)),

    // A link that was replaced or used meanwhile would only confuse.
    password_reset: (job) =>
      toPerson(job, async (person) => {
        const token = secrets.deriveToken('password_reset', person.id, job.payload.nonce);
        const live = await facts.hasLiveReset(person.id, hashToken(token));
        return live ? passwordResetEmail({ token }, links) : null;
      }),

    password_changed: (job) => toPerson(job, () => passwordChangedEmail({ at: job.createdAt }, links)),

    async email_changed(job) {
      const person = await findOwner(job);
      const message =
        person && emailChangedEmail({ displayName: person.displayName, at: job.createdAt }, links);
      return message && { to: job.payload.oldEmail, message };
    },

    deletion_code: (job) =>
      toPerson(job, async (person) => {
        const code = secrets.deriveToken('deletion_code', person.id, job.payload.nonce);
        const live = await facts.hasLiveDeletionCode(person.id, hashToken(code));
        return live ? deletionCodeEmail({ code, email: person.email }, links) : null;
      }),

    deletion_done: async (job) => ({ to: job.payload.email, message: deletionDoneEmail() }),

    async invitation({ payload }) {
      const share = await facts.findShare(payload.shareId);
      if (!share || share.state === 'accepted') return null;
      if (share.expiresAt && share.expiresAt <= new Date()) return null;
      const person = share.userId
        ? await facts.findPerson(share.userId)
        : await facts.findPersonByEmail(share.email);
      const addressHash = secrets.hashAddress(share.email);
      if (
        person
          ? person.disabledAt || !wants(person, 'shared_list')
          : await unsubscribe.isSuppressed(addressHash, 'invitation')
      )
        return null;
      const inviterName = share.invitedBy?.displayName ?? share.list.owner?.displayName ?? 'Somebody';
      return {
        to: share.email,
        reader: person
          ? { kind: 'member', userId: person.id }
          : { kind: 'address', addressHash, shareId: payload.shareId },
        message: invitationEmail(
          {
            inviterName,
            listName: share.list.name,
            titleCount: share.list.mediaCount,
            code: share.code,
            expiresAt: share.expiresAt,
            newAddress: person ? null : share.email,
          },
          links,
        ),
      };
    },

    invitation_accepted: (job) =>
      toReader(job, async () => {
        const share = await facts.findShare(job.payload.shareId);
        if (!share?.user || share.state !== 'accepted') return null;
        const { id: listId, name: listName } = share.list;
        return invitationAcceptedEmail({ memberName: share.user.displayName, listName, listId }, links);
      }),

    list_changed: (job) =>
      toReader(job, async (person) => {
        const { listId } = job.payload;
        const added = wants(person, 'added_medium_to_list') ? job.payload.added : [];
        const removed = wants(person, 'removed_medium_from_list') ? job.payload.removed : [];
        const list = await facts.findList(listId);
        const reads = list?.ownerId === person.id || list?.shares.some(({ userId }) => userId === person.id);
        if (!list || !reads || added.length + removed.length === 0) return null;
        const editors = await facts.listDisplayNames([
          ...new Set([...added, ...removed].map((change) => change.byUserId)),
        ]);
        const read = async (changes: typeof added): Promise<Titles> => ({
          titles: await readTitles(changes.slice(0, TITLES_READ).map((change) => change.mediumId)),
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
      toReader(job, async () => {
        const { listName, ownerId } = job.payload;
        const owner = ownerId === null ? null : await facts.findPerson(ownerId);
        return listDeletedEmail({ listName, ownerName: owner?.displayName ?? null }, links);
      }),

    rate_watched: (job) =>
      toReader(job, async (person) => {
        const rated = new Set(await facts.listRatedIds(person.id, job.payload.mediumIds));
        const titles = await readTitles(job.payload.mediumIds.filter((id) => !rated.has(id)));
        return titles.length > 0 ? rateWatchedEmail({ titles }, links) : null;
      }),

    trial_ending: (job) =>
      toPerson(job, (person) => {
        const { trialEndsAt } = person;
        if (!trialEndsAt || trialEndsAt <= new Date() || person.disabledAt) return null;
        if (subscribedUntil(person) > trialEndsAt.getTime()) return null;
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
