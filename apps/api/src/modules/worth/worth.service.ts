import {
  type MediumProvider,
  OWN_PRICE,
  type SavePrices,
  type WorthQuery,
  type WorthReply,
  type WorthService,
} from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import { fieldError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { AccountsRepository } from '#src/modules/accounts/accounts.repository.ts';
import type { PreferencesService } from '#src/modules/preferences/preferences.service.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import type { OwnPrice, PriceRow, WorthRepository } from './worth.repository.ts';
import { adviseOn, compareSets, findLikely, mainPrices, type Reach, toReach } from './worth.ts';

interface Dependencies {
  users: Pick<UserCache, 'getTaste'>;
  repos: { worth: WorthRepository };
  preferences: Pick<PreferencesService, 'getProviders'>;
  withTransaction: WithTransaction<{
    worth: WorthRepository;
    accounts: Pick<AccountsRepository, 'lock'>;
  }>;
}

function toService(
  { ids, titles }: SnapshotData,
  reach: Reach,
  provider: MediumProvider,
  selected: boolean,
  price: PriceRow | undefined,
): WorthService {
  return {
    medium_provider: provider,
    selected,
    price_in_cents: price?.cents ?? null,
    currency: price?.currency ?? null,
    price_date: price?.date ?? null,
    price_source: price?.source ?? null,
    price_plan: price?.plan ?? null,
    likely: reach.items.length,
    only_here: reach.onlyHere.size,
    arriving: reach.arriving,
    leaving: reach.leaving,
    reach: toReach(reach.weight),
    titles: Array.from(reach.items, (item) => ({
      medium_id: ids[item] ?? 0,
      title: textAt(titles, item),
      only_here: reach.onlyHere.has(item),
    })).sort((a, b) => Number(b.only_here) - Number(a.only_here)),
  };
}

/** Says what each streaming service is worth to the caller (docs/product.md#worth-screen). */
export function createWorthService({ users, repos, preferences, withTransaction }: Dependencies) {
  async function listPrices(userId: number): Promise<Map<number, PriceRow>> {
    const [listed, own] = await Promise.all([
      repos.worth.listPrices(userId),
      repos.worth.listOwnPrices(userId),
    ]);
    const prices = new Map(listed.map((row) => [row.providerId, row]));
    for (const row of own) prices.set(row.providerId, { ...row, source: OWN_PRICE, plan: null });
    return prices;
  }

  async function get({ userId }: Ctx, { budget_in_cents }: WorthQuery): Promise<WorthReply> {
    const [taste, prices, providers] = await Promise.all([
      users.getTaste(userId),
      listPrices(userId),
      preferences.getProviders({ userId }),
    ]);
    const now = new Date();
    const likely = findLikely(taste, now);
    const selected = providers.user_medium_provider_ids;
    const byId = new Map(providers.medium_providers.map((provider) => [provider.id, provider]));
    const services = likely.reaches.flatMap((reach) => {
      const provider = byId.get(reach.providerId);
      if (!provider) return [];
      return [
        toService(
          taste.snapshot.data,
          reach,
          provider,
          selected.includes(provider.id),
          prices.get(provider.id),
        ),
      ];
    });
    const main = mainPrices(services);
    return {
      services,
      ...compareSets(likely, selected, main.cents, budget_in_cents),
      advice: adviseOn(likely, services, main, now),
      main_currency: main.currency,
    };
  }

  return {
    /** Returns the reply of GET /api/v1/worth. */
    get,

    /** Saves the caller's own prices, all or none. A price of null deletes the own price. The last entry counts. */
    async savePrices(ctx: Ctx, query: WorthQuery, { prices }: SavePrices): Promise<WorthReply> {
      const { medium_providers } = await preferences.getProviders(ctx);
      const known = new Set(medium_providers.map(({ id }) => id));
      const given = new Map(prices.map((price) => [price.medium_provider_id, price]));
      if ([...given.keys()].some((id) => !known.has(id)))
        throw fieldError('prices', 'One of these services does not exist');
      const saved = [...given.values()].flatMap(
        ({ medium_provider_id, price_in_cents, currency }): OwnPrice[] =>
          price_in_cents === null
            ? []
            : [{ providerId: medium_provider_id, cents: price_in_cents, currency }],
      );
      await withTransaction(async (tx) => {
        await tx.accounts.lock(ctx.userId);
        await tx.worth.savePrices(ctx.userId, saved);
        const kept = new Set(saved.map(({ providerId }) => providerId));
        await tx.worth.deletePrices(
          ctx.userId,
          [...given.keys()].filter((id) => !kept.has(id)),
        );
      }, `user ${ctx.userId}`);
      return get(ctx, query);
    },
  };
}

export type WorthItService = ReturnType<typeof createWorthService>;
