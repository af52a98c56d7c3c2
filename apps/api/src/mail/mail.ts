import type { NewsKind } from '@marquee/contracts';
import type { z } from 'zod';
import type { Secrets } from '#src/core/secrets.ts';
import type { MailFactsRepository, MailUser } from './mail-facts.repository.ts';
import type { Links, Message } from './message.ts';
import { PREFERENCE_COLUMNS, type Preference } from './preferences.ts';
import type { Recipient } from './unsubscribe.service.ts';

/** A message with the address that it is sent to. */
export interface AddressedEmail {
  to: string;
  message: Message;
  replyTo?: string;
  /** The user or address that the one-click unsubscribe link belongs to. Missing in transactional mail. */
  recipient?: Recipient;
}

/** The outbox row that causes a mail, with its parsed payload. */
export interface MailJob<Payload> {
  id: number;
  userId: number | null;
  payload: Payload;
  createdAt: Date;
}

export interface MailContext {
  facts: MailFactsRepository;
  secrets: Secrets;
  links: Links;
  /** Returns whether an address without an account unsubscribed from invitations. */
  refusesInvitations: (addressHashes: string[]) => Promise<boolean>;
  /**
   * Returns when access through a plan ends, in milliseconds since 1970. Returns 0 without such access, and
   * Infinity when it has no end.
   */
  subscribedUntil: (user: MailUser) => number;
  /** The same for a plan or the trial. */
  memberUntil: (user: MailUser) => number;
  /** Returns the address that ends one kind of news in the weekly mail. */
  newsUnsubscribeUrl: (userId: number, kind: NewsKind) => string;
}

/**
 * Whether the outbox row belongs to a user. `user` requires a userId, `none` forbids a userId, `optional`
 * allows rows with and without a userId.
 */
export type Owner = 'user' | 'none' | 'optional';

/** The preferences of an optional mail, and its name on the unsubscribe page. */
interface Optional {
  preferences: readonly [Preference, ...Preference[]];
  name: string;
}

interface Definition<Payload extends z.ZodType> {
  /**
   * The payload contains ids. It contains a text only when the row with this text may be deleted before the
   * mail is sent.
   */
  payload: Payload;
  /**
   * Returns messages with sample values for previews and tests, by the name of the sample. Some values are
   * hostile.
   */
  samples: () => Record<string, Message>;
}

/**
 * Reads the facts and writes the message at the time of sending. Returns null when no mail is needed, which
 * is not a failure.
 */
type Write<Payload extends z.ZodType> = (
  job: MailJob<z.output<Payload>>,
  context: MailContext,
) => Promise<AddressedEmail | null>;

type WriteToUser<Payload extends z.ZodType> = (
  user: MailUser,
  job: MailJob<z.output<Payload>>,
  context: MailContext,
) => Message | null | Promise<Message | null>;

/** Defines a mail whose `write` chooses the recipient. */
export const defineMail = <Whose extends Owner, Payload extends z.ZodType>(
  mail: Definition<Payload> & { owner: Whose; write: Write<Payload> },
) => mail;

/** Defines a mail that notification preferences turn off. `write` chooses the recipient. */
export const defineOptionalMail = <Whose extends Owner, Payload extends z.ZodType>(
  mail: Definition<Payload> & { owner: Whose; optional: Optional; write: Write<Payload> },
) => mail;

const findOwner = (job: MailJob<unknown>, { facts }: MailContext): Promise<MailUser | null> =>
  job.userId === null ? Promise.resolve(null) : facts.findUser(job.userId);

/** Defines a mail that answers an action of the user or protects the account. No preference turns it off. */
export const defineTransactionalMailToUser = <Payload extends z.ZodType>(
  mail: Definition<Payload> & { write: WriteToUser<Payload> },
) =>
  defineMail({
    ...mail,
    owner: 'user',
    async write(job: MailJob<z.output<Payload>>, context) {
      const user = await findOwner(job, context);
      const message = user && (await mail.write(user, job, context));
      return user && message && { to: user.email, message };
    },
  });

/**
 * Defines a mail that goes to a user and has an unsubscribe link. The mail is sent when at least one of its
 * preferences is on.
 */
export const defineOptionalMailToUser = <Payload extends z.ZodType>(
  mail: Definition<Payload> & { optional: Optional; write: WriteToUser<Payload> },
) =>
  defineOptionalMail({
    ...mail,
    owner: 'user',
    async write(job: MailJob<z.output<Payload>>, context) {
      const user = await findOwner(job, context);
      if (!user || user.disabledAt) return null;
      if (!mail.optional.preferences.some((preference) => wants(user, preference))) return null;
      const message = await mail.write(user, job, context);
      return message && { to: user.email, message, recipient: { kind: 'member', userId: user.id } };
    },
  });

export const wants = (user: MailUser, preference: Preference): boolean =>
  user[PREFERENCE_COLUMNS[preference]];

/** Returns whether a trial or a plan gives the user access now. */
export const isMember = (user: MailUser, { memberUntil }: MailContext): boolean =>
  memberUntil(user) > Date.now();
