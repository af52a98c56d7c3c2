import { isMissing, wasAnswered } from '#src/clients/stripe/call.ts';
import type { StripeCalls } from '#src/clients/stripe/stripe.ts';
import { AppError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { AttemptRow, AttemptsRepository } from './attempts.repository.ts';
import type { BillingRepository } from './billing.repository.ts';
import type { Held } from './billing-lock.ts';
import type { Converged } from './convergence.service.ts';
import type { LocksRepository } from './locks.repository.ts';
import { daysUntil, paidUntil } from './paid-until.ts';
import type { SellablePlan } from './priced-plan.ts';

/**
 * A new call repeats an attempt that has no session id, with the same idempotency key, up to this age. In an
 * older attempt, values such as the trial days may be wrong.
 */
const REPEAT_MS = 10 * 60_000;

interface Repos {
  attempts: AttemptsRepository;
  billing: BillingRepository;
  locks: LocksRepository;
  outbox: Pick<OutboxRepository, 'add'>;
}

interface Dependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
}

export interface ReturnUrls {
  successUrl: string;
  cancelUrl: string;
}

/** Opens Checkout sessions: at most one payable session per user at any time. */
export function createCheckoutService({ repos, withTransaction }: Dependencies) {
  async function ensureCustomer(
    calls: StripeCalls,
    { user, facts }: Converged,
    { holder }: Held,
  ): Promise<string> {
    if (user.stripeCustomerId !== null && !facts.isDeleted) return user.stripeCustomerId;
    const userId = user.id;
    if (facts.isDeleted) await repos.billing.saveCustomer(userId, null);
    const nonce = await repos.billing.ensureCustomerKey(userId);
    // The key contains the email address, because Stripe refuses a repeated key with other values.
    const key = `${nonce}:${user.email}`;
    try {
      const customerId = await calls.createCustomer({ key, userId, email: user.email });
      await withTransaction(async (tx) => {
        await tx.locks.require(userId, holder);
        await tx.billing.saveCustomer(userId, customerId);
      });
      return customerId;
    } catch (error) {
      if (wasAnswered(error)) await repos.billing.forgetCustomerKey(userId);
      throw error;
    }
  }

  /**
   * Returns the open attempt when its values equal the values of this call. Makes any other open attempt
   * unpayable.
   */
  async function reuse(
    calls: StripeCalls,
    { user, facts }: Converged,
    priced: SellablePlan,
    urls: ReturnUrls,
  ): Promise<AttemptRow | null> {
    const open = await repos.attempts.findOpen(user.id);
    if (open === null) return null;
    const { stripeSessionId } = open;
    // A deleted customer cannot pay, so neither a session nor the key of a lost reply is of use.
    const isSame =
      !facts.isDeleted &&
      open.pricingId === priced.pricing.id &&
      open.successUrl === urls.successUrl &&
      open.cancelUrl === urls.cancelUrl;
    const isUsable =
      isSame &&
      (stripeSessionId === null
        ? open.createdAt.getTime() > Date.now() - REPEAT_MS
        : (await calls.readCheckout(stripeSessionId)) === 'open');
    if (isUsable) return open;
    if (stripeSessionId !== null && !(await calls.expireCheckout(stripeSessionId)))
      throw new AppError('conflict', { message: 'You have just paid for a plan. Please reload the page.' });
    // Without a stored session id, the user never got the address of the session, so the session cannot be
    // paid.
    await repos.attempts.close(open.id, stripeSessionId === null ? 'failed' : 'expired');
    return null;
  }

  async function createAttempt(
    state: Converged,
    { userId, holder }: Held,
    priced: SellablePlan,
    urls: ReturnUrls,
  ): Promise<AttemptRow> {
    const until = paidUntil(state);
    const { isRecurring } = priced.pricing;
    return withTransaction(async (tx) => {
      await tx.locks.require(userId, holder);
      return tx.attempts.create({
        userId,
        pricingId: priced.pricing.id,
        ...urls,
        trialDays: isRecurring ? daysUntil(until) : 0,
        accessFrom: isRecurring ? null : until,
      });
    });
  }

  return {
    /** Returns the address of the payment page. A second call with the same values returns the same page. */
    async open(
      calls: StripeCalls,
      state: Converged,
      held: Held,
      priced: SellablePlan,
      urls: ReturnUrls,
    ): Promise<string> {
      const customerId = await ensureCustomer(calls, state, held);
      const attempt =
        (await reuse(calls, state, priced, urls)) ?? (await createAttempt(state, held, priced, urls));
      if (attempt.url !== null) return attempt.url;
      try {
        const { sessionId, url } = await calls.openCheckout({
          idempotencyKey: attempt.idempotencyKey,
          attemptId: attempt.id,
          userId: held.userId,
          customerId,
          stripePriceId: priced.stripePriceId,
          isRecurring: priced.pricing.isRecurring,
          trialDays: attempt.trialDays,
          successUrl: attempt.successUrl,
          cancelUrl: attempt.cancelUrl,
        });
        await withTransaction(async (tx) => {
          await tx.locks.require(held.userId, held.holder);
          await tx.attempts.saveSession(attempt.id, sessionId, url);
        });
        return url;
      } catch (error) {
        if (wasAnswered(error)) await repos.attempts.close(attempt.id, 'failed');
        if (!isMissing(error)) throw error;
        // The customer was deleted at Stripe. The next call creates another customer.
        await repos.billing.saveCustomer(held.userId, null);
        throw new AppError('unavailable', { retryAfter: 1, cause: error });
      }
    },
  };
}

export type CheckoutService = ReturnType<typeof createCheckoutService>;
