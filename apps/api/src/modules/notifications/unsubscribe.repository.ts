import type { Db } from '#src/database.ts';
import { type OptionalMail, PREFERENCE_COLUMNS, type Preference } from './preferences.ts';

export const createUnsubscribeRepository = (db: Db) => ({
  /** Turns preferences off. Nothing happens when the person is gone. */
  async turnOff(userId: number, preferences: readonly Preference[]): Promise<void> {
    await db.user.updateMany({
      where: { id: userId },
      data: Object.fromEntries(preferences.map((preference) => [PREFERENCE_COLUMNS[preference], false])),
    });
  },

  /** Keeps one kind of mail from an address without an account; the address itself is not stored. */
  async suppress(addressHash: string, kind: OptionalMail): Promise<void> {
    await db.mailSuppression.createMany({ data: [{ addressHash, kind }], skipDuplicates: true });
  },

  async isSuppressed(addressHash: string, kind: OptionalMail): Promise<boolean> {
    return (await db.mailSuppression.count({ where: { addressHash, kind } })) > 0;
  },

  /** Who holds the address a share was made for, if anybody does by now. */
  async findUserIdOfShare(shareId: number): Promise<number | null> {
    const share = await db.userListShare.findUnique({
      where: { id: shareId },
      select: { userId: true, email: true },
    });
    if (!share) return null;
    if (share.userId !== null) return share.userId;
    const user = await db.user.findUnique({ where: { email: share.email }, select: { id: true } });
    return user?.id ?? null;
  },
});

export type UnsubscribeRepository = ReturnType<typeof createUnsubscribeRepository>;
