import { PermanentFailure } from '#src/core/errors.ts';
import type { Handler } from '#src/jobs/handler.ts';

/**
 * Cancels subscriptions at Stripe. There is no Stripe client yet, so the row becomes a dead letter, which an operator
 * can replay later.
 */
export const createPlansHandlers = (): { stripe_cancel: Handler<'stripe_cancel'> } => ({
  stripe_cancel: async () => {
    throw new PermanentFailure('no payment provider is connected');
  },
});
