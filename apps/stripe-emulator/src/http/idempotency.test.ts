import { expect, it } from 'vitest';
import { startBench } from '../../test/support.ts';

it('the API sends the first response again when a call has a used idempotency key', async () => {
  const { stripe, state } = await startBench();
  const first = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'key' });
  const second = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'key' });
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await state()).events).toHaveLength(1);
});

it('the API refuses a used idempotency key when the parameters differ', async () => {
  const { stripe } = await startBench();
  await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'key' });
  const other = stripe.customers.create({ name: 'Eve' }, { idempotencyKey: 'key' });
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
});

it('the API replays the error of a declined payment, but not a parameter error', async () => {
  const { stripe } = await startBench();
  const { id } = await stripe.customers.create({});
  const decline = () =>
    stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: id }, { idempotencyKey: 'a' });
  await expect(decline()).rejects.toMatchObject({ code: 'card_declined' });
  await expect(decline()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } });
  const options = { idempotencyKey: 'b' };
  await expect(stripe.products.create({ name: '' }, options)).rejects.toMatchObject({ statusCode: 400 });
  expect((await stripe.products.create({ name: 'Marquee' }, options)).name).toBe('Marquee');
});

it('the API answers 409 to a second call with the same idempotency key while the first call is running', async () => {
  const { stripe, control, state } = await startBench();
  await control('faults', { mode: 'slow', seconds: 0.2 });
  const create = () => stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'key' });
  const results = await Promise.allSettled([create(), create()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { statusCode: 409, code: 'idempotency_key_in_use' } });
  expect((await state()).events).toHaveLength(1);
});

it('the API creates one object when the response is lost and the client repeats the call', async () => {
  const { origin, stripe, control, state } = await startBench();
  await control('faults', { mode: 'lost_reply' });
  const lost = fetch(`${origin}/v1/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_key', 'idempotency-key': 'key' },
    body: new URLSearchParams({ name: 'Ada' }),
  });
  await expect(lost).rejects.toThrow();
  await control('faults', { mode: 'none' });
  const { lastResponse } = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'key' });
  expect(lastResponse.headers['idempotent-replayed']).toBe('true');
  expect((await state()).events).toHaveLength(1);
});
