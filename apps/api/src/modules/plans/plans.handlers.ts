import type { StripeClient } from '#src/clients/stripe/stripe.ts';
import type { Handler } from '#src/jobs/handler.ts';
import type { BillingRepository } from './billing.repository.ts';
import type { ConvergenceService } from './convergence.service.ts';
import { JOB_BUDGET, type WebhooksService } from './webhooks.service.ts';

interface Dependencies {
  repos: { billing: BillingRepository };
  stripe: StripeClient;
  services: { planConvergence: ConvergenceService; webhooks: WebhooksService };
}

type Kinds = 'stripe_address' | 'stripe_cancel' | 'stripe_event' | 'stripe_sync';

/**
 * Creates the handlers of the jobs that call Stripe. A job may run twice. The trigger `users_stripe_address` writes the row of
 * `stripe_address`, so that every way to change an address reaches Stripe.
 */
export function createPlansHandlers({ repos, stripe, services }: Dependencies): { [K in Kinds]: Handler<K> } {
  const open = () => stripe.within(JOB_BUDGET.budgetMs);
  return {
    stripe_event: ({ payload, createdAt }) => services.webhooks.process(payload.eventId, createdAt),

    async stripe_sync({ userId }) {
      if (userId !== null) await services.planConvergence.convergeUser(userId, JOB_BUDGET);
    },

    async stripe_cancel({ payload: { customerId, subscriptionId } }) {
      const calls = open();
      if (subscriptionId !== undefined) await calls.cancelNow(subscriptionId);
      if (customerId !== undefined) await calls.deleteCustomer(customerId);
    },

    async stripe_address({ userId }) {
      if (userId === null) return;
      const { email, stripeCustomerId } = await repos.billing.get(userId);
      if (stripeCustomerId !== null) await open().setEmail(stripeCustomerId, email);
    },
  };
}
