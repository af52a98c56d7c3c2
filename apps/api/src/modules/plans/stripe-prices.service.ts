import type { StripeCalls, StripeClient } from '#src/clients/stripe/stripe.ts';
import type { PlansRepository } from './plans.repository.ts';
import type { PricedPlan } from './priced-plan.ts';

const SYNC_BUDGET_MS = 60_000;

interface Dependencies {
  repos: { plans: PlansRepository };
  stripe: StripeClient;
}

/** Creates products and prices at Stripe for the plans, and stores their ids. */
export function createStripePricesService({ repos, stripe }: Dependencies) {
  async function ensure(
    calls: StripeCalls,
    { plan, pricing }: PricedPlan,
  ): Promise<{ stripePriceId: string; isNew: boolean }> {
    const { productId, stripePriceId, isNew } = await calls.ensurePrice({
      planId: plan.planId,
      planName: plan.name,
      description: plan.description,
      priceId: pricing.priceId,
      priceInCents: pricing.priceInCents,
      interval: pricing.interval,
    });
    await repos.plans.saveStripeIds(pricing, productId, stripePriceId);
    return { stripePriceId, isNew };
  }

  return {
    /** Returns the id of the price at Stripe. Creates the price when `ensurePrices` has not run yet. */
    async ensurePrice(calls: StripeCalls, priced: PricedPlan): Promise<string> {
      return priced.pricing.stripePriceId ?? (await ensure(calls, priced)).stripePriceId;
    },

    /**
     * Returns the prices that `ensurePrices` would create or check, with their stored ids at Stripe. Makes no call to
     * Stripe.
     */
    async listPrices(): Promise<{ priceId: string; stripePriceId: string | null }[]> {
      const plans = await repos.plans.listActive();
      return plans.flatMap(({ pricings }) => pricings.filter(({ isFree }) => !isFree));
    },

    /**
     * Creates the missing products and prices at Stripe and stores their ids. A repeated call changes
     * nothing.
     */
    async ensurePrices(): Promise<{ priceId: string; stripePriceId: string; isNew: boolean }[]> {
      const calls = stripe.within(SYNC_BUDGET_MS);
      const ensured = [];
      for (const plan of await repos.plans.listActive())
        for (const pricing of plan.pricings)
          if (!pricing.isFree)
            ensured.push({ priceId: pricing.priceId, ...(await ensure(calls, { plan, pricing })) });
      return ensured;
    },
  };
}

export type StripePricesService = ReturnType<typeof createStripePricesService>;
