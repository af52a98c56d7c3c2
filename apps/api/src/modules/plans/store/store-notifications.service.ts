import { STORE_BODY_BYTES } from '@marquee/contracts';
import { z } from 'zod';
import type { AppleStore } from '#src/clients/apple-store.ts';
import type { GoogleStore } from '#src/clients/google-store.ts';
import { StoreFacts } from '#src/clients/store-facts.ts';
import { AppError, PermanentFailure } from '#src/core/errors.ts';
import { patiently } from '#src/core/patience.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { LocksRepository } from '../locks.repository.ts';
import { JOB_BUDGET } from '../webhooks.service.ts';
import type { StoreRepository } from './store.repository.ts';
import type { StoreConvergenceService } from './store-convergence.service.ts';

/** Time limit for fetching the public keys of Google, which are cached for hours. */
const KEYS_BUDGET_MS = 3_000;

const AppleBody = z.object({ signedPayload: z.string().max(STORE_BODY_BYTES) });

/** The request body that Google Pub/Sub sends. */
const GoogleBody = z.object({
  message: z.object({ messageId: z.string().min(1).max(255), data: z.string().max(STORE_BODY_BYTES) }),
});

const About = z.object({ purchaseToken: z.string().min(1).max(5_000) });
const GoogleData = z.object({
  packageName: z.string(),
  subscriptionNotification: About.extend({ notificationType: z.int() }).optional(),
  voidedPurchaseNotification: About.optional(),
});
const GooglePayload = z.object({ purchaseToken: z.string() });

interface Repos {
  store: StoreRepository;
  outbox: Pick<OutboxRepository, 'add'>;
}

interface Dependencies {
  repos: { store: StoreRepository; locks: Pick<LocksRepository, 'getTime'> };
  withTransaction: WithTransaction<Repos>;
  appleStore: AppleStore;
  googleStore: GoogleStore;
  convergence: StoreConvergenceService;
}

type NewNotification = Parameters<StoreRepository['addNotification']>[0];

function readGoogle(body: unknown) {
  try {
    const { message } = GoogleBody.parse(body);
    const data = GoogleData.parse(JSON.parse(Buffer.from(message.data, 'base64').toString('utf8')));
    return { id: message.messageId, data };
  } catch (cause) {
    throw new AppError('bad_request', { cause });
  }
}

/** Saves notifications from Apple and Google. A job processes each notification. */
export function createStoreNotificationsService(deps: Dependencies) {
  const { repos, withTransaction, appleStore, googleStore, convergence } = deps;

  /** Saves a notification once and queues its job. A notification without a subscription gets no job. */
  async function add(notification: NewNotification): Promise<void> {
    const { processor, id, hasJob } = notification;
    await withTransaction(async (tx) => {
      if ((await tx.store.addNotification(notification)) && hasJob)
        await tx.outbox.add({ kind: 'store_notification', payload: { processor, id } });
    });
  }

  async function readFacts(processor: 'apple' | 'google', payload: unknown): Promise<StoreFacts> {
    if (processor === 'apple') return StoreFacts.parse(payload);
    const { purchaseToken } = GooglePayload.parse(payload);
    const observedAt = await repos.locks.getTime();
    const { budgetMs } = JOB_BUDGET;
    const facts = await googleStore.findPurchase(purchaseToken, { observedAt, budgetMs });
    if (!facts) throw new PermanentFailure('Google does not know this purchase');
    return facts;
  }

  return {
    /**
     * Saves a notification from Apple.
     * @throws AppError `bad_signature`.
     */
    async receiveApple(body: unknown): Promise<void> {
      const parsed = AppleBody.safeParse(body);
      if (!parsed.success) throw new AppError('bad_signature', { cause: parsed.error });
      const { id, type, facts } = await appleStore.readNotification(parsed.data.signedPayload);
      const payload = facts
        ? { ...facts, periodEnd: facts.periodEnd.toISOString(), observedAt: facts.observedAt.toISOString() }
        : {};
      await add({ processor: 'apple', id, type, payload, hasJob: facts !== null });
    },

    /**
     * Saves a notification from Google.
     * @throws AppError `bad_signature`.
     */
    async receiveGoogle(authorization: string, body: unknown): Promise<void> {
      await googleStore.verifyPush(authorization, patiently(KEYS_BUDGET_MS));
      const { id, data } = readGoogle(body);
      if (data.packageName !== googleStore.packageName) throw new AppError('bad_signature');
      const { subscriptionNotification: changed, voidedPurchaseNotification: voided } = data;
      const type = changed
        ? `subscription_${changed.notificationType}`
        : voided
          ? 'voided_purchase'
          : 'other';
      const purchaseToken = (changed ?? voided)?.purchaseToken;
      const payload = purchaseToken === undefined ? {} : { purchaseToken };
      await add({ processor: 'google', id, type, payload, hasJob: purchaseToken !== undefined });
    },

    /**
     * Records the state of the subscription. Repeated and late notifications are harmless, because an older state never
     * replaces a newer state.
     */
    async process(processor: 'apple' | 'google', id: string): Promise<void> {
      const notification = await repos.store.findNotification(processor, id);
      if (!notification || notification.processedAt !== null) return;
      const facts = await readFacts(processor, notification.payload);
      const subscriptionId = await convergence.record(facts, JOB_BUDGET);
      await repos.store.finishNotification(processor, id, subscriptionId);
    },
  };
}

export type StoreNotificationsService = ReturnType<typeof createStoreNotificationsService>;
