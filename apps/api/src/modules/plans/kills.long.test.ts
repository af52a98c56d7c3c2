import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBilling } from '../../../test/billing.ts';
import type { KillAt } from '../../../test/kill-proxies.ts';
import { createKiller } from '../../../test/kills.ts';

const billing = await startBilling();
const { prisma, join, choose, subscribe, stripeOf, stripe, settle, deps } = billing;
const { run, passTime, expectStateOfStripe } = createKiller(billing);

type User = Awaited<ReturnType<typeof join>>;
type Kind = Omit<KillAt, 'nth'>;

/**
 * A change of the stored state that was committed is the state before the next one, so `before` covers the database. At
 * Stripe the reply can be lost, too.
 */
const KINDS: Kind[] = [
  { server: 'stripe', moment: 'before' },
  { server: 'stripe', moment: 'after' },
  { server: 'database', moment: 'before' },
];

/** Kills the process at every step, and checks each user afterwards. */
async function killEverywhere(
  kind: Kind,
  prepare: (user: User) => Promise<string[]>,
  check: (user: User, args: string[]) => Promise<void>,
): Promise<void> {
  for (let nth = 1; ; nth++) {
    const user = await join();
    const args = await prepare(user);
    const wasKilled = await run('billing-process.ts', [String(user.id), ...args], { ...kind, nth });
    await passTime(user);
    await settle();
    await check(user, args);
    if (!wasKilled) break;
  }
}

// A price that the first call creates would shift the steps of the next one.
beforeAll(() => deps.services.planCatalogue.syncPlans());
afterAll(() => stripe.control('webhooks', { mode: 'live' }));

describe.each(KINDS)('a process killed $moment any step of $server', (kind) => {
  it('leaves one price per plan when it created prices', async () => {
    await killEverywhere(
      kind,
      async () => {
        await prisma.pricing.updateMany({ data: { stripePriceId: null } });
        await prisma.plan.updateMany({ data: { stripeProductId: null } });
        return ['catalogue'];
      },
      async () => {
        const again = await deps.services.planCatalogue.syncPlans();
        const prices = await deps.services.planCatalogue.syncPlans();
        expect(prices).toEqual(again.map((price) => ({ ...price, isNew: false })));
      },
    );
  });

  it('leaves one customer and one payable session when it opened Checkout', async () => {
    await killEverywhere(
      kind,
      async () => ['change', 'monthly'],
      async (user) => {
        await stripe.press((await choose(user, 'monthly')).url, 'pay');
        await settle();
        const { subscriptions, charges, sessions } = await stripeOf(user);
        expect(subscriptions).toHaveLength(1);
        expect(charges).toHaveLength(1);
        expect(sessions.filter(({ status }) => status === 'open')).toEqual([]);
        await expectStateOfStripe(user);
      },
    );
  });

  // Webhooks are dropped, so that only the job that the killed process left behind can repair the row.
  it.each([
    ['switched', ['change', 'yearly']],
    ['canceled', ['cancel']],
    ['chose the free plan', ['change', 'free_for_life']],
    ['synced', ['sync']],
  ])('leaves the state of Stripe when it %s', async (_name, args) => {
    await stripe.control('webhooks', { mode: 'drop' });
    const prepare = async (user: User) => {
      await subscribe(user, 'monthly');
      return args;
    };
    await killEverywhere(kind, prepare, expectStateOfStripe);
    await stripe.control('webhooks', { mode: 'live' });
  });

  it('leaves the state of Stripe when the job of a webhook is repeated', async () => {
    await stripe.control('webhooks', { mode: 'drop' });
    await killEverywhere(
      kind,
      async (user) => {
        await stripe.press((await choose(user, 'monthly')).url, 'pay');
        const { events } = await stripe.state();
        const event = events.find(({ type }) => type === 'checkout.session.completed');
        await deps.repos.stripeEvents.add(event?.id ?? '', event?.type ?? '');
        return ['event', event?.id ?? ''];
      },
      async (user, [, eventId = '']) => {
        await deps.services.webhooks.process(eventId, new Date());
        expect((await stripeOf(user)).subscriptions).toHaveLength(1);
        await expectStateOfStripe(user);
      },
    );
    await stripe.control('webhooks', { mode: 'live' });
  });
});
