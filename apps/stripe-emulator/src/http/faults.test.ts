import { expect, it } from 'vitest';
import { sdkFor, startBench } from '../../test/support.ts';

it.each([
  ['error_500', { type: 'StripeAPIError', statusCode: 500 }],
  ['error_429', { type: 'StripeRateLimitError', statusCode: 429 }],
  ['away', { type: 'StripeConnectionError' }],
])('the fault mode %s fails API calls, but not control calls', async (mode, error) => {
  const { stripe, control } = await startBench();
  await control('faults', { mode });
  await expect(stripe.customers.create({})).rejects.toMatchObject(error);
  await control('faults', { mode: 'none' });
  expect((await stripe.customers.list()).data).toEqual([]);
});

it('delayed calls complete at once when the slow mode ends', async () => {
  const { stripe, control } = await startBench();
  await control('faults', { mode: 'slow', seconds: 3_600 });
  const created = stripe.customers.create({ email: 'ada@example.com' });
  await control('faults', { mode: 'none' });
  expect((await created).email).toBe('ada@example.com');
});

it('the slow mode delays calls beyond the timeout of the client', async () => {
  const { origin, control } = await startBench();
  await control('faults', { mode: 'slow', seconds: 60 });
  await expect(sdkFor(origin, { timeout: 50 }).customers.list()).rejects.toMatchObject({
    type: 'StripeConnectionError',
  });
});
