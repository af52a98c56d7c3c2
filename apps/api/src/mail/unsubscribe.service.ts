import { NewsKind } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';
import type { Secrets } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { isOptionalMail, mails, type OptionalMail } from './mails.ts';
import { NEWS_NAMES } from './messages/news.email.ts';
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

/** What a token unsubscribes from: a mail, or one kind of news in the weekly mail. */
interface Target {
  mail: OptionalMail;
  newsKind: NewsKind | null;
}

/** Tokens of mails that `news` replaced. */
const REPLACED = new Map<string, OptionalMail>([
  ['leaving_soon', 'news'],
  ['new_on_services', 'news'],
]);

const write = (recipient: Recipient, target: string): string =>
  recipient.kind === 'member'
    ? `${target}~u~${recipient.userId}`
    : `${target}~a~${recipient.shareId}~${recipient.addressHash}`;

function readTarget(text: string): Target | null {
  const [name = '', kind] = text.split('.');
  const mail = REPLACED.get(name) ?? name;
  if (!isOptionalMail(mail)) return null;
  return { mail, newsKind: NewsKind.safeParse(kind).data ?? null };
}

function read(text: string): (Target & { recipient: Recipient }) | null {
  const [name = '', kind, id = '', addressHash = ''] = text.split('~');
  const target = readTarget(name);
  if (!target) return null;
  if (kind === 'u') return { ...target, recipient: { kind: 'member', userId: Number(id) } };
  if (kind === 'a') return { ...target, recipient: { kind: 'address', shareId: Number(id), addressHash } };
  return null;
}

const nameOf = ({ mail, newsKind }: Target): string =>
  newsKind ? `emails about ${NEWS_NAMES[newsKind]}` : mails[mail].optional.name;

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

    /** Creates the token that ends one kind of news in the weekly mail. */
    createNewsToken: (userId: number, kind: NewsKind): string =>
      secrets.sign(USE, write({ kind: 'member', userId }, `news.${kind}`)),

    /**
     * Returns the name of the mail that a token unsubscribes from.
     * @throws AppError `not_found` for an invalid token.
     */
    describe: (token: string): string => nameOf(open(token)),

    /**
     * Unsubscribes from the kind of mail that the token names. Idempotent.
     * @throws AppError `not_found` for an invalid token.
     */
    async unsubscribe(token: string): Promise<string> {
      const { recipient, ...target } = open(token);
      const { mail, newsKind } = target;
      await withTransaction(async ({ unsubscribe, changed }) => {
        if (recipient.kind === 'address') await unsubscribe.suppress(recipient.addressHash, mail);
        // When the address has an account, its notification preferences are turned off too.
        const userId =
          recipient.kind === 'member'
            ? recipient.userId
            : await unsubscribe.findUserIdOfShare(recipient.shareId);
        if (userId === null) return;
        if (newsKind) await unsubscribe.endNews(userId, newsKind);
        else await unsubscribe.turnOff(userId, mails[mail].optional.preferences);
        changed.add(userId);
      });
      return nameOf(target);
    },
  };
}

export type UnsubscribeService = ReturnType<typeof createUnsubscribeService>;
