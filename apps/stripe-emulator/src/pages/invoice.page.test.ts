import { expect, it } from 'vitest';
import { customerWithCard, press, sellPlans, startBench } from '../../test/support.ts';

it('the invoice page takes the payment of an open invoice after a declined card and a failed 3-D Secure step', async () => {
  const bench = await startBench();
  const { monthly } = await sellPlans(bench);
  const customer = await customerWithCard(bench);
  const subscription = await bench.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
  });
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === 'string') throw new Error('not expanded');
  expect(invoice).toMatchObject({
    status: 'open',
    confirmation_secret: { type: 'payment_intent' },
    payments: { data: [{ status: 'open' }] },
  });
  const url = invoice.hosted_invoice_url ?? null;
  expect((await press(url, 'pay', { card: '4000000000000002' })).text).toContain('Your card was declined.');
  expect((await press(url, 'pay', { card: '4000002760003184' })).text).toContain('Complete authentication');
  expect((await press(url, 'fail_authentication')).text).toContain('unable to authenticate');
  await press(url, 'pay', { card: '4000002760003184' });
  expect((await press(url, 'authenticate')).text).toContain('This invoice is paid.');
  expect((await bench.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});
