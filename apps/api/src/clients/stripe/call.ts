import { setTimeout as sleep } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { AppError } from '#src/core/errors.ts';
import { patiently } from '#src/core/patience.ts';

/** A request may take 5 s (docs/api.md#errors). One second of this time remains for the database. */
export const requestBudgetMs = (): number => patiently(4_000);
const CALL_TIMEOUT_MS = 4_000;
const RETRY_AFTER_S = 5;
const PAUSE_MS = 200;
/** Minimum time that a retry needs, in milliseconds. With less remaining time, no retry is started. */
const RETRY_NEEDS_MS = 800;

const DECLINED = 'Your card was declined. Please update your card and try again.';

/** Errors of Stripe's API v1 have the class name in `type`. Checking the name does not load the library. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && /^Stripe\w*Error$/.test(String(error.type));

/**
 * Returns whether Stripe answered with a final error. A retry with the same idempotency key would get this
 * error again.
 */
export const wasAnswered = (error: unknown): boolean => {
  const cause = error instanceof AppError ? error.cause : error;
  return isStripeError(cause) && cause.statusCode !== undefined && ![409, 429].includes(cause.statusCode);
};

/** Returns whether the error means that the object does not exist at Stripe. */
export const isMissing = (error: unknown): boolean =>
  isStripeError(error) && error.type === 'StripeInvalidRequestError' && error.code === 'resource_missing';

/** Returns whether a payment failed only because the bank asks the member to confirm it, as with 3-D Secure. */
export const needsMember = (error: unknown): boolean => {
  const cause = error instanceof AppError ? error.cause : error;
  if (!isStripeError(cause)) return false;
  return [cause.code, cause.decline_code].some(
    (code) => code === 'subscription_payment_intent_requires_action' || code === 'authentication_required',
  );
};

/** Returns whether Stripe did not process the call. Connection errors and timeouts have no status. */
const isUnavailable = ({ statusCode = 0 }: Stripe.errors.StripeError): boolean =>
  statusCode === 0 || statusCode >= 500 || [401, 403, 409, 429].includes(statusCode);

function toAppError(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  if (error.type === 'StripeCardError')
    return new AppError('not_permitted', { message: DECLINED, cause: error });
  if (isUnavailable(error)) return new AppError('unavailable', { retryAfter: RETRY_AFTER_S, cause: error });
  return error;
}

const isWorthRetrying = (error: unknown): boolean =>
  // 401 and 403 mean a wrong key in the configuration, so a retry fails too.
  isStripeError(error) && isUnavailable(error) && ![401, 403].includes(error.statusCode ?? 0);

/**
 * Creates a function that runs calls within one time budget. Each call has at most one retry, so writes must
 * be idempotent or have an idempotency key.
 */
export function createCaller(load: () => Promise<Stripe>, budgetMs: number) {
  const deadline = Date.now() + budgetMs;
  return async <T>(call: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>): Promise<T> => {
    const stripe = await load();
    for (let attempt = 1; ; attempt++) {
      const left = deadline - Date.now();
      if (left < 1) throw new AppError('unavailable', { retryAfter: RETRY_AFTER_S });
      try {
        return await call(stripe, {
          timeout: Math.min(left, patiently(CALL_TIMEOUT_MS)),
          maxNetworkRetries: 0,
        });
      } catch (error) {
        const hasTime = deadline - Date.now() > RETRY_NEEDS_MS;
        if (attempt === 2 || !hasTime || !isWorthRetrying(error)) throw toAppError(error);
        await sleep(PAUSE_MS);
      }
    }
  };
}

export type Caller = ReturnType<typeof createCaller>;
