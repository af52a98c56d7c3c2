import type { MemberCache } from '#src/discover/members.ts';
import { AppError } from '#src/errors.ts';
import type { Secrets } from '#src/secrets.ts';
import { isOptionalMail, MAIL_NAMES, MAIL_PREFERENCES, type OptionalMail } from './preferences.ts';
import type { UnsubscribeRepository } from './unsubscribe.repository.ts';

/** Who unsubscribes: a member, or an invited address that had no account when the mail went out. */
export type Reader =
  | { kind: 'member'; userId: number }
  | { kind: 'address'; addressHash: string; shareId: number };

interface Dependencies {
  repos: { unsubscribe: UnsubscribeRepository };
  secrets: Secrets;
  members: Pick<MemberCache, 'drop'>;
}

const USE = 'unsubscribe';

const write = (reader: Reader, mail: OptionalMail): string =>
  reader.kind === 'member'
    ? `${mail}~u~${reader.userId}`
    : `${mail}~a~${reader.shareId}~${reader.addressHash}`;

function read(text: string): { reader: Reader; mail: OptionalMail } | null {
  const [mail = '', kind, id = '', addressHash = ''] = text.split('~');
  if (!isOptionalMail(mail)) return null;
  if (kind === 'u') return { mail, reader: { kind: 'member', userId: Number(id) } };
  if (kind === 'a') return { mail, reader: { kind: 'address', shareId: Number(id), addressHash } };
  return null;
}

/** One-click unsubscribing. Tokens are signed, hold no address, and never end: neither do mails. */
export function createUnsubscribeService({ repos, secrets, members }: Dependencies) {
  const open = (token: string) => {
    const text = secrets.verify(USE, token);
    const opened = text === null ? null : read(text);
    if (!opened) throw new AppError('not_found');
    return opened;
  };

  return {
    createToken: (reader: Reader, mail: OptionalMail): string => secrets.sign(USE, write(reader, mail)),

    /** What a token would end, in words. @throws AppError `not_found` when it is not ours. */
    describe: (token: string): string => MAIL_NAMES[open(token).mail],

    /** Ends that kind of mail. Repeating it changes nothing. @throws AppError `not_found`. */
    async unsubscribe(token: string): Promise<string> {
      const { reader, mail } = open(token);
      if (reader.kind === 'address') await repos.unsubscribe.suppress(reader.addressHash, mail);
      // Whoever made an account since then is asked through the account's own settings.
      const userId =
        reader.kind === 'member' ? reader.userId : await repos.unsubscribe.findUserIdOfShare(reader.shareId);
      if (userId !== null) {
        await repos.unsubscribe.turnOff(userId, MAIL_PREFERENCES[mail]);
        members.drop(userId);
      }
      return MAIL_NAMES[mail];
    },
  };
}

export type UnsubscribeService = ReturnType<typeof createUnsubscribeService>;
