import type { Invoice, ManagePlan, Pagination, PlanPreview, PreviewPlan, User } from '@marquee/contracts';
import type { z } from 'zod';
import type { StripeClient } from '#src/clients/stripe.ts';
import { REQUEST_BUDGET_MS } from '#src/clients/stripe-call.ts';
import { AppError } from '#src/core/errors.ts';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import type { Caller } from '#src/http/authentication.ts';
import type { AccountsService } from '#src/modules/accounts/accounts.service.ts';
import type { BillingRepository, BillingUser } from './billing.repository.ts';
import type { BillingLock } from './billing-lock.ts';
import type { CatalogueService } from './catalogue.service.ts';
import { LOCK_WAIT_MS } from './change.service.ts';
import { findOffer, type Offer, refuseStoreManaged, requireWebUrl } from './offers.ts';
import { daysUntil, paidUntil } from './paid-until.ts';
import { mapInvoice } from './plans.mapper.ts';
import type { PlansRepository } from './plans.repository.ts';
import type { Converged, SyncService } from './sync.service.ts';

const DAY_MS = 24 * 60 * 60_000;
const CURRENCY = 'usd';
const OVER: readonly (string | null)[] = ['canceled', 'incomplete_expired', null];

interface Dependencies {
  repos: { billing: BillingRepository; plans: PlansRepository };
  env: { WEB_ORIGIN: string; WEB_ORIGINS: readonly string[] };
  stripe: StripeClient;
  billingLock: BillingLock;
  sync: SyncService;
  catalogue: CatalogueService;
  accounts: Pick<AccountsService, 'getUser'>;
}

function requireSubscription(user: BillingUser): { customerId: string } {
  const { stripeCustomerId, stripeSubscriptionId, subscriptionProcessor, subscriptionStatus } = user;
  refuseStoreManaged(user);
  const isLive =
    subscriptionProcessor === 'stripe' && stripeSubscriptionId !== null && !OVER.includes(subscriptionStatus);
  if (!isLive || stripeCustomerId === null)
    throw new AppError('not_permitted', { message: 'You have no subscription.' });
  return { customerId: stripeCustomerId };
}

function addInterval(start: Date, interval: 'month' | 'year'): Date {
  const end = new Date(start);
  if (interval === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}

/** Returns the charges of a new purchase. The first charge is due when the user's current access ends. */
function previewPurchase(state: Pick<Converged, 'user' | 'subscription'>, { pricing }: Offer): PlanPreview {
  const { priceInCents, interval } = pricing;
  const days = daysUntil(paidUntil(state));
  const now = new Date();
  const due = interval === null || days === 0 ? priceInCents : 0;
  const next = days > 0 ? new Date(now.getTime() + days * DAY_MS) : interval && addInterval(now, interval);
  return {
    amount_due: due,
    currency: CURRENCY,
    next_amount: interval === null ? null : priceInCents,
    next_date: interval === null ? null : (next?.toISOString() ?? null),
  };
}

/** Cancels, reads and previews subscriptions, and lists invoices. */
export function createSubscriptionService(deps: Dependencies) {
  const { repos, env, stripe, billingLock, sync, catalogue, accounts } = deps;

  return {
    /** Cancels the subscription at the end of its period. A repeated call changes nothing. */
    async cancel(caller: Caller): Promise<User> {
      const { userId } = caller;
      requireSubscription(await repos.billing.get(userId));
      await billingLock.toWrite(userId, LOCK_WAIT_MS, async (held) => {
        const calls = stripe.within(REQUEST_BUDGET_MS - held.waitedMs);
        const { user, subscription } = await sync.converge(calls, held);
        if (subscription?.cancelAtPeriodEnd) return;
        requireSubscription(user);
        if (subscription) await calls.cancelAtPeriodEnd(subscription.id);
        // An unpaid or paused subscription has no running period, so cancel it at once.
        else if (user.stripeSubscriptionId !== null) await calls.cancelNow(user.stripeSubscriptionId);
        await sync.converge(calls, held);
      });
      return accounts.getUser(caller);
    },

    /** Reads the state from Stripe. The success page makes this call, because the webhook may be delayed. */
    async sync(caller: Caller): Promise<User> {
      await sync.syncUser(caller.userId, {
        budgetMs: REQUEST_BUDGET_MS,
        waitMs: LOCK_WAIT_MS,
        isRequest: true,
      });
      return accounts.getUser(caller);
    },

    /**
     * Returns the address of the billing portal. After a failed payment, returns the address of the portal
     * page for a new card.
     */
    async manage({ userId }: Caller, given: z.output<typeof ManagePlan> | undefined): Promise<string> {
      const returnUrl = requireWebUrl(
        'return_url',
        given?.return_url,
        env.WEB_ORIGINS,
        `${env.WEB_ORIGIN}/plans`,
      );
      const user = await repos.billing.get(userId);
      const { customerId } = requireSubscription(user);
      const updatesCard = user.subscriptionStatus === 'past_due';
      return stripe.within(REQUEST_BUDGET_MS).openPortal({ customerId, returnUrl, updatesCard });
    },

    /** Returns the charges of choosing a plan, without choosing the plan. */
    async preview({ userId }: Caller, given: z.output<typeof PreviewPlan>): Promise<PlanPreview> {
      const offer = findOffer(await repos.plans.listActive(), given);
      const user = await repos.billing.get(userId);
      refuseStoreManaged(user);
      const isNew = user.stripeCustomerId === null;
      if (offer.pricing.isFree)
        return { amount_due: 0, currency: CURRENCY, next_amount: null, next_date: null };
      if (isNew) return previewPurchase({ user, subscription: null }, offer);
      return billingLock.toRead(userId, LOCK_WAIT_MS, async (held) => {
        const calls = stripe.within(REQUEST_BUDGET_MS - held.waitedMs);
        const state = await sync.converge(calls, held);
        const { subscription } = state;
        const customerId = state.user.stripeCustomerId;
        if (!subscription || !offer.pricing.isRecurring || customerId === null)
          return previewPurchase(state, offer);
        const stripePriceId = await catalogue.ensureStripePrice(calls, offer);
        const { amountDue, nextDate } =
          subscription.stripePriceId === stripePriceId
            ? { amountDue: 0, nextDate: subscription.periodEnd }
            : await calls.previewSwitch(customerId, subscription, stripePriceId);
        return {
          amount_due: amountDue,
          currency: CURRENCY,
          next_amount: offer.pricing.priceInCents,
          next_date: nextDate.toISOString(),
        };
      });
    },

    async listInvoices(
      { userId }: Caller,
      page: Page,
    ): Promise<{ invoices: Invoice[]; pagination: Pagination }> {
      const { stripeCustomerId } = await repos.billing.get(userId);
      if (stripeCustomerId === null) return { invoices: [], pagination: paginate(page, 0) };
      const all = await stripe.within(REQUEST_BUDGET_MS).listInvoices(stripeCustomerId);
      const start = offsetOf(page);
      return {
        invoices: all.slice(start, start + page.perPage).map(mapInvoice),
        pagination: paginate(page, all.length),
      };
    },
  };
}

export type SubscriptionService = ReturnType<typeof createSubscriptionService>;
