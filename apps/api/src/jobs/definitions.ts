import { z } from 'zod';

/**
 * Every kind of outbox row with the schema of its payload. A payload holds ids; it holds text only when the row with
 * the text is deleted by then. Secrets are derived when the mail is sent (core/secrets.ts), never stored.
 * `owner` is the user that the row belongs to, so that it is deleted with the user. `user` requires a userId, `none`
 * has none, `optional` accepts both.
 */
const define = <Owner extends 'user' | 'none' | 'optional', Payload extends z.ZodType>(
  owner: Owner,
  payload: Payload,
) => ({ owner, payload });

const Id = z.int().positive();
const Nothing = z.object({});
/** See `deriveToken`: the secret needs the nonce and the server's key. */
const Nonce = z.string().min(16).max(64);

export const definitions = {
  /** The nonce of the confirmation link; null when addresses need no proof. */
  welcome: define('user', z.object({ nonce: Nonce.nullable().default(null) })),
  /** Sent to the address of the code, which may be the pending one. */
  confirm_email: define('user', z.object({ nonce: Nonce })),
  password_reset: define('user', z.object({ nonce: Nonce })),
  password_changed: define('user', Nothing),
  /** Sent to the previous address, with a link that restores it. */
  email_changed: define('user', z.object({ nonce: Nonce })),
  deletion_code: define('user', z.object({ nonce: Nonce })),
  /** The account is deleted, so the payload holds the address until the mail is sent, at most seven days. */
  deletion_done: define('none', z.object({ email: z.string() })),
  /** Sent to the invited address of a share; with a userId when the address has an account. */
  invitation: define('optional', z.object({ shareId: Id })),
  /** userId is the recipient: the inviter, or else the owner. */
  invitation_accepted: define('user', z.object({ shareId: Id })),
  /**
   * One edit of a list by userId. Not a mail: after MAIL_GATHER_SECONDS, all edits become one `list_changed` per
   * recipient.
   */
  list_edited: define(
    'user',
    z.object({ listId: Id, added: z.array(Id).default([]), removed: z.array(Id).default([]) }),
  ),
  /** Created from `list_edited`; userId is the recipient. */
  list_changed: define(
    'user',
    z.object({
      listId: Id,
      added: z.array(z.object({ mediumId: Id, byUserId: Id })),
      removed: z.array(z.object({ mediumId: Id, byUserId: Id })),
    }),
  ),
  /** The list is deleted by then, so the payload holds its name. userId is the former member. */
  list_deleted: define('user', z.object({ listName: z.string(), ownerId: Id.nullable() })),
  /** "Did you watch it?" for followed links, newest first. */
  rate_watched: define('user', z.object({ mediumIds: z.array(Id).min(1) })),
  trial_ending: define('user', Nothing),
  support_feedback: define('user', z.object({ feedbackId: Id })),
  support_contact: define('optional', z.object({ contactMessageId: Id })),
  /** Not a mail: the account is deleted and must not be charged again. */
  stripe_cancel: define(
    'none',
    z.object({ subscriptionId: z.string().optional(), customerId: z.string().optional() }),
  ),
  /** Not a mail: a stored event of Stripe. */
  stripe_event: define('none', z.object({ eventId: z.string() })),
  /** Not a mail: reads the state of userId's subscription from Stripe. */
  stripe_sync: define('user', Nothing),
  /** Not a mail: userId's address changed. A trigger writes this row. */
  stripe_address: define('user', Nothing),
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
    /** At most one waiting row per key: a second one is dropped until the relay has taken the first. */
    dedupeKey?: string;
    /** Not before this moment; default: now. */
    availableAt?: Date;
  } & Owned<K>;
}[JobKind];

export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(definitions, kind);
