import { z } from 'zod';

/**
 * Every kind of work for later, with what it needs to know. Payloads hold ids, and a text only where the row it
 * came from is gone by then; secrets are derived when the mail is sent (src/secrets.ts), never stored.
 *
 * `owner` says whose message the outbox row is, so that it goes with the person: `person` needs a userId,
 * `nobody` has none, `either` takes what there is.
 */
const define = <Owner extends 'person' | 'nobody' | 'either', Payload extends z.ZodType>(
  owner: Owner,
  payload: Payload,
) => ({ owner, payload });

const Id = z.int().positive();
const Nothing = z.object({});
/** See `deriveToken`: with the server's key it gives the secret, alone it gives nothing. */
const Nonce = z.string().min(16).max(64);

export const definitions = {
  welcome: define('person', Nothing),
  password_reset: define('person', z.object({ nonce: Nonce })),
  password_changed: define('person', Nothing),
  /** Goes to the address that was left behind. */
  email_changed: define('person', z.object({ oldEmail: z.string() })),
  deletion_code: define('person', z.object({ nonce: Nonce })),
  /** The person is gone; the address lives here until the farewell is sent, seven days at most. */
  deletion_done: define('nobody', z.object({ email: z.string() })),
  /** To the invited address of a share, account or not; userId when it has one. */
  invitation: define('either', z.object({ shareId: Id })),
  /** userId is who is told: the inviter, or the owner. */
  invitation_accepted: define('person', z.object({ shareId: Id })),
  /** One edit of a list by userId. Not a mail: MAIL_GATHER_SECONDS later all are one `list_changed` per reader. */
  list_edited: define(
    'person',
    z.object({ listId: Id, added: z.array(Id).default([]), removed: z.array(Id).default([]) }),
  ),
  /** Written by the gathering of `list_edited`; userId is the reader. */
  list_changed: define(
    'person',
    z.object({
      listId: Id,
      added: z.array(z.object({ mediumId: Id, byUserId: Id })),
      removed: z.array(z.object({ mediumId: Id, byUserId: Id })),
    }),
  ),
  /** To a member who has lost the list, so its name travels along. userId is the member. */
  list_deleted: define('person', z.object({ listName: z.string(), ownerId: Id.nullable() })),
  /** "Did you watch it?" after followed links, newest first. */
  rate_watched: define('person', z.object({ mediumIds: z.array(Id).min(1) })),
  trial_ending: define('person', Nothing),
  support_feedback: define('person', z.object({ feedbackId: Id })),
  support_contact: define('either', z.object({ contactMessageId: Id })),
  /** Not a mail: the person is gone and must not be charged again. */
  stripe_cancel: define('nobody', z.object({ subscriptionId: z.string() })),
} as const;

type Definitions = typeof definitions;
export type JobKind = keyof Definitions;
/** What a handler gets: the parsed payload. */
export type JobPayload<K extends JobKind> = z.output<Definitions[K]['payload']>;

type Owned<K extends JobKind> = Definitions[K]['owner'] extends 'person'
  ? { userId: number }
  : Definitions[K]['owner'] extends 'nobody'
    ? { userId?: null }
    : { userId?: number | null };

/** A message as it is written to the outbox. */
export type NewMessage = {
  [K in JobKind]: {
    kind: K;
    payload: z.input<Definitions[K]['payload']>;
    /** At most one waiting message per key: a second one is dropped while the first has not been handed on. */
    dedupeKey?: string;
    /** Not before this moment; now when left out. */
    availableAt?: Date;
  } & Owned<K>;
}[JobKind];

export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(definitions, kind);
