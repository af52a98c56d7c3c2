import type { NewsKind } from '@marquee/contracts';
import type { Db } from '#src/data/database.ts';
import type { OptionalMail } from './mails.ts';
import { PREFERENCE_COLUMNS, type Preference } from './preferences.ts';

export const createUnsubscribeRepository = (db: Db) => ({
  /** Turns preferences off. Does nothing when the user does not exist. */
  async turnOff(userId: number, preferences: readonly Preference[]): Promise<void> {
    await db.user.updateMany({
      where: { id: userId },
      data: Object.fromEntries(preferences.map((preference) => [PREFERENCE_COLUMNS[preference], false])),
    });
  },

  /** Leaves one kind of news out of the weekly mail. Does nothing when the user does not exist. */
  async endNews(userId: number, kind: NewsKind): Promise<void> {
    await db.$executeRaw`
      UPDATE users SET news_unsubscribed = array_append(news_unsubscribed, ${kind})
       WHERE id = ${userId} AND NOT ${kind} = ANY (COALESCE(news_unsubscribed, '{}'))`;
  },

  /** Suppresses one kind of mail for an address without an account. Stores only a hash of the address. */
  async suppress(addressHash: string, kind: OptionalMail): Promise<void> {
    await db.mailSuppression.createMany({ data: [{ addressHash, kind }], skipDuplicates: true });
  },

  async isSuppressed(addressHashes: string[], kind: OptionalMail): Promise<boolean> {
    return (await db.mailSuppression.count({ where: { addressHash: { in: addressHashes }, kind } })) > 0;
  },

  /** Returns the id of the user with the address of a share. Null without such an account. */
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
