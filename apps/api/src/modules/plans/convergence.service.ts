import type { FastifyBaseLogger } from 'fastify';
import { type CustomerFacts, NO_FACTS } from '#src/clients/stripe/facts.ts';
import type { StripeCalls, StripeClient } from '#src/clients/stripe/stripe.ts';
import { AppError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { AttemptsRepository } from './attempts.repository.ts';
import type { BillingRepository, BillingUser, PlanColumns } from './billing.repository.ts';
import type { BillingLock, Held } from './billing-lock.ts';
import { type Corrections, type Decision, decidePlan } from './decide-plan.ts';
import type { LocksRepository } from './locks.repository.ts';
import type { PlansRepository, SoldPlans } from './plans.repository.ts';

const RETRY_AFTER_S = 60;
/** Maximum number of rounds of corrections. A correction at Stripe may require another correction. */
const ROUNDS_MAX = 3;

interface Repos {
  attempts: AttemptsRepository;
  billing: BillingRepository;
  locks: LocksRepository;
  plans: PlansRepository;
}

interface Dependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
  stripe: StripeClient;
  billingLock: BillingLock;
  log: FastifyBaseLogger;
}

interface ConvergeOptions {
  /** Time limit of the calls to Stripe, in milliseconds. */
  budgetMs: number;
  /** Time limit of the wait for the lock, in milliseconds. */
  waitMs: number;
  /**
   * Whether to subtract the wait for the lock from `budgetMs`. In a request, one time limit covers the wait
   * and the calls.
   */
  isRequest?: boolean;
  /** Skips the work when another convergence started after this time and has finished. */
  since?: Date;
}

/** The user's billing state afterwards. */
export interface Converged {
  user: BillingUser;
  facts: CustomerFacts;
  /** The subscription that a switch or a cancellation changes. */
  subscription: Decision['subscription'];
  hasChanged: boolean;
}

const isSame = (user: BillingUser, plan: PlanColumns): boolean =>
  user.planId === plan.planId &&
  user.pricingId === plan.pricingId &&
  user.subscriptionProcessor === plan.subscriptionProcessor &&
  user.subscriptionStatus === plan.subscriptionStatus &&
  user.currentPeriodEnd?.getTime() === plan.currentPeriodEnd?.getTime() &&
  user.cancelAtPeriodEnd === plan.cancelAtPeriodEnd &&
  user.stripeSubscriptionId === plan.stripeSubscriptionId;

/** Returns whether the plan comes from a subscription whose price we do not know, and did not before. */
const isNewlyUnknown = (before: PlanColumns, plan: PlanColumns | null): boolean =>
  plan !== null &&
  plan.stripeSubscriptionId !== null &&
  plan.pricingId === null &&
  !(before.pricingId === null && before.stripeSubscriptionId === plan.stripeSubscriptionId);

/**
 * Converges a user: makes the stored plan equal to the state at Stripe. Webhook jobs, requests, the repair job and the
 * reconciler use this service.
 */
export function createConvergenceService(deps: Dependencies) {
  const { repos, withTransaction, stripe, billingLock, log } = deps;

  /** Pays with the member's new card. Returns false for a declined card, which the member sees as an open invoice. */
  async function pay(calls: StripeCalls, userId: number, { invoiceId, card }: Corrections['pay'][number]) {
    try {
      await calls.payInvoice(invoiceId, card);
      return true;
    } catch (err) {
      if (!(err instanceof AppError && err.code === 'not_permitted')) throw err;
      log.info({ err, userId, invoiceId }, 'a new card did not pay the open invoice');
      return false;
    }
  }

  /** @returns whether the state at Stripe has changed. */
  async function correct(calls: StripeCalls, user: BillingUser, corrections: Corrections): Promise<boolean> {
    const { cancelNow, cancelAtPeriodEnd, resume, expire, clearCredit } = corrections;
    const userId = user.id;
    const paid: boolean[] = [];
    for (const debt of corrections.pay) paid.push(await pay(calls, userId, debt));
    const count = cancelNow.length + cancelAtPeriodEnd.length + resume.length + expire.length;
    if (count === 0 && !clearCredit) return paid.includes(true);
    log.info({ userId, ...corrections }, 'correcting the state at Stripe');
    for (const { attemptId, sessionId } of expire)
      if (await calls.expireCheckout(sessionId)) await repos.attempts.close(attemptId, 'expired');
    // Before the end of a subscription, so that a killed process leaves a sign of what is to be taken back.
    if (clearCredit && user.stripeCustomerId !== null) await calls.clearCredit(user.stripeCustomerId);
    for (const id of cancelNow) await calls.cancelNow(id);
    for (const id of cancelAtPeriodEnd) await calls.cancelAtPeriodEnd(id);
    for (const subscription of resume) await calls.resume(subscription);
    return true;
  }

  /**
   * Reads the state at Stripe. Fails for an unknown customer whose subscription has not ended, because a
   * wrong `STRIPE_SECRET_KEY` would end every user's access.
   * @throws AppError unavailable.
   */
  async function readFacts(calls: StripeCalls, user: BillingUser, sold: SoldPlans): Promise<CustomerFacts> {
    if (user.stripeCustomerId === null) return NO_FACTS;
    const facts = await calls.readCustomer(user.stripeCustomerId, sold);
    if (facts !== null) return facts;
    if (user.subscriptionProcessor !== 'stripe' || user.subscriptionStatus === 'canceled') return NO_FACTS;
    log.error(
      { userId: user.id },
      'the customer of a subscription does not exist at Stripe: check STRIPE_SECRET_KEY',
    );
    throw new AppError('unavailable', { retryAfter: RETRY_AFTER_S });
  }

  async function read(
    calls: StripeCalls,
    user: BillingUser,
  ): Promise<{ facts: CustomerFacts; decision: Decision }> {
    for (let round = 1; ; round++) {
      const sold = await repos.plans.listSold();
      const facts = await readFacts(calls, user, sold);
      const attempts = await repos.attempts.list(user.id);
      const placeTakenAt = user.planPlaces[0]?.takenAt ?? null;
      const decision = decidePlan({
        current: user,
        facts,
        sold,
        attempts,
        placeTakenAt,
        now: new Date(),
      });
      if (!(await correct(calls, user, decision.corrections))) return { facts, decision };
      if (round === ROUNDS_MAX)
        throw new Error(
          `The state of user ${user.id} at Stripe still needs corrections after ${ROUNDS_MAX} rounds`,
        );
    }
  }

  async function converge(calls: StripeCalls, { userId, holder }: Held): Promise<Converged> {
    const startedAt = await repos.locks.getTime();
    const before = await repos.billing.get(userId);
    const { facts, decision } = await read(calls, before);
    const { plan, subscription } = decision;
    const changed = plan !== null && !isSame(before, plan);
    await withTransaction(async (tx) => {
      await tx.locks.require(userId, holder);
      await tx.locks.saveConverged(userId, startedAt);
      if (changed) {
        await tx.billing.savePlan(userId, plan);
        tx.changed.add(userId);
      }
      await tx.attempts.completeSessions(userId, facts.completedSessions);
    });
    if (subscription && isNewlyUnknown(before, plan))
      log.warn(
        { userId, subscriptionId: subscription.id, stripePriceId: subscription.stripePriceId },
        'a subscription has a price that Marquee does not sell: it keeps its access and can be left (docs/billing.md#unknown)',
      );
    const user = changed ? await repos.billing.get(userId) : before;
    return { user, facts, subscription, hasChanged: changed };
  }

  return {
    converge,

    /** @returns whether the stored plan changed. */
    async convergeUser(
      userId: number,
      { budgetMs, waitMs, isRequest, since }: ConvergeOptions,
    ): Promise<boolean> {
      const { stripeCustomerId } = await repos.billing.get(userId);
      if (stripeCustomerId === null) return false;
      const isDone = async (): Promise<boolean> =>
        since !== undefined && (await repos.locks.isConvergedSince(userId, since));
      if (await isDone()) return false;
      return billingLock.toRead(userId, waitMs, async (held) => {
        // Another job for the same events may have converged the user during the wait for the lock.
        if (await isDone()) return false;
        const { hasChanged } = await converge(
          stripe.within(budgetMs - (isRequest ? held.waitedMs : 0)),
          held,
        );
        return hasChanged;
      });
    },
  };
}

export type ConvergenceService = ReturnType<typeof createConvergenceService>;
