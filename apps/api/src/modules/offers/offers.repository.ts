import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';

export const createOffersRepository = (db: Db) => ({
  /** @throws AppError not_found when the title does not exist. */
  async requireTitle(mediumId: number): Promise<void> {
    if ((await db.medium.count({ where: { id: mediumId } })) === 0) throw new AppError('not_found');
  },

  /** Stores a report. A repeated call keeps the first report. */
  async report(userId: number, providerMediumId: number): Promise<void> {
    await db.userWrongOffer.createMany({ data: [{ userId, providerMediumId }], skipDuplicates: true });
  },
});

export type OffersRepository = ReturnType<typeof createOffersRepository>;
