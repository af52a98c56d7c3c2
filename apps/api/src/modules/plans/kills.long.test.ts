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
 * `before` is enough for the database, because a kill before a change equals a kill after the previous change. A call
 * to Stripe can also succeed while its reply is lost, so Stripe needs `after` too.
 */
const KINDS: Kind[] = [
  { server: 'stripe', moment: 'before' },
  { server: 'stripe', moment: 'after' },
  { server: 'database', moment: 'before' },
];

/** Kills one process per step, until a process runs to its end, and checks the user after each kill. */
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

// Create the prices at Stripe first. Otherwise the first run would create them, and later runs would have fewer steps.
beforeAll(() => deps.services.stripePrices.ensurePrices());
afterAll(() => stripe.control('webhooks', { mode: 'live' }));

describe.each(KINDS)('a process killed $moment each $server step', (kind) => {
  it('leaves one price per plan when it creates prices', async () => {
    await killEverywhere(
      kind,
      async () => {
        await prisma.pricing.updateMany({ data: { stripePriceId: null } });
        await prisma.plan.updateMany({ data: { stripeProductId: null } });
        return ['catalogue'];
      },
      async () => {
        const again = await deps.services.stripePrices.ensurePrices();
        const prices = await deps.services.stripePrices.ensurePrices();
        expect(prices).toEqual(again.map((price) => ({ ...price, isNew: false })));
      },
    );
  });

  it('leaves one customer and one payable session when it opens Checkout', async () => {
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

  // Webhooks are dropped, so only the job that the killed process stored can repair the row.
  it.each([
    ['switches the plan', ['change', 'yearly']],
    ['cancels the plan', ['cancel']],
    ['chooses the free plan', ['change', 'free_for_life']],
    ['syncs the plan', ['sync']],
  ])('leaves the stored plan equal to Stripe’s plan when it %s', async (_name, args) => {
    await stripe.control('webhooks', { mode: 'drop' });
    const prepare = async (user: User) => {
      await subscribe(user, 'monthly');
      return args;
    };
    await killEverywhere(kind, prepare, expectStateOfStripe);
    await stripe.control('webhooks', { mode: 'live' });
  });

  it('leaves the stored plan equal to Stripe’s plan when it handles a webhook', async () => {
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
