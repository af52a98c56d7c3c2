import type { StorePurchase, User } from '@marquee/contracts';
import type { z } from 'zod';
import type { AppleStore } from '#src/clients/apple-store.ts';
import type { GoogleStore } from '#src/clients/google-store.ts';
import type { StoreFacts } from '#src/clients/store-facts.ts';
import { requestBudgetMs } from '#src/clients/stripe/call.ts';
import { AppError, fieldError, PermanentFailure } from '#src/core/errors.ts';
import type { Caller } from '#src/http/authentication.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { AccountsService } from '#src/modules/accounts/accounts.service.ts';
import type { LocksRepository } from '../locks.repository.ts';
import { JOB_BUDGET } from '../webhooks.service.ts';
import type { StoreRepository } from './store.repository.ts';
import type { StoreConvergenceService } from './store-convergence.service.ts';

interface Dependencies {
  repos: { store: StoreRepository; locks: Pick<LocksRepository, 'getTime'> };
  appleStore: AppleStore;
  googleStore: GoogleStore;
  convergence: StoreConvergenceService;
  limits: Limits;
  accounts: Pick<AccountsService, 'getUser'>;
}

const unknownPurchase = (): AppError => fieldError('token', 'The store does not know this purchase.');

/** Accepts purchases reported by the apps, so that access does not wait for the store's notification. */
export function createStorePurchaseService(deps: Dependencies) {
  const { repos, appleStore, googleStore, convergence, limits, accounts } = deps;

  async function findFacts({ processor, token }: z.output<typeof StorePurchase>): Promise<StoreFacts | null> {
    if (processor === 'google') {
      const observedAt = await repos.locks.getTime();
      return googleStore.findPurchase(token, { observedAt, budgetMs: requestBudgetMs() });
    }
    try {
      return await appleStore.readTransaction(token);
    } catch (error) {
      if (error instanceof AppError && error.code === 'bad_signature') return null;
      throw error;
    }
  }

  return {
    /** Records a reported purchase. A repeated call changes nothing. */
    async report(caller: Caller, purchase: z.output<typeof StorePurchase>): Promise<User> {
      const { userId } = caller;
      const startedAt = Date.now();
      await limits.take('storePurchases', `user:${userId}`);
      const facts = await findFacts(purchase);
      if (!facts) throw unknownPurchase();
      const ownToken = await repos.store.findAccountToken(userId);
      if (facts.accountToken !== null && facts.accountToken.toLowerCase() !== ownToken)
        throw new AppError('not_permitted', { message: 'This purchase belongs to another account.' });
      try {
        const waitMs = requestBudgetMs() - (Date.now() - startedAt);
        await convergence.record(facts, { waitMs, reporterId: userId });
      } catch (error) {
        if (error instanceof PermanentFailure) throw unknownPurchase();
        throw error;
      }
      if ((await repos.store.find(facts.id))?.userId !== userId)
        throw new AppError('not_permitted', { message: 'This purchase belongs to another account.' });
      return accounts.getUser(caller);
    },

    /** Acknowledges a purchase at Google. Google refunds a purchase that is not acknowledged within three days. */
    async acknowledge(subscriptionId: string): Promise<void> {
      const stored = await repos.store.find(subscriptionId);
      if (!stored || stored.purchaseToken === null) return;
      await googleStore.acknowledge(stored.pricing.priceId, stored.purchaseToken, JOB_BUDGET.budgetMs);
    },
  };
}

export type StorePurchaseService = ReturnType<typeof createStorePurchaseService>;
