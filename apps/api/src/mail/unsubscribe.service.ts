import { AppError } from '#src/core/errors.ts';
import type { Secrets } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { isOptionalMail, mails, type OptionalMail } from './mails.ts';
import type { UnsubscribeRepository } from './unsubscribe.repository.ts';

/** A user, or an invited address that had no account when the mail was sent. */
export type Recipient =
  | { kind: 'member'; userId: number }
  | { kind: 'address'; addressHash: string; shareId: number };

interface Dependencies {
  withTransaction: WithTransaction<{ unsubscribe: UnsubscribeRepository }>;
  secrets: Secrets;
}

const USE = 'unsubscribe';

const write = (recipient: Recipient, mail: OptionalMail): string =>
  recipient.kind === 'member'
    ? `${mail}~u~${recipient.userId}`
    : `${mail}~a~${recipient.shareId}~${recipient.addressHash}`;

function read(text: string): { recipient: Recipient; mail: OptionalMail } | null {
  const [mail = '', kind, id = '', addressHash = ''] = text.split('~');
  if (!isOptionalMail(mail)) return null;
  if (kind === 'u') return { mail, recipient: { kind: 'member', userId: Number(id) } };
  if (kind === 'a') return { mail, recipient: { kind: 'address', shareId: Number(id), addressHash } };
  return null;
}

/**
 * Creates the service of one-click unsubscribe. Its tokens, which contain no address, never expire, because
 * users may open old mails.
 */
export function createUnsubscribeService({ withTransaction, secrets }: Dependencies) {
  const open = (token: string) => {
    const text = secrets.verify(USE, token);
    const opened = text === null ? null : read(text);
    if (!opened) throw new AppError('not_found');
    return opened;
  };

  return {
    createToken: (recipient: Recipient, mail: OptionalMail): string =>
      secrets.sign(USE, write(recipient, mail)),

    /**
     * Returns the name of the mail that a token unsubscribes from.
     * @throws AppError `not_found` for an invalid token.
     */
    describe: (token: string): string => mails[open(token).mail].optional.name,

    /**
     * Unsubscribes from the kind of mail that the token names. Idempotent.
     * @throws AppError `not_found` for an invalid token.
     */
    async unsubscribe(token: string): Promise<string> {
      const { recipient, mail } = open(token);
      await withTransaction(async ({ unsubscribe, changed }) => {
        if (recipient.kind === 'address') await unsubscribe.suppress(recipient.addressHash, mail);
        // When the address has an account, its notification preferences are turned off too.
        const userId =
          recipient.kind === 'member'
            ? recipient.userId
            : await unsubscribe.findUserIdOfShare(recipient.shareId);
        if (userId === null) return;
        await unsubscribe.turnOff(userId, mails[mail].optional.preferences);
        changed.add(userId);
      });
      return mails[mail].optional.name;
    },
  };
}

export type UnsubscribeService = ReturnType<typeof createUnsubscribeService>;
