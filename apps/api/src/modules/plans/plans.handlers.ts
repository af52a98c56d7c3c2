import { type Handler, PermanentFailure } from '#src/jobs/handler.ts';

/**
 * Work at the payment provider. There is none to ask yet, so it waits among the dead letters, where an operator
 * sees it and replays it once there is.
 */
export const createPlansHandlers = (): { stripe_cancel: Handler<'stripe_cancel'> } => ({
  stripe_cancel: async () => {
    throw new PermanentFailure('no payment provider is connected');
  },
});
