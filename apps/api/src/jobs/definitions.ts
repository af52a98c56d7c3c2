import { z } from 'zod';
import { Id, Nothing } from '#src/core/payloads.ts';
import type { Owner } from '#src/mail/mail.ts';
import { isMailKind, mails } from '#src/mail/mails.ts';

/**
 * Defines a kind of outbox row by its owner and the schema of its payload. When a user is deleted, the
 * database deletes the user's rows too.
 */
const define = <Whose extends Owner, Payload extends z.ZodType>(owner: Whose, payload: Payload) => ({
  owner,
  payload,
});

/** Every kind of outbox row: the mails, and jobs without a mail. */
export const definitions = {
  ...mails,
  /**
   * One edit of a list by the row's user. After MAIL_GATHER_SECONDS, one job writes one `list_changed` row per
   * recipient.
   */
  list_edited: define(
    'user',
    z.object({ listId: Id, added: z.array(Id).default([]), removed: z.array(Id).default([]) }),
  ),
  /** Works on an import of the row's user. */
  import_work: define('user', z.object({ importId: Id })),
  /** Lets what members have seen follow series whose episodes the catalogue has changed. The catalogue writes this row. */
  follow_series: define('none', Nothing),
  /** Matches wishes, and the titles of imports that wait, with the changed catalogue. `after` is a user id. */
  match_waiting: define('none', z.object({ after: z.int().nonnegative().default(0) })),
  /** Tells the browsers of the row's user of something, unless its reason is gone. */
  push: define(
    'user',
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('invitation'), shareId: Id }),
      z.object({ kind: z.literal('round'), roundId: Id }),
      // `more`: how many further titles of the evening are not told of.
      z.object({ kind: z.literal('episode'), mediumId: Id, more: z.int().nonnegative().default(0) }),
      z.object({ kind: z.literal('saved'), mediumId: Id, more: z.int().nonnegative().default(0) }),
    ]),
  ),
  /** Cancels the subscriptions of a deleted account at Stripe. */
  stripe_cancel: define(
    'none',
    z.object({ subscriptionId: z.string().optional(), customerId: z.string().optional() }),
  ),
  /** Processes a stored event of Stripe. */
  stripe_event: define('none', z.object({ eventId: z.string() })),
  /** Reads the subscription of the row's user from Stripe. */
  stripe_sync: define('user', Nothing),
  /** Sends the changed address of the row's user to Stripe. A trigger in the database writes this row. */
  stripe_address: define('user', Nothing),
  /** Processes a stored notification of an app store. */
  store_notification: define('none', z.object({ processor: z.enum(['apple', 'google']), id: z.string() })),
  /**
   * Derives the plan of the row's user from the stored subscriptions of the app stores. A trigger in the
   * database writes this row.
   */
  store_sync: define('user', Nothing),
  /**
   * Acknowledges a purchase of the row's user at Google. Google refunds a purchase that is not acknowledged
   * within three days.
   */
  store_acknowledge: define('user', z.object({ subscriptionId: z.string() })),
} as const;

type Definitions = typeof definitions;
export type JobKind = keyof Definitions;
/** The parsed payload that a handler receives. */
export type JobPayload<K extends JobKind> = z.output<Definitions[K]['payload']>;

type Owned<K extends JobKind> = Definitions[K]['owner'] extends 'user'
  ? { userId: number }
  : Definitions[K]['owner'] extends 'none'
    ? { userId?: null }
    : { userId?: number | null };

/** A row to insert into the outbox. */
export type NewMessage = {
  [K in JobKind]: {
    kind: K;
    payload: z.input<Definitions[K]['payload']>;
    /** While a row with this key waits, no other row with the key is inserted. */
    dedupeKey?: string;
    /** The earliest time of the job. The default is now. */
    availableAt?: Date;
  } & Owned<K>;
}[JobKind];

const PATIENT: ReadonlySet<string> = new Set<JobKind>([
  'follow_series',
  'import_work',
  'invitation',
  'invitation_accepted',
  'list_changed',
  'list_deleted',
  'list_edited',
  'match_waiting',
  'monthly_export',
  'news',
  'push',
  'rate_watched',
  'trial_ending',
]);
/**
 * Returns which jobs go first, 0 before 1 before 2: payments, then mails that a user waits for, then kinds that come in
 * great numbers or take long. So neither a slow mail server nor many digests delay a payment for long. The first kinds
 * cannot delay the last for long, because each of them follows a call that is limited.
 */
export const rankOf = (kind: string): number => (PATIENT.has(kind) ? 2 : isMailKind(kind) ? 1 : 0);

export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(definitions, kind);
