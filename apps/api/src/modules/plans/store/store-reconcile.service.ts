import type { FastifyBaseLogger } from 'fastify';
import type { GoogleStore } from '#src/clients/google-store.ts';
import type { LocksRepository } from '../locks.repository.ts';
import type { Reconciled } from '../reconcile.service.ts';
import { JOB_BUDGET } from '../webhooks.service.ts';
import type { StoreRepository } from './store.repository.ts';
import type { StoreConvergenceService } from './store-convergence.service.ts';

const PAGE = 200;
/**
 * Time from the end of the period until the reconciler ends an Apple subscription that was not renewed. Apple
 * repeats a failed notification for six days.
 */
const SILENCE_MS = 7 * 24 * 60 * 60_000;

interface Dependencies {
  repos: { store: StoreRepository; locks: Pick<LocksRepository, 'getTime'> };
  googleStore: GoogleStore;
  convergence: StoreConvergenceService;
  log: FastifyBaseLogger;
}

type Row = Awaited<ReturnType<StoreRepository['listLive']>>[number];

/** Repairs store subscriptions whose notifications were lost. */
export function createStoreReconcileService({ repos, googleStore, convergence, log }: Dependencies) {
  async function refresh({ id, purchaseToken, periodEnd, observedAt }: Row): Promise<void> {
    if (purchaseToken !== null) {
      const now = await repos.locks.getTime();
      const { budgetMs } = JOB_BUDGET;
      const facts = await googleStore.findPurchase(purchaseToken, { observedAt: now, budgetMs });
      if (facts) await convergence.record(facts, JOB_BUDGET);
      else await repos.store.end(id, observedAt);
    } else if (periodEnd.getTime() < Date.now() - SILENCE_MS) await repos.store.end(id, observedAt);
  }

  return {
    /**
     * Reads every Google subscription that has not ended, and ends Apple subscriptions without a renewal
     * (`SILENCE_MS`).
     */
    async reconcile({ signal }: { signal?: AbortSignal } = {}): Promise<Reconciled> {
      const result: Reconciled = { checked: 0, mended: [], failed: [] };
      for (let afterId = ''; ; ) {
        const rows = await repos.store.listLive(afterId, PAGE);
        for (const row of rows) {
          signal?.throwIfAborted();
          result.checked++;
          const { userId } = row;
          try {
            await refresh(row);
            if (userId !== null && (await convergence.convergeUser(userId, JOB_BUDGET.waitMs)))
              result.mended.push(userId);
          } catch (err) {
            log.warn({ err, userId }, 'could not reconcile a subscription of a store');
            if (userId !== null) result.failed.push(userId);
          }
        }
        afterId = rows.at(-1)?.id ?? afterId;
        if (rows.length < PAGE) break;
      }
      log.info({ ...result, failed: result.failed.length }, 'reconciled subscriptions of the stores');
      return result;
    },
  };
}

export type StoreReconcileService = ReturnType<typeof createStoreReconcileService>;
