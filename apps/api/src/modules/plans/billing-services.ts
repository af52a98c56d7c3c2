import type { FastifyBaseLogger } from 'fastify';
import { createStripe } from '#src/clients/stripe/stripe.ts';
import type { TrialHash } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Env } from '#src/env.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { AccountsService } from '#src/modules/accounts/accounts.service.ts';
import type { EmailService } from '#src/modules/accounts/email.service.ts';
import type { Repositories } from '#src/repositories.ts';
import { createBillingLock } from './billing-lock.ts';
import { createChangeService } from './change.service.ts';
import { createCheckoutService } from './checkout.service.ts';
import { createConvergenceService } from './convergence.service.ts';
import { createPlansService } from './plans.service.ts';
import { createReconcileService } from './reconcile.service.ts';
import { createStripePricesService } from './stripe-prices.service.ts';
import { createSubscriptionService } from './subscription.service.ts';
import { createWebhooksService } from './webhooks.service.ts';

/** Thrown when the configuration does not fit the stored subscriptions. */
export class BillingError extends Error {
  override readonly name = 'BillingError';
}

interface Dependencies {
  env: Env;
  log: FastifyBaseLogger;
  repos: Repositories;
  withTransaction: WithTransaction<Repositories>;
  accounts: AccountsService;
  email: Pick<EmailService, 'isProven'>;
  hashTrialAddress: (email: string) => TrialHash;
  limits: Pick<Limits, 'take' | 'tryTakeEach'>;
}

export function createBillingServices(deps: Dependencies) {
  const stripe = createStripe(deps.env);
  const billingLock = createBillingLock(deps);
  const base = { ...deps, stripe, billingLock };
  const convergence = createConvergenceService(base);
  const stripePrices = createStripePricesService(base);
  const shared = { ...base, convergence, stripePrices };
  return {
    stripe,

    /** @throws BillingError when BILLING=off but stored subscriptions can still be charged. */
    async checkStart(): Promise<void> {
      if (deps.env.IS_DEMO) deps.log.warn('demo: no real money');
      if (deps.env.BILLING === 'on') return;
      const live = await deps.repos.billing.countLive();
      if (live > 0)
        throw new BillingError(
          `BILLING: must not be off while ${live} live subscriptions are stored (docs/billing.md#off)`,
        );
    },

    services: {
      plans: createPlansService(deps),
      stripePrices,
      planChange: createChangeService({ ...shared, checkout: createCheckoutService(deps) }),
      planReconcile: createReconcileService(shared),
      planConvergence: convergence,
      subscription: createSubscriptionService(shared),
      webhooks: createWebhooksService(shared),
    },
  };
}
