import { comparable, plainText, type Wish } from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { AccountsRepository } from '#src/modules/accounts/accounts.repository.ts';
import type { TitleMatchService } from '#src/modules/imports/matching/title-match.service.ts';
import { normalize } from '#src/titles/engine/normalize.ts';
import type { WishesRepository, WishRow } from './wishes.repository.ts';

interface Dependencies {
  repos: { wishes: WishesRepository };
  titleMatch: TitleMatchService;
  withTransaction: WithTransaction<{
    wishes: WishesRepository;
    accounts: Pick<AccountsRepository, 'lock'>;
  }>;
}

/** Number of wishes in one query for titles. */
const BATCH = 500;
const toWish = ({ id, query, mediumId }: WishRow): Wish => ({
  id,
  query,
  medium_id: mediumId,
  state: mediumId === null ? 'waiting' : 'arrived',
});

const toKey = (query: string): string => normalize(plainText(query)) || comparable(query);

/**
 * Keeps the searches that found nothing and matches them again when the catalogue changes (docs/api.md#wishes). The trigger
 * `user_wishes_cap` refuses more than CAPS allows.
 */
export function createWishesService({ repos, titleMatch, withTransaction }: Dependencies) {
  return {
    async list({ userId }: Ctx): Promise<{ wishes: Wish[] }> {
      return { wishes: (await repos.wishes.list(userId)).map(toWish) };
    },

    /** Stores a wish, which arrives at once when the catalogue has the title. A repeated query is the first wish. */
    async create({ userId }: Ctx, query: string): Promise<{ wish: Wish; isNew: boolean }> {
      const [mediumId = null] = await titleMatch.findTitles([query]);
      const key = toKey(query);
      const { row, isNew } = await withTransaction(async (tx) => {
        await tx.accounts.lock(userId);
        const known = await tx.wishes.find(userId, key);
        const row = known ?? (await tx.wishes.create({ userId, query, key }));
        if (mediumId === null || row.mediumId !== null) return { row, isNew: !known };
        await tx.wishes.saveArrivals([{ userId, id: row.id, mediumId }]);
        return { row: { ...row, mediumId }, isNew: !known };
      }, `user ${userId}`);
      return { wish: toWish(row), isNew };
    },

    /** Takes a wish back. Does nothing when the caller has no such wish. */
    delete: ({ userId }: Ctx, id: number): Promise<void> => repos.wishes.delete(userId, id),

    /** Matches all wishes that wait. A repeat changes nothing. */
    async matchAll(signal?: AbortSignal): Promise<void> {
      for (let after = 0; ; ) {
        signal?.throwIfAborted();
        const waiting = await repos.wishes.listWaiting(after, BATCH);
        const last = waiting.at(-1);
        if (!last) return;
        after = last.id;
        const titles = await titleMatch.findTitles(waiting.map(({ query }) => query));
        const arrivals = waiting.flatMap(({ userId, id }, at) => {
          const mediumId = titles[at] ?? null;
          return mediumId === null ? [] : [{ userId, id, mediumId }];
        });
        if (arrivals.length > 0) await repos.wishes.saveArrivals(arrivals);
      }
    },
  };
}

export type WishesService = ReturnType<typeof createWishesService>;
