// Kills processes at a few steps. kills.long.test.ts kills processes at every step.
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startBilling } from '../../../test/billing.ts';
import { createKiller } from '../../../test/kills.ts';
import { waitFor } from '../../../test/wait-for.ts';

const billing = await startBilling({}, { jobs: false });
const { join, choose, userOf, stripeOf, stripe, prisma, deps } = billing;
const { start, run, passTime, expectStateOfStripe } = createKiller(billing);

it('the stored plan equals the state at Stripe after kills in Checkout, in the worker and in a plan switch', async () => {
  await deps.services.stripePrices.ensurePrices();
  const user = await join();
  const change = (plan: string, at: Parameters<typeof run>[2]) =>
    run('billing-process.ts', [String(user.id), 'change', plan], at);

  // The process is killed after Stripe created the session, and before the address of the session was stored.
  expect(await change('monthly', { server: 'stripe', nth: 2, moment: 'after' })).toBe(true);
  await passTime(user);
  await stripe.press((await choose(user, 'monthly')).url, 'pay');
  const { sessions } = await stripeOf(user);
  expect(sessions).toHaveLength(1);

  // The worker is killed after it read the event, and before it reads the subscriptions of the customer.
  expect(await run('worker-process.ts', [], { server: 'stripe', nth: 2, moment: 'before' })).toBe(true);
  const worker = start('worker-process.ts');
  try {
    await passTime(user);
    await waitFor('the next worker to store the plan', async () => (await userOf(user)).subscribed);
    // A job that still holds the billing lock would let the change fail before its step.
    const due = () => ({
      kind: { in: ['stripe_event', 'stripe_sync'] },
      doneAt: null,
      availableAt: { lte: new Date() },
    });
    const countDue = () => prisma.outboxMessage.count({ where: due() });
    await waitFor('the jobs to end', async () => (await countDue()) === 0);

    // The process is killed after Stripe charged the difference, and before the new plan is stored. Webhooks are
    // dropped, so only the job that the killed process stored can repair the row.
    await stripe.control('webhooks', { mode: 'drop' });
    expect(await change('yearly', { server: 'database', nth: 3, moment: 'before' })).toBe(true);
    expect((await stripeOf(user)).charges).toHaveLength(2);
    expect(await userOf(user)).toMatchObject({ product_id: 'monthly' });
    await passTime(user);
    const stored = async () => (await userOf(user)).product_id === 'yearly';
    await waitFor('the worker to store the new plan', stored);
    await expectStateOfStripe(user);
  } finally {
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
});
