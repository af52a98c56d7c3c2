import { describe, expect, it } from 'vitest';
import { customerWithCard, sdkFor, sellPlans, startBench } from '../../test/support.ts';

describe('authentication', () => {
  it('answers 401 with an error in the shape of Stripe for a call without a key', async () => {
    const { origin } = await startBench();
    const response = await fetch(`${origin}/v1/customers`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('accepts the key as Basic user name, and refuses other keys when secretKey is set', async () => {
    const { origin } = await startBench({ secretKey: 'sk_test_own' });
    const call = (key: string) =>
      fetch(`${origin}/v1/customers`, { headers: { authorization: `Basic ${btoa(`${key}:`)}` } });
    expect((await call('sk_test_own')).status).toBe(200);
    expect((await call('sk_test_other')).status).toBe(401);
    await expect(sdkFor(origin).customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    });
  });
});

describe('errors', () => {
  it.each([
    ['GET', '/v1/nothing'],
    ['PATCH', '/v1/customers'],
    ['GET', '/nothing'],
  ])('answer the unknown route %s %s with 404 and an error object', async (method, path) => {
    const { origin } = await startBench();
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: 'Bearer sk_test_key' },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'url_invalid' },
    });
  });

  it('have status 404 for an unknown id in the path and 400 for an unknown id in a parameter', async () => {
    const { stripe } = await startBench();
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'id',
      statusCode: 404,
    });
    const call = stripe.billingPortal.sessions.create({ customer: 'cus_none' });
    await expect(call).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'customer',
      statusCode: 400,
    });
  });

  it.each([
    ['/v1/customers', 'nickname=x', { code: 'parameter_unknown', param: 'nickname' }],
    [
      '/v1/customers',
      'invoice_settings[color]=x',
      { code: 'parameter_unknown', param: 'invoice_settings[color]' },
    ],
    ['/v1/products', 'active=true', { code: 'parameter_missing', param: 'name' }],
    [
      '/v1/prices',
      'currency=usd&product=p&unit_amount=x',
      { code: 'parameter_invalid_integer', param: 'unit_amount' },
    ],
    ['/v1/checkout/sessions', 'mode=setup', { param: 'line_items' }],
  ])('of POST %s with the body %s name the invalid parameter', async (path, body, error) => {
    const { origin } = await startBench();
    const headers = {
      authorization: 'Bearer sk_test_key',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error });
  });
});

describe('metadata', () => {
  it('is merged: an empty value removes its key, and an empty metadata string removes all keys', async () => {
    const { stripe } = await startBench();
    const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
    expect((await stripe.customers.update(id, { metadata: { b: '', c: '3' } })).metadata).toEqual({
      a: '1',
      c: '3',
    });
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
  });
});

describe('lists', () => {
  it('are sorted newest first, and cursors page through them in both directions', async () => {
    const { stripe } = await startBench();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await stripe.customers.create({ name });
    const first = await stripe.customers.list({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', url: '/v1/customers', has_more: true });
    expect(first.data.map(({ name }) => name)).toEqual(['e', 'd']);
    const next = await stripe.customers.list({ limit: 3, starting_after: first.data[1]?.id });
    expect(next.data.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    expect(next.has_more).toBe(false);
    const back = await stripe.customers.list({ limit: 2, ending_before: next.data[0]?.id });
    expect(back.data).toEqual(first.data);
    const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all).toHaveLength(5);
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });

  it('return only the objects that match the filter parameters', async () => {
    const bench = await startBench();
    const { stripe } = bench;
    const { monthly, product } = await sellPlans(bench);
    const customer = await customerWithCard(bench);
    const items = [{ price: monthly.id }];
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items });
    await stripe.subscriptions.cancel(id);
    const ids = async (list: Promise<{ data: { id: string }[] }>) => (await list).data.map((one) => one.id);
    expect(await ids(stripe.customers.list({ email: 'ada@example.com' }))).toEqual([customer.id]);
    expect(await ids(stripe.prices.list({ lookup_keys: ['monthly'], active: true }))).toEqual([monthly.id]);
    expect(await ids(stripe.prices.list({ product: product.id, type: 'one_time' }))).toHaveLength(1);
    expect(await ids(stripe.subscriptions.list({ customer: customer.id }))).toEqual([]);
    expect(await ids(stripe.subscriptions.list({ customer: customer.id, status: 'all' }))).toEqual([id]);
    expect(await ids(stripe.invoices.list({ customer: customer.id, status: 'paid' }))).toHaveLength(1);
    expect(await ids(stripe.events.list({ types: ['customer.subscription.*'] }))).not.toEqual([]);
    expect(await ids(stripe.events.list({ created: { gt: Math.floor(Date.now() / 1000) + 60 } }))).toEqual(
      [],
    );
  });
});

describe('expand', () => {
  it('replaces ids with objects, in lists and over several levels', async () => {
    const bench = await startBench();
    const { stripe } = bench;
    const { monthly } = await sellPlans(bench);
    const customer = await customerWithCard(bench);
    await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] });
    const list = await stripe.subscriptions.list({
      expand: ['data.customer', 'data.latest_invoice.payments'],
    });
    expect(list.data[0]).toMatchObject({
      customer: { email: 'ada@example.com' },
      latest_invoice: { payments: { data: [{ status: 'paid' }] } },
    });
    const found = await stripe.customers.retrieve(customer.id, {
      expand: ['subscriptions', 'invoice_settings.default_payment_method'],
    });
    expect(found).toMatchObject({
      subscriptions: { data: [{ status: 'active' }] },
      invoice_settings: { default_payment_method: { card: { last4: '4242' } } },
    });
  });

  it('refuses a field that cannot be expanded', async () => {
    const { stripe } = await startBench();
    const { id } = await stripe.customers.create({});
    await expect(stripe.customers.retrieve(id, { expand: ['email'] })).rejects.toThrow('cannot be expanded');
  });
});
