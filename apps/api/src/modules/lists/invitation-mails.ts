import { LIMITS } from '@marquee/contracts';
import type { Secrets } from '#src/core/secrets.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { EmailService } from '#src/modules/accounts/email.service.ts';

/** The key under which the mails of all users are counted. */
const ALL_USERS = 'all';

interface Dependencies {
  limits: Pick<Limits, 'tryTake' | 'takeAll' | 'giveBack'>;
  secrets: Pick<Secrets, 'hashMailbox'>;
  email: Pick<EmailService, 'getStanding'>;
}

export interface CountedMails {
  /** The addresses that get a mail. They are in lower case. */
  mailable: ReadonlySet<string>;
  /**
   * Removes the mails from the counts. Call this function when the request fails and the mails are not sent.
   */
  giveBack(): Promise<void>;
}

/** Returns the address in lower case, for comparisons. */
export const addressKey = (email: string): string => email.toLowerCase();

/** Counts the mails of a call. A call over the sender's limit or the product's limit sends no mail. */
export function createInvitationMails({ limits, secrets, email }: Dependencies) {
  /** Counts the mails of a call. A call that exceeds a limit of the sender or of the product sends no mail. */
  async function takeBudget(userId: number, by: number): Promise<void> {
    if (by === 0) return;
    const { max, unproven, trial } = LIMITS.invitations;
    const standing = await email.getStanding(userId);
    await limits.takeAll('invitations', String(userId), {
      by,
      max: { subscriber: max, trial, unproven }[standing],
      tooMany: (left) =>
        `You can send ${left} more ${left === 1 ? 'invitation' : 'invitations'} today.${
          standing === 'unproven' ? ' Confirm your email address to send more.' : ''
        }`,
    });
    try {
      await limits.takeAll('allInvitations', ALL_USERS, {
        by,
        max: LIMITS.allInvitations.max,
        tooMany: () => 'Too many invitations are being sent right now. Please try again later.',
      });
    } catch (error) {
      await limits.giveBack('invitations', String(userId), by);
      throw error;
    }
  }

  const mailKey = (address: string): string => `invitation:${secrets.hashMailbox(address)}`;

  return {
    /**
     * Counts a mail for each address. A mailbox at its hourly limit is invited without a mail, so repeated
     * sharing cannot flood it.
     */
    async count(userId: number, addresses: readonly string[]): Promise<CountedMails> {
      await takeBudget(userId, addresses.length);
      const mailable = new Set<string>();
      for (const address of addresses) {
        if (await limits.tryTake('mails', mailKey(address))) mailable.add(addressKey(address));
      }
      return {
        mailable,
        async giveBack() {
          await limits.giveBack('invitations', String(userId), addresses.length);
          await limits.giveBack('allInvitations', ALL_USERS, addresses.length);
          for (const address of mailable) await limits.giveBack('mails', mailKey(address));
        },
      };
    },
  };
}

export type InvitationMails = ReturnType<typeof createInvitationMails>;
