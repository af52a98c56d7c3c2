import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { isMissing } from '#src/clients/stripe/call.ts';
import type { StripeClient } from '#src/clients/stripe/stripe.ts';
import { AppError, PermanentFailure } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { BillingRepository } from './billing.repository.ts';
import type { ConvergenceService } from './convergence.service.ts';
import type { StripeEventsRepository } from './stripe-events.repository.ts';

/** Time limits of a job. They are longer than the limits of a request. */
export const JOB_BUDGET = { budgetMs: 12_000, waitMs: 15_000 } as const;

/**
 * The only fields of an event that are used. All other data is read from Stripe in our API version, so events that come twice
 * or in the wrong order change nothing wrongly.
 */
const Event = z.object({ id: z.string().min(1).max(255), type: z.string().min(1).max(255) });

interface Repos {
  stripeEvents: StripeEventsRepository;
  outbox: Pick<OutboxRepository, 'add'>;
}

interface Dependencies {
  repos: { billing: BillingRepository; stripeEvents: StripeEventsRepository };
  withTransaction: WithTransaction<Repos>;
  stripe: StripeClient;
  convergence: ConvergenceService;
  log: FastifyBaseLogger;
}

function readEvent(body: Buffer): z.infer<typeof Event> {
  try {
    return Event.parse(JSON.parse(body.toString('utf8')));
  } catch (cause) {
    throw new AppError('bad_request', { cause });
  }
}

export function createWebhooksService(deps: Dependencies) {
  const { repos, withTransaction, stripe, convergence } = deps;
  return {
    /**
     * Stores an event once, with the job that processes the event.
     * @throws AppError `bad_signature`.
     */
    async receive(body: Buffer, signature: string): Promise<void> {
      if (!(await stripe.isSigned(body, signature))) throw new AppError('bad_signature');
      const { id, type } = readEvent(body);
      await withTransaction(async (tx) => {
        if (await tx.stripeEvents.add(id, type))
          await tx.outbox.add({ kind: 'stripe_event', payload: { eventId: id } });
      });
    },

    /** Converges the user of an event. Skips the work when a convergence that started after `since` has finished. */
    async process(eventId: string, since: Date): Promise<void> {
      const customerId = await findCustomer(eventId);
      const userId = customerId === null ? null : await repos.billing.findByCustomer(customerId);
      if (userId !== null) await convergence.convergeUser(userId, { ...JOB_BUDGET, since });
      await repos.stripeEvents.finish(eventId, userId === null ? null : customerId);
    },
  };

  async function findCustomer(eventId: string): Promise<string | null> {
    try {
      return await stripe.within(JOB_BUDGET.budgetMs).findEventCustomer(eventId);
    } catch (error) {
      if (isMissing(error))
        throw new PermanentFailure('The event does not exist at Stripe', { cause: error });
      throw error;
    }
  }
}

export type WebhooksService = ReturnType<typeof createWebhooksService>;
