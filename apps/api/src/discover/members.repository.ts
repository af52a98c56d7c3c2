import type { Db } from '#src/database.ts';
import { memberUntil } from '#src/modules/accounts/subscription.ts';

/** What authentication needs of a person. */
export interface Access {
  readonly tokenVersion: number;
  readonly disabled: boolean;
  /** Milliseconds; a member before it. */
  readonly memberUntil: number;
}

export const createMembersRepository = (db: Db) => ({
  async findAccess(userId: number): Promise<Access | null> {
    const user = await db.user.findUnique({
      where: { id: userId },
      select: {
        tokenVersion: true,
        disabledAt: true,
        trialEndsAt: true,
        planId: true,
        subscriptionProcessor: true,
        subscriptionStatus: true,
        currentPeriodEnd: true,
        cancelAtPeriodEnd: true,
        pricing: { select: { isRecurring: true } },
      },
    });
    return (
      user && {
        tokenVersion: user.tokenVersion,
        disabled: user.disabledAt !== null,
        memberUntil: memberUntil(user),
      }
    );
  },
});
