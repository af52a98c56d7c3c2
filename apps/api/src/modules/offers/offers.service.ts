import type { CountryOffers, ReportWrongOffer } from '@marquee/contracts';
import type { z } from 'zod';
import type { Ctx } from '#src/core/ctx.ts';
import { countryName } from '#src/core/display-names.ts';
import { fieldError } from '#src/core/errors.ts';
import type { JsonText } from '#src/core/json-text.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { InteractionsRepository } from '#src/modules/interactions/interactions.repository.ts';
import { countBits, intersect } from '#src/titles/engine/bits.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { fullCard } from '#src/titles/pages/cards.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import type { OffersRepository } from './offers.repository.ts';

/** English names of countries by their code. */

interface Dependencies {
  withTransaction: WithTransaction<{
    offers: OffersRepository;
    interactions: Pick<InteractionsRepository, 'isOfferOf'>;
  }>;
  users: Pick<UserCache, 'getTaste'>;
  /** Returns the snapshot in use. Throws `unavailable` before the first snapshot is loaded. */
  snapshot: () => Pick<Snapshot, 'data'>;
}

export const createOffersService = ({ withTransaction, users, snapshot }: Dependencies) => ({
  /**
   * Stores that the offer is wrong. A repeated call replaces the kind.
   * @returns the title with the report.
   */
  async reportWrong(
    { userId }: Ctx,
    mediumId: number,
    { provider_medium_id: providerMediumId, kind }: z.output<typeof ReportWrongOffer>,
  ): Promise<{ medium: JsonText }> {
    await withTransaction(async ({ offers, interactions, changed }) => {
      await offers.requireTitle(mediumId);
      if (!(await interactions.isOfferOf(mediumId, providerMediumId)))
        throw fieldError('provider_medium_id', 'This offer does not belong to the title');
      await offers.report(userId, providerMediumId, kind);
      changed.add(userId);
    });
    return { medium: fullCard(await users.getTaste(userId), mediumId) };
  },

  /** Deletes the report. A repeated call changes nothing. */
  async takeBack({ userId }: Ctx, mediumId: number, providerMediumId: number): Promise<void> {
    await withTransaction(async ({ offers, changed }) => {
      await offers.requireTitle(mediumId);
      await offers.takeBack(userId, mediumId, providerMediumId);
      changed.add(userId);
    });
  },

  /** Returns the countries with offers by name, each with the number of listed titles that have an offer. */
  listCountries(): CountryOffers[] {
    const { markets, listed } = snapshot().data;
    return markets
      .map(({ country: code, available }) => {
        const shown = Uint32Array.from(available);
        intersect(shown, listed);
        return { code, name: countryName(code) ?? code, titles: countBits(shown) };
      })
      .filter(({ titles }) => titles > 0)
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  },
});

export type OffersService = ReturnType<typeof createOffersService>;
