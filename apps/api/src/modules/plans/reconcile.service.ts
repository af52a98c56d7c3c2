import type { FastifyBaseLogger } from 'fastify';
import type { BillingRepository } from './billing.repository.ts';
import type { ConvergenceService } from './convergence.service.ts';
import { JOB_BUDGET } from './webhooks.service.ts';

const PAGE = 200;

interface Dependencies {
  repos: { billing: BillingRepository };
  convergence: ConvergenceService;
  log: FastifyBaseLogger;
}

export interface Reconciled {
  checked: number;
  /** Ids of users whose row differed from the state at Stripe. */
  mended: number[];
  /** Ids of users whose state could not be read. */
  failed: number[];
}

/** Repairs users whose webhooks were lost. */
export function createReconcileService({ repos, convergence, log }: Dependencies) {
  return {
    /**
     * Converges every user with a customer at Stripe. Reads one user at a time, to stay far below Stripe's rate limit.
     */
    async reconcile({ signal }: { signal?: AbortSignal } = {}): Promise<Reconciled> {
      const result: Reconciled = { checked: 0, mended: [], failed: [] };
      let afterId = 0;
      for (;;) {
        const userIds = await repos.billing.listCustomers(afterId, PAGE);
        for (const userId of userIds) {
          signal?.throwIfAborted();
          result.checked++;
          try {
            if (await convergence.convergeUser(userId, JOB_BUDGET)) result.mended.push(userId);
          } catch (err) {
            log.warn({ err, userId }, 'could not reconcile a user');
            result.failed.push(userId);
          }
        }
        afterId = userIds.at(-1) ?? afterId;
        if (userIds.length < PAGE) break;
      }
      log.info({ ...result, failed: result.failed.length }, 'reconciled subscriptions with Stripe');
      return result;
    },
  };
}

export type ReconcileService = ReturnType<typeof createReconcileService>;
