import type { WrongOfferKind } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';

export const createOffersRepository = (db: Db) => ({
  /** @throws AppError not_found when the title does not exist. */
  async requireTitle(mediumId: number): Promise<void> {
    if ((await db.medium.count({ where: { id: mediumId } })) === 0) throw new AppError('not_found');
  },

  /** Stores a report. A repeated call replaces the kind. */
  async report(userId: number, providerMediumId: number, kind: WrongOfferKind): Promise<void> {
    await db.userWrongOffer.upsert({
      where: { userId_providerMediumId: { userId, providerMediumId } },
      create: { userId, providerMediumId, kind },
      update: { kind },
      select: { userId: true },
    });
  },

  async takeBack(userId: number, mediumId: number, providerMediumId: number): Promise<void> {
    await db.userWrongOffer.deleteMany({ where: { userId, providerMediumId, offer: { mediumId } } });
  },
});

export type OffersRepository = ReturnType<typeof createOffersRepository>;
