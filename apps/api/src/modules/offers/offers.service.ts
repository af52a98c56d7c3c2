import { fieldError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { InteractionsRepository } from '#src/modules/interactions/interactions.repository.ts';
import type { OffersRepository } from './offers.repository.ts';

interface Ctx {
  userId: number;
}

interface Dependencies {
  withTransaction: WithTransaction<{
    offers: OffersRepository;
    interactions: Pick<InteractionsRepository, 'isOfferOf'>;
  }>;
  titles: { writeMedium(userId: number, mediumId: number): Promise<Buffer> };
}

export const createOffersService = ({ withTransaction, titles }: Dependencies) => ({
  /**
   * Stores that the offer is wrong and hides it from the user. A repeated call changes nothing.
   * @returns the title without the offer.
   */
  async reportWrong({ userId }: Ctx, mediumId: number, providerMediumId: number): Promise<Buffer> {
    await withTransaction(async ({ offers, interactions, changed }) => {
      await offers.requireTitle(mediumId);
      if (!(await interactions.isOfferOf(mediumId, providerMediumId)))
        throw fieldError('provider_medium_id', 'This offer does not belong to the title');
      await offers.report(userId, providerMediumId);
      changed.add(userId);
    });
    return titles.writeMedium(userId, mediumId);
  },
});

export type OffersService = ReturnType<typeof createOffersService>;
