import type { ChangePlan, User } from '@marquee/contracts';
import type { z } from 'zod';
import { requestBudgetMs } from '#src/clients/stripe/call.ts';
import type { SubscriptionFact } from '#src/clients/stripe/facts.ts';
import type { StripeCalls, StripeClient } from '#src/clients/stripe/stripe.ts';
import { AppError } from '#src/core/errors.ts';
import { patiently } from '#src/core/patience.ts';
import type { TrialHash } from '#src/core/secrets.ts';
import { createSharedWork } from '#src/core/shared-work.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Caller } from '#src/http/authentication.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { AccountsService } from '#src/modules/accounts/accounts.service.ts';
import type { EmailService } from '#src/modules/accounts/email.service.ts';
import type { BillingRepository } from './billing.repository.ts';
import type { BillingLock, Held } from './billing-lock.ts';
import type { CheckoutService, ReturnUrls } from './checkout.service.ts';
import type { ConvergenceService } from './convergence.service.ts';
import type { LocksRepository } from './locks.repository.ts';
import type { PlacesRepository } from './places.repository.ts';
import type { PlansRepository } from './plans.repository.ts';
import { getPricedPlan, type PricedPlan, type SellablePlan } from './priced-plan.ts';
import { requireWebUrl, withoutSession } from './return-url.ts';
import { isSamePrice, refuseInDebt } from './same-price.ts';
import { refuseStoreManaged } from './store/refuse-store-managed.ts';
import type { StripePricesService } from './stripe-prices.service.ts';

/** Maximum time in milliseconds that a request waits for another change of the same user. */
export const lockWaitMs = (): number => patiently(3_000);

const SAME_PLAN = 'This is already your plan.';
const UNPROVEN = 'Please confirm your email address first, with the link that we sent you.';
const ONE_PLACE = 'Another account of your mailbox has this plan already.';
const NO_PLACES = 'All places of this plan are taken.';
/** These statuses give no access, but a late payment would make the subscription active again. */
const STALE = ['unpaid', 'paused'];

interface Repos {
  billing: BillingRepository;
  locks: LocksRepository;
  outbox: Pick<OutboxRepository, 'add'>;
  places: PlacesRepository;
  plans: PlansRepository;
}

interface Dependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
  env: { WEB_ORIGIN: string; WEB_ORIGINS: readonly string[]; EARLY_ADOPTER_PLACES: number };
  stripe: StripeClient;
  billingLock: BillingLock;
  convergence: ConvergenceService;
  checkout: CheckoutService;
  stripePrices: StripePricesService;
  accounts: Pick<AccountsService, 'getUser'>;
  email: Pick<EmailService, 'isProven'>;
  hashTrialAddress: (email: string) => TrialHash;
  limits: Pick<Limits, 'take'>;
}

/** Chooses a plan, switches to another plan, and resumes a canceled plan. */
export function createChangeService(deps: Dependencies) {
  const {
    repos,
    withTransaction,
    env,
    stripe,
    billingLock,
    convergence,
    checkout,
    stripePrices,
    accounts,
    email,
    limits,
    hashTrialAddress,
  } = deps;
  const successPage = `${env.WEB_ORIGIN}/checkout_success/`;
  const share = createSharedWork<string>();

  /** @returns the page on which the member confirms a payment, or null when the change is done. */
  async function changeSubscription(
    calls: StripeCalls,
    subscription: SubscriptionFact,
    priced: SellablePlan,
  ): Promise<string | null> {
    const { pendingSwitch, ending } = subscription;
    if (pendingSwitch?.stripePriceId === priced.stripePriceId) return pendingSwitch.url;
    if (isSamePrice(subscription, priced)) {
      if (pendingSwitch === null && ending === null)
        throw new AppError('not_permitted', { message: SAME_PLAN });
      if (pendingSwitch) await calls.voidInvoice(pendingSwitch.invoiceId);
      await calls.resume(subscription);
      return null;
    }
    refuseInDebt(subscription);
    if (pendingSwitch) await calls.voidInvoice(pendingSwitch.invoiceId);
    return calls.switchPrice(subscription, priced.stripePriceId);
  }

  /**
   * Opens Checkout, or switches an existing subscription.
   * @returns the address of the next page.
   */
  async function buy(held: Held, priced: PricedPlan, urls: ReturnUrls): Promise<string> {
    const calls = stripe.within(requestBudgetMs() - held.waitedMs);
    const stripePriceId = await stripePrices.ensurePrice(calls, priced);
    const state = await convergence.converge(calls, held);
    refuseStoreManaged(state.user);
    if (state.subscription && priced.pricing.isRecurring) {
      const page = await changeSubscription(calls, state.subscription, { ...priced, stripePriceId });
      await convergence.converge(calls, held);
      return page ?? withoutSession(urls.successUrl);
    }
    refuseInDebt(state.subscription);
    const { pricingId, subscriptionStatus } = state.user;
    if (pricingId === priced.pricing.id && subscriptionStatus === 'active')
      throw new AppError('not_permitted', { message: SAME_PLAN });
    for (const { id, status } of state.facts.subscriptions)
      if (STALE.includes(status)) await calls.cancelNow(id);
    return checkout.open(calls, state, held, { ...priced, stripePriceId }, urls);
  }

  /**
   * Grants the free plan before any call to Stripe. When Stripe is unreachable, a paid subscription ends
   * later.
   */
  async function grant(held: Held, { plan, pricing }: PricedPlan): Promise<void> {
    const { userId, holder, waitedMs } = held;
    const user = await repos.billing.get(userId);
    refuseStoreManaged(user);
    if (user.pricingId === pricing.id) throw new AppError('not_permitted', { message: SAME_PLAN });
    // A limited place must cost more than a made-up address.
    if (!email.isProven(user)) throw new AppError('not_permitted', { message: UNPROVEN });
    await withTransaction(async (tx) => {
      await tx.locks.require(userId, holder);
      const limit = plan.places === null ? null : env.EARLY_ADOPTER_PLACES;
      if (!(await tx.places.take(plan.id, userId, limit)))
        throw new AppError('not_permitted', { message: NO_PLACES });
      // Under the lock of the plan, because two accounts of a mailbox may call at the same time.
      if (limit !== null) {
        const { mailbox } = hashTrialAddress(user.email);
        const others = await tx.places.listWithoutMailbox(plan.id, userId);
        if (
          (await tx.places.isMailboxPlaced(plan.id, userId, mailbox)) ||
          others.some((address) => hashTrialAddress(address).mailbox === mailbox)
        )
          throw new AppError('not_permitted', { message: ONE_PLACE });
        await tx.places.keepMailbox(plan.id, userId, mailbox);
      }
      await tx.billing.savePlan(userId, {
        planId: plan.id,
        pricingId: pricing.id,
        subscriptionProcessor: null,
        subscriptionStatus: null,
        currentPeriodEnd: null,
        cancelAtPeriodEnd: false,
        stripeSubscriptionId: user.stripeSubscriptionId,
      });
      tx.changed.add(userId);
      // This job ends subscriptions and passes that were bought before the free plan.
      if (user.stripeCustomerId !== null) await tx.outbox.add({ kind: 'stripe_sync', userId, payload: {} });
    });
    if (user.stripeCustomerId === null) return;
    try {
      await convergence.converge(stripe.within(requestBudgetMs() - waitedMs), held);
    } catch (error) {
      // When Stripe is unavailable, the job `stripe_sync` converges the user later.
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
    }
  }

  return {
    async changePlan(
      caller: Caller,
      given: z.output<typeof ChangePlan>,
    ): Promise<{ redirect_url: string; user: User }> {
      const { userId } = caller;
      await limits.take('billing', String(userId));
      const priced = getPricedPlan(await repos.plans.listActive(), given);
      const urls = {
        successUrl: requireWebUrl('success_url', given.success_url, env.WEB_ORIGINS, successPage),
        cancelUrl: requireWebUrl(
          'cancel_url',
          given.cancel_url,
          env.WEB_ORIGINS,
          `${env.WEB_ORIGIN}/checkout_canceled/`,
        ),
      };
      // Equal calls at once, as of a page that is pressed again and again, are one.
      const redirect_url = await share(JSON.stringify([userId, priced.pricing.id, urls]), () =>
        billingLock.toWrite(userId, lockWaitMs(), async (held) => {
          if (!priced.pricing.isFree) return buy(held, priced, urls);
          await grant(held, priced);
          return successPage;
        }),
      );
      return { redirect_url, user: await accounts.getUser(caller) };
    },
  };
}

export type ChangeService = ReturnType<typeof createChangeService>;
