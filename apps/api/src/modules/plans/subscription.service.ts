import type { InvoicesReply, ManagePlan, PlanPreview, PreviewPlan, SyncPlan, User } from '@marquee/contracts';
import type { z } from 'zod';
import { requestBudgetMs } from '#src/clients/stripe/call.ts';
import type { SubscriptionFact } from '#src/clients/stripe/facts.ts';
import type { StripeCalls, StripeClient } from '#src/clients/stripe/stripe.ts';
import { AppError } from '#src/core/errors.ts';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import type { Caller } from '#src/http/authentication.ts';
import type { Counted, Limits } from '#src/http/rate-limits.ts';
import type { AccountsService } from '#src/modules/accounts/accounts.service.ts';
import { isOver } from './access.ts';
import type { BillingRepository, BillingUser } from './billing.repository.ts';
import type { BillingLock } from './billing-lock.ts';
import { lockWaitMs } from './change.service.ts';
import { type Charges, chargesOf, chargesOnce, MONTHS } from './charges.ts';
import type { Converged, ConvergenceService } from './convergence.service.ts';
import { renews } from './decide-plan.ts';
import { addMonths } from './months.ts';
import { daysUntil, paidUntil } from './paid-until.ts';
import { mapInvoice, mapOpenInvoice } from './plans.mapper.ts';
import type { PlansRepository } from './plans.repository.ts';
import { getPricedPlan, type PricedPlan, type SellablePlan } from './priced-plan.ts';
import { requireWebUrl } from './return-url.ts';
import { isSamePrice, refuseInDebt } from './same-price.ts';
import { refuseStoreManaged } from './store/refuse-store-managed.ts';
import type { StripePricesService } from './stripe-prices.service.ts';

const DAY_MS = 24 * 60 * 60_000;
const CURRENCY = 'usd';

interface Dependencies {
  repos: { billing: BillingRepository; plans: PlansRepository };
  env: { WEB_ORIGIN: string; WEB_ORIGINS: readonly string[] };
  stripe: StripeClient;
  billingLock: BillingLock;
  convergence: ConvergenceService;
  stripePrices: StripePricesService;
  accounts: Pick<AccountsService, 'getUser'>;
  limits: Pick<Limits, 'take' | 'tryTakeEach'>;
}

function requireSubscription(user: BillingUser): { customerId: string } {
  const { stripeCustomerId, stripeSubscriptionId, subscriptionProcessor, subscriptionStatus } = user;
  refuseStoreManaged(user);
  const isLive =
    subscriptionProcessor === 'stripe' &&
    stripeSubscriptionId !== null &&
    subscriptionStatus !== null &&
    !isOver(subscriptionStatus);
  if (!isLive || stripeCustomerId === null)
    throw new AppError('not_permitted', { message: 'You have no subscription.' });
  return { customerId: stripeCustomerId };
}

/** Returns the charges of a new purchase. The first charge is due when the user's current access ends. */
function previewPurchase(
  state: Pick<Converged, 'user' | 'subscription'>,
  { pricing }: PricedPlan,
  credit: number,
): Charges {
  const { priceInCents: price, interval } = pricing;
  if (interval === null) return chargesOnce(price);
  const days = daysUntil(paidUntil(state));
  const at = new Date();
  const months = MONTHS[interval];
  return days > 0
    ? chargesOf({
        today: { at, total: 0 },
        later: { anchor: new Date(at.getTime() + days * DAY_MS), from: 0, months, price },
        credit,
      })
    : chargesOf({ today: { at, total: price }, later: { anchor: at, from: 1, months, price }, credit });
}

/** Returns the charges of a switch, or of a subscription that continues, to a price that recurs. */
async function previewSwitch(
  calls: StripeCalls,
  customerId: string,
  subscription: SubscriptionFact,
  sellable: SellablePlan,
  credit: number,
): Promise<Charges> {
  const { priceInCents: price, interval } = sellable.pricing;
  const months = MONTHS[interval ?? 'month'];
  const isInvoicedNow = !isSamePrice(subscription, sellable) && subscription.status !== 'trialing';
  if (!isInvoicedNow)
    return chargesOf({
      today: { at: new Date(), total: 0 },
      later: { anchor: subscription.periodEnd, from: 0, months, price },
      credit,
    });
  const { total, start, end } = await calls.previewSwitch(customerId, subscription, sellable.stripePriceId);
  // Another interval begins a new period today. The same interval keeps the end of the period.
  const isRestart = addMonths(start, months).getTime() === end.getTime();
  return chargesOf({
    today: { at: start, total },
    later: { anchor: isRestart ? start : end, from: isRestart ? 1 : 0, months, price },
    credit,
  });
}

/** Cancels, reads and previews subscriptions, and lists invoices. */
export function createSubscriptionService(deps: Dependencies) {
  const { repos, env, stripe, billingLock, convergence, stripePrices, accounts, limits } = deps;

  /**
   * Counts a call that reads from Stripe. Cancelling is never counted, because nobody may be kept from it.
   * @throws AppError too_many_requests over the limit.
   */
  const count = (userId: number): Promise<void> => limits.take('billing', String(userId));

  /**
   * Counts the syncs that read from Stripe: the first within some seconds, and the first for a session, since a page may
   * call before the payment and after it. Returns an empty list for all others.
   */
  async function takeSync(userId: number, sessionId: string | undefined): Promise<Counted[]> {
    const keys = sessionId === undefined ? [`${userId}`] : [`${userId}`, `${userId}:${sessionId}`];
    const taken = await Promise.all(keys.map((key) => limits.tryTakeEach([['planSyncs', key]])));
    return taken.filter((each) => each !== null);
  }

  return {
    /** Cancels the subscription at the end of its period. A repeated call changes nothing. */
    async cancel(caller: Caller): Promise<User> {
      const { userId } = caller;
      requireSubscription(await repos.billing.get(userId));
      await billingLock.toWrite(userId, lockWaitMs(), async (held) => {
        const calls = stripe.within(requestBudgetMs() - held.waitedMs);
        const { user, subscription } = await convergence.converge(calls, held);
        // After a cancellation, a waiting invoice of a switch must not be paid any more.
        if (subscription?.pendingSwitch) await calls.voidInvoice(subscription.pendingSwitch.invoiceId);
        if (subscription && !renews(subscription)) return;
        requireSubscription(user);
        if (subscription) await calls.cancelAtPeriodEnd(subscription.id);
        // An unpaid or paused subscription has no running period, so cancel it at once.
        else if (user.stripeSubscriptionId !== null) await calls.cancelNow(user.stripeSubscriptionId);
        await convergence.converge(calls, held);
      });
      return accounts.getUser(caller);
    },

    /** Reads the state from Stripe. The success page makes this call, because the webhook may be delayed. */
    async sync(caller: Caller, given: z.output<typeof SyncPlan> = {}): Promise<User> {
      const taken = await takeSync(caller.userId, given.session_id);
      if (taken.length === 0) return accounts.getUser(caller);
      try {
        await count(caller.userId);
        await convergence.convergeUser(caller.userId, {
          budgetMs: requestBudgetMs(),
          waitMs: lockWaitMs(),
          isRequest: true,
        });
      } catch (error) {
        // Nothing was read, so the next call reads instead of answering what is stored.
        for (const { giveBack } of taken) await giveBack();
        throw error;
      }
      return accounts.getUser(caller);
    },

    /**
     * Returns the address of the billing portal. After a failed payment, returns the address of the portal
     * page for a new card.
     */
    async manage({ userId }: Caller, given: z.output<typeof ManagePlan> | undefined): Promise<string> {
      await count(userId);
      const returnUrl = requireWebUrl(
        'return_url',
        given?.return_url,
        env.WEB_ORIGINS,
        `${env.WEB_ORIGIN}/plans`,
      );
      const user = await repos.billing.get(userId);
      const { customerId } = requireSubscription(user);
      const updatesCard = user.subscriptionStatus === 'past_due';
      return stripe.within(requestBudgetMs()).openPortal({ customerId, returnUrl, updatesCard });
    },

    /** Returns the charges of choosing a plan, without choosing the plan. */
    async preview({ userId }: Caller, given: z.output<typeof PreviewPlan>): Promise<PlanPreview> {
      await count(userId);
      const priced = getPricedPlan(await repos.plans.listActive(), given);
      const user = await repos.billing.get(userId);
      refuseStoreManaged(user);
      const { pricing } = priced;
      const { stripeCustomerId } = user;
      const reply = (charges: Charges): PlanPreview => ({ ...charges, currency: CURRENCY });
      if (pricing.isFree) return reply(chargesOnce(0));
      if (stripeCustomerId === null) return reply(previewPurchase({ user, subscription: null }, priced, 0));
      return billingLock.toRead(userId, lockWaitMs(), async (held) => {
        const calls = stripe.within(requestBudgetMs() - held.waitedMs);
        const state = await convergence.converge(calls, held);
        const { subscription, facts } = state;
        if (!pricing.isRecurring) {
          refuseInDebt(subscription);
          return reply(previewPurchase(state, priced, 0));
        }
        if (!subscription) return reply(previewPurchase(state, priced, facts.credit));
        const sellable = { ...priced, stripePriceId: await stripePrices.ensurePrice(calls, priced) };
        if (!isSamePrice(subscription, sellable)) refuseInDebt(subscription);
        return reply(await previewSwitch(calls, stripeCustomerId, subscription, sellable, facts.credit));
      });
    },

    async listInvoices({ userId }: Caller, page: Page): Promise<z.output<typeof InvoicesReply>> {
      const { stripeCustomerId, stripeSubscriptionId, subscriptionStatus } = await repos.billing.get(userId);
      if (stripeCustomerId === null)
        return { invoices: [], pagination: paginate(page, 0), open_invoice: null };
      const calls = stripe.within(requestBudgetMs());
      const isInDebt = subscriptionStatus === 'past_due' || subscriptionStatus === 'unpaid';
      const [all, open] = await Promise.all([
        calls.listInvoices(stripeCustomerId),
        isInDebt && stripeSubscriptionId !== null ? calls.findOpenInvoice(stripeSubscriptionId) : null,
      ]);
      const start = offsetOf(page);
      return {
        invoices: all.slice(start, start + page.perPage).map(mapInvoice),
        pagination: paginate(page, all.length),
        open_invoice: open && mapOpenInvoice(open),
      };
    },
  };
}

export type SubscriptionService = ReturnType<typeof createSubscriptionService>;
