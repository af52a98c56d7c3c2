import { expect, it } from 'vitest';
import { press, sellPlans, startBench } from '../../test/support.ts';

const urls = {
  success_url: 'http://127.0.0.1:3000/ok?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://127.0.0.1:3000/no',
};

it('turns a paid session into an active subscription and sends the customer to the success page', async () => {
  const bench = await startBench();
  const { monthly } = await sellPlans(bench);
  const customer = await bench.stripe.customers.create({ email: 'ada@example.com' });
  const session = await bench.stripe.checkout.sessions.create({
    ...urls,
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: '7',
    metadata: { attempt: '1' },
    subscription_data: { metadata: { user_id: '7' } },
    line_items: [{ price: monthly.id, quantity: 1 }],
  });
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 399 });

  const page = await fetch(session.url ?? '');
  expect(await page.text()).toContain('$3.99 / month');
  const answer = await press(session.url, 'pay');
  expect(answer).toMatchObject({
    status: 303,
    location: `http://127.0.0.1:3000/ok?session_id=${session.id}`,
  });

  const done = await bench.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription.latest_invoice', 'line_items'],
  });
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: '7',
    line_items: { data: [{ amount_total: 399 }] },
    subscription: {
      status: 'active',
      metadata: { user_id: '7' },
      latest_invoice: { status: 'paid', amount_paid: 399 },
    },
  });
  const types = await bench.eventTypes();
  expect(types.slice(types.indexOf('payment_intent.created'))).toMatchInlineSnapshot(`
    [
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice.paid",
      "invoice.payment_succeeded",
      "invoice_payment.paid",
      "customer.subscription.updated",
      "payment_method.attached",
      "customer.subscription.updated",
      "checkout.session.completed",
    ]
  `);
  const again = await press(session.url, 'pay');
  expect(again.text).toContain('Payment complete');
});
