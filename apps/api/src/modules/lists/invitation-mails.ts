import { LIMITS } from '@marquee/contracts';
import type { Counted, Limits } from '#src/http/rate-limits.ts';
import type { EmailService } from '#src/modules/accounts/email.service.ts';
import type { MailLimits } from '#src/modules/accounts/mail-limits.ts';

/** The key under which the mails of all users are counted. */
const ALL_USERS = 'all';

interface Dependencies {
  limits: Pick<Limits, 'takeAll' | 'giveBack'>;
  mailLimits: Pick<MailLimits, 'tryTake'>;
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
export function createInvitationMails({ limits, mailLimits, email }: Dependencies) {
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

  return {
    /**
     * Counts a mail for each address. A mailbox at its hourly limit is invited without a mail, so repeated
     * sharing cannot flood it.
     */
    async count(userId: number, addresses: readonly string[]): Promise<CountedMails> {
      await takeBudget(userId, addresses.length);
      const mails = new Map<string, Counted>();
      for (const address of addresses) {
        const mail = await mailLimits.tryTake('invitation', { email: address, isProven: false });
        if (mail) mails.set(addressKey(address), mail);
      }
      return {
        mailable: new Set(mails.keys()),
        async giveBack() {
          await limits.giveBack('invitations', String(userId), addresses.length);
          await limits.giveBack('allInvitations', ALL_USERS, addresses.length);
          for (const mail of mails.values()) await mail.giveBack();
        },
      };
    },
  };
}

export type InvitationMails = ReturnType<typeof createInvitationMails>;
