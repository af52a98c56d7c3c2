import { isDeepStrictEqual } from 'node:util';
import type { StoreFacts } from '#src/clients/store-facts.ts';
import { AppError, PermanentFailure } from '#src/core/errors.ts';
import type { Changes, WithTransaction } from '#src/data/database.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { BillingRepository } from '../billing.repository.ts';
import type { BillingLock, Held } from '../billing-lock.ts';
import type { LocksRepository } from '../locks.repository.ts';
import { decideStorePlan } from './decide-store-plan.ts';
import type { StoreRepository } from './store.repository.ts';

interface Repos {
  billing: BillingRepository;
  locks: LocksRepository;
  outbox: Pick<OutboxRepository, 'add'>;
  store: StoreRepository;
}
type Tx = Repos & Changes;

interface Dependencies {
  repos: Repos;
  withTransaction: WithTransaction<Repos>;
  billingLock: BillingLock;
}

interface RecordOptions {
  waitMs: number;
  /** Id of the user who reports the purchase. */
  reporterId?: number;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Stores the state of store subscriptions, and derives the user's plan from this state. A plan at Stripe hides the store's;
 * when it ends, the trigger `users_return_to_store` writes the row of `store_sync`, which shows the store's again.
 */
export function createStoreConvergenceService({ repos, withTransaction, billingLock }: Dependencies) {
  async function findOwner({ id, accountToken, replacesId }: StoreFacts): Promise<number | null> {
    const stored = await repos.store.find(id);
    if (stored?.userId) return stored.userId;
    if (accountToken !== null)
      return UUID.test(accountToken) ? repos.store.findUserByAccountToken(accountToken) : null;
    return replacesId === null ? null : ((await repos.store.find(replacesId))?.userId ?? null);
  }

  async function requirePricing({ processor, priceId }: StoreFacts): Promise<number> {
    const pricingId = await repos.store.findPricing(priceId);
    if (pricingId === null)
      throw new PermanentFailure(`No recurring price has the ${processor} product id ${priceId}`);
    return pricingId;
  }

  async function savePlan(tx: Tx, userId: number): Promise<boolean> {
    const current = await tx.billing.get(userId);
    const decision = decideStorePlan(current, await tx.store.list(userId), new Date());
    if (decision === null || isDeepStrictEqual({ ...current, ...decision.plan }, current)) return false;
    await tx.billing.savePlan(userId, decision.plan);
    await tx.store.setShown(userId, decision.storeSubscriptionId);
    tx.changed.add(userId);
    return true;
  }

  async function saveOwned(tx: Tx, facts: StoreFacts, pricingId: number, userId: number): Promise<void> {
    const { id, replacesId, observedAt, isUnacknowledged, status } = facts;
    await tx.store.save(facts, pricingId, userId);
    if (!(await tx.store.claim(id, userId)))
      throw new AppError('not_permitted', { message: 'This purchase belongs to another account.' });
    if (replacesId !== null) await tx.store.replace(replacesId, observedAt);
    if (isUnacknowledged && status === 'active')
      await tx.outbox.add({
        kind: 'store_acknowledge',
        userId,
        payload: { subscriptionId: id },
        dedupeKey: `store_acknowledge:${id}`,
      });
    await savePlan(tx, userId);
  }

  /**
   * Runs work under the lock that the convergence with Stripe uses too, so that the two cannot overwrite each other's plan.
   */
  const inTurn = <T>(userId: number, waitMs: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
    billingLock.toRead(userId, waitMs, ({ holder }: Held) =>
      withTransaction(async (tx) => {
        await tx.locks.require(userId, holder);
        return work(tx);
      }),
    );

  return {
    /**
     * Stores the state of a subscription, and updates the plan of its user. A state without an account token
     * may have no user until the app reports the purchase.
     * @returns the id of the stored subscription. Null, without a change, when the account token is unknown.
     */
    async record(facts: StoreFacts, { waitMs, reporterId }: RecordOptions): Promise<string | null> {
      const pricingId = await requirePricing(facts);
      const userId = (await findOwner(facts)) ?? reporterId ?? null;
      if (userId !== null) await inTurn(userId, waitMs, (tx) => saveOwned(tx, facts, pricingId, userId));
      else if (facts.accountToken === null) await repos.store.save(facts, pricingId, null);
      else return null;
      return facts.id;
    },

    /**
     * Derives the plan from the stored subscriptions.
     * @returns whether the stored plan changed.
     */
    convergeUser: (userId: number, waitMs: number): Promise<boolean> =>
      inTurn(userId, waitMs, (tx) => savePlan(tx, userId)),
  };
}

export type StoreConvergenceService = ReturnType<typeof createStoreConvergenceService>;
