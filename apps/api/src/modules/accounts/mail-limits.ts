import { orNullIfTooMany } from '#src/core/errors.ts';
import { isTagged } from '#src/core/mailbox.ts';
import type { Secrets } from '#src/core/secrets.ts';
import type { Counted, Limits } from '#src/http/rate-limits.ts';
import type { MailKind } from '#src/mail/mails.ts';

/** The mails that a stranger can make us send. */
type LimitedMail = Extract<
  MailKind,
  'welcome' | 'confirm_email' | 'email_changed' | 'password_reset' | 'deletion_code' | 'invitation'
>;

interface Recipient {
  email: string;
  /** A proven address has counts of its own, so that a stranger cannot use them up with other spellings. */
  isProven: boolean;
}

interface Dependencies {
  limits: Pick<Limits, 'takeEach' | 'tryTakeEach'>;
  secrets: Pick<Secrets, 'hashAddress' | 'hashMailbox'>;
}

/**
 * Counts the mails to a mailbox, whose spellings share the counts: a stranger must not multiply them by signing up with
 * each. The first mail of an hour and kind to an address without a tag is sent although strangers have used up the mailbox's
 * with tags, of which there is no end. Nor is there of the dots that some providers ignore, so that these spellings share it.
 */
export function createMailLimits({ limits, secrets }: Dependencies) {
  async function take(kind: LimitedMail, { email, isProven }: Recipient): Promise<Counted> {
    const mailbox = isProven ? `proven:${secrets.hashAddress(email)}` : secrets.hashMailbox(email);
    const counts: Parameters<Limits['takeEach']>[0] = [
      ['mailsDaily', mailbox],
      ['mails', `${kind}:${mailbox}`],
    ];
    // Nobody waits for an invitation mail, since invitations are in the product too.
    if (isTagged(email) || kind === 'invitation') return limits.takeEach(counts);
    const reserve = await limits.tryTakeEach([['mailReserve', `${kind}:${secrets.hashMailbox(email)}`]]);
    if (reserve === null) return limits.takeEach([['mailsAfterReserve', `${kind}:${mailbox}`], ...counts]);
    const counted = await limits.tryTakeEach(counts);
    return {
      async giveBack() {
        await counted?.giveBack();
        await reserve.giveBack();
      },
    };
  }

  return {
    /** @throws AppError `too_many_requests` over the limits. */
    take,

    /** Returns null instead of the counted mail over the limits. */
    tryTake: (kind: LimitedMail, recipient: Recipient): Promise<Counted | null> =>
      orNullIfTooMany(take(kind, recipient)),
  };
}

export type MailLimits = ReturnType<typeof createMailLimits>;
