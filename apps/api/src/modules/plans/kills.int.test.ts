// A few kills; kills.long.test.ts has all of them.
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startBilling } from '../../../test/billing.ts';
import { createKiller } from '../../../test/kills.ts';
import { waitFor } from '../../../test/wait-for.ts';

const billing = await startBilling({}, { jobs: false });
const { join, choose, userOf, stripeOf, stripe, deps } = billing;
const { start, run, passTime, expectStateOfStripe } = createKiller(billing);

it('ends in the state of Stripe when Checkout, the worker and a switch are killed halfway', async () => {
  await deps.services.planCatalogue.syncPlans();
  const user = await join();
  const change = (plan: string, at: Parameters<typeof run>[2]) =>
    run('billing-process.ts', [String(user.id), 'change', plan], at);

  // Stripe has created the session, and its address is lost.
  expect(await change('monthly', { server: 'stripe', nth: 2, moment: 'after' })).toBe(true);
  await passTime(user);
  await stripe.press((await choose(user, 'monthly')).url, 'pay');
  const { sessions } = await stripeOf(user);
  expect(sessions).toHaveLength(1);

  // The worker knows the event, and reads the subscriptions of its customer.
  expect(await run('worker-process.ts', [], { server: 'stripe', nth: 2, moment: 'before' })).toBe(true);
  const worker = start('worker-process.ts');
  try {
    await passTime(user);
    await waitFor('the next worker to store the plan', async () => (await userOf(user)).subscribed);

    // Stripe has charged the difference, and the row shows the plan before. Only the job of the killed process is left.
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
