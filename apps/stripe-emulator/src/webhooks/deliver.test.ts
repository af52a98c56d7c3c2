import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { receiveWebhooks, startBench, until, WEBHOOK_SECRET } from '../../test/support.ts';

const { webhooks } = new Stripe('sk_test_key');

it('the emulator signs each event so that the SDK accepts the event and rejects a changed payload', async () => {
  const hook = await receiveWebhooks();
  const { stripe } = await startBench({ webhooks: [hook.endpoint] });
  const customer = await stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'one' });
  await until(() => expect(hook.received).toHaveLength(1));
  const [first] = hook.received;
  const signature = String(first?.headers['stripe-signature']);
  const event = webhooks.constructEvent(first?.payload ?? '', signature, WEBHOOK_SECRET);
  expect(event).toMatchObject({
    object: 'event',
    type: 'customer.created',
    api_version: Stripe.API_VERSION,
    livemode: false,
    pending_webhooks: 1,
    request: { id: customer.lastResponse.requestId, idempotency_key: 'one' },
    data: { object: { id: customer.id } },
  });
  expect(() => webhooks.constructEvent(`${first?.payload} `, signature, WEBHOOK_SECRET)).toThrow();
});

it('an event contains the previous values of the fields that an update changed', async () => {
  const hook = await receiveWebhooks();
  const { stripe } = await startBench({ webhooks: [hook.endpoint] });
  const customer = await stripe.customers.create({ name: 'Ada', metadata: { kept: '1', changed: 'a' } });
  await stripe.customers.update(customer.id, { metadata: { changed: 'b', added: 'c' } });
  await until(() => expect(hook.received).toHaveLength(2));
  expect(hook.received[1]?.event.data.previous_attributes).toEqual({
    metadata: { changed: 'a', added: null },
  });
});

it('the emulator retries a failed delivery until the endpoint answers 2xx, then sets pending_webhooks to 0', async () => {
  const hook = await receiveWebhooks((count) => (count < 3 ? 500 : 200));
  const bench = await startBench({ webhooks: [hook.endpoint], webhookRetries: { first: 5 } });
  await bench.stripe.customers.create({});
  await until(async () => {
    const { data } = await bench.stripe.events.list({ type: 'customer.created' });
    expect(data[0]?.pending_webhooks).toBe(0);
  });
  expect(hook.received.map(({ event }) => event.id)).toEqual(Array(3).fill(hook.received[0]?.event.id));
});

it('the hold mode keeps events back until they are released', async () => {
  const hook = await receiveWebhooks();
  const bench = await startBench({ webhooks: [hook.endpoint] });
  await bench.control('webhooks', { mode: 'hold' });
  for (const name of ['a', 'b', 'c']) await bench.stripe.customers.create({ name });
  expect(await bench.control('webhooks')).toEqual({ mode: 'hold', held: 3, pending: 0 });
  expect(hook.received).toHaveLength(0);
  expect(await bench.control('webhooks/release', {})).toEqual({ released: 3 });
  await until(() => expect(hook.received).toHaveLength(3));
});

it('the duplicate mode sends each event three times', async () => {
  const hook = await receiveWebhooks();
  const bench = await startBench({ webhooks: [hook.endpoint] });
  await bench.control('webhooks', { mode: 'duplicate' });
  await bench.stripe.customers.create({});
  await until(() => expect(hook.received).toHaveLength(3));
  expect(new Set(hook.received.map(({ event }) => event.id)).size).toBe(1);
});

it('the shuffle mode delivers every event once', async () => {
  const hook = await receiveWebhooks();
  const bench = await startBench({ webhooks: [hook.endpoint] });
  await bench.control('webhooks', { mode: 'shuffle' });
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => bench.stripe.customers.create({ name })));
  await until(() => expect(new Set(hook.received.map(({ event }) => event.id)).size).toBe(4));
});

it('the drop mode sends no event, but the API lists the event', async () => {
  const hook = await receiveWebhooks();
  const bench = await startBench({ webhooks: [hook.endpoint] });
  await bench.control('webhooks', { mode: 'drop' });
  await bench.stripe.customers.create({});
  await bench.control('webhooks', { mode: 'live' });
  await bench.stripe.products.create({ name: 'Marquee' });
  await until(() => expect(hook.types()).toEqual(['product.created']));
  expect(await bench.eventTypes()).toEqual(['customer.created', 'product.created']);
});

it('the emulator sends only events of enabled_events to an endpoint created through the API', async () => {
  const hook = await receiveWebhooks();
  const { stripe } = await startBench();
  const endpoint = await stripe.webhookEndpoints.create({
    url: hook.endpoint.url,
    enabled_events: ['product.created'],
  });
  await stripe.customers.create({});
  await stripe.products.create({ name: 'Marquee' });
  await until(() => expect(hook.types()).toEqual(['product.created']));
  const [first] = hook.received;
  const signature = String(first?.headers['stripe-signature']);
  expect(webhooks.constructEvent(first?.payload ?? '', signature, endpoint.secret ?? '').type).toBe(
    'product.created',
  );
  await stripe.webhookEndpoints.del(endpoint.id);
  expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
});
